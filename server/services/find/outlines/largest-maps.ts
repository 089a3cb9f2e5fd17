import type { MapColumns } from '../columns/map-columns.ts'
import type { MetRow } from './met-maps.ts'

/** The largest maps by their boxes, the largest first; the id decides between equals. */
export function largestMaps(
  { west, south, east, north, ids }: MapColumns,
  maps: readonly MetRow[],
  limit: number,
): MetRow[] {
  const areaOf = ({ row }: MetRow) => (east[row]! - west[row]!) * (north[row]! - south[row]!)
  // Numbers are sorted by themselves in a fraction of the time: only those that are shown are compared by their ids.
  const least = maps.length > limit ? Float64Array.from(maps, areaOf).sort()[maps.length - limit]! : 0
  return maps
    .filter((map) => areaOf(map) >= least)
    .sort((a, b) => areaOf(b) - areaOf(a) || (ids[a.row]! < ids[b.row]! ? -1 : 1))
    .slice(0, limit)
}

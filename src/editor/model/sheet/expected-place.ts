import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { readRunningBounds } from '../../../../contract/rules/sheet-bounds.ts'
import { lonLatToMercator } from '../../../geometry/mercator.ts'
import type { FoundPlace } from '../../../places/found-place.ts'

/** Where the record of a map says that its sheet lies; null: it says nothing of it. */
export function expectedPlace({ sheetBounds }: Pick<MapRecord, 'sheetBounds'>): FoundPlace | null {
  const edges = readRunningBounds(sheetBounds ?? '')
  if (!edges) return null
  const [minX, minY] = lonLatToMercator(edges.west, edges.south)
  const [maxX, maxY] = lonLatToMercator(edges.east, edges.north)
  return {
    name: sheetBounds ?? '',
    point: [(minX + maxX) / 2, (minY + maxY) / 2],
    box: { minX, minY, maxX, maxY },
    areaLevel: null,
    boundary: null,
  }
}

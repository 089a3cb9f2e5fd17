import type { MapPoint } from '../../../../contract/control-points.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { toWebMercator } from '../../../../gcp-files/to-web-mercator.ts'
import { type Grid, loadEpsg, loadGrid } from '../load-epsg.ts'

/** Beyond the stated area of a grid its numbers are still meant, by so many degrees. */
const MARGIN_DEGREES = 1

/** The grid that most maps of this product's home are measured by; known without the large registry. */
export const LKS94: Grid = {
  code: 3346,
  name: 'LKS94 / Lithuania TM',
  proj4: '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs',
  bbox: [56.45, 19.02, 53.89, 26.82],
}

/** Undefined where there is no such grid. Rejects where the registry cannot be fetched. */
export async function gridOf(code: number): Promise<Grid | undefined> {
  return code === LKS94.code ? LKS94 : await loadGrid(code)
}

/** A place of a grid on the map, and whether the grid's datum is tied to today's; null where it cannot be computed. */
export async function placeOnMap(
  crs: string,
  x: number,
  y: number,
): Promise<{ readonly map: MapPoint; readonly isRough: boolean } | null> {
  const point = { image: [0, 0] as const, ground: [x, y] as const, enabled: true }
  const result = await toWebMercator({ format: 'csv', crs, points: [point] }, loadEpsg)
  const map = result.ok ? result.projected.points[0]?.map : undefined
  return result.ok && map ? { map, isRough: result.projected.datumShift === 'unknown' } : null
}

/** Whether a place lies where the grid is used. */
export function isInside({ bbox }: Grid, map: MapPoint): boolean {
  if (!bbox) return true
  const [north, west, south, east] = bbox
  const [lon, lat] = lonLatOf(map)
  const isBetween = (value: number, from: number, to: number) =>
    value >= from - MARGIN_DEGREES && value <= to + MARGIN_DEGREES
  // An area over the date line ends west of where it begins.
  const isLonInside = west <= east ? isBetween(lon, west, east) : lon >= west || lon <= east
  return isBetween(lat, south, north) && isLonInside
}

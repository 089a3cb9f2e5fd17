import type { MapPoint } from '../../../../contract/control-points.ts'
import type { DatumTie } from '../../../../contract/datum-tie.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { easting180 } from '../../../../contract/worlds.ts'
import { systemOfCode } from '../../../../gcp-files/reference-systems/epsg-register.ts'
import type { ReferenceSystem } from '../../../../gcp-files/reference-systems/reference-system.ts'
import { transformationAt } from '../../../../gcp-files/reference-systems/transformation.ts'

/** Beyond the stated area of a grid its numbers are still meant, by so many degrees. */
const MARGIN_DEGREES = 1

/** Undefined where there is no such grid or it cannot be computed. Rejects where the register cannot be fetched. */
export async function gridOf(code: number): Promise<ReferenceSystem | undefined> {
  const found = await systemOfCode(code)
  return found && 'operations' in found ? found : undefined
}

/** A place of a grid on the map, and how the grid's datum is tied to today's; null where it cannot be computed. */
export function placeOnMap(
  grid: ReferenceSystem,
  x: number,
  y: number,
): { readonly map: MapPoint; readonly datum: DatumTie } | null {
  const transformation = transformationAt(grid, [x, y])
  const map = transformation?.toMap(x, y)
  return transformation && map?.every(Number.isFinite) ? { map, datum: transformation.tie } : null
}

/** Whether a place lies where the grid is used. */
export function isInside({ area }: ReferenceSystem, map: MapPoint): boolean {
  if (!area) return true
  const [lon, lat] = lonLatOf([easting180(map[0]), map[1]])
  const isBetween = (value: number, from: number, to: number) =>
    value >= from - MARGIN_DEGREES && value <= to + MARGIN_DEGREES
  // An area over the date line ends west of where it begins.
  const isLonInside =
    area.west <= area.east ? isBetween(lon, area.west, area.east) : lon >= area.west || lon <= area.east
  return isBetween(lat, area.south, area.north) && isLonInside
}

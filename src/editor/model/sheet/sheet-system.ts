import type { MapPoint } from '../../../../contract/control-points.ts'
import type { DatumTie } from '../../../../contract/datum-tie.ts'
import type { ReferenceSystem } from '../../../../gcp-files/reference-systems/reference-system.ts'
import {
  type Transformation,
  transformationAt,
  transformationAtMap,
} from '../../../../gcp-files/reference-systems/transformation.ts'
import { gridOf, isInside } from '../place-entry/grids.ts'
import { fromGreenwich, fromMeridian, type Meridian } from '../place-entry/meridians.ts'
import type { Corners } from './sheet-edges.ts'
import type { SheetEdges } from './sheet-texts.ts'

/** What the sides of a sheet are counted in. */
export interface SheetSystem {
  /** EPSG code; null: longitude and latitude as they are today (WGS84). */
  readonly code: number | null
  /** Name of the grid; empty where there is none. */
  readonly name: string
  /** Degrees; otherwise the grid's unit of length. */
  readonly isAngular: boolean
  /** Null where the system has no such place, or is not used there. */
  toMap(places: readonly Place[]): SheetOnMap | null
  fromMap(points: readonly MapPoint[]): readonly Place[]
}

type Place = readonly [x: number, y: number]

export interface SheetOnMap {
  readonly points: readonly MapPoint[]
  /** How the datum is tied to today's there. */
  readonly datum: DatumTie
}

/**
 * The reference system of a sheet; null where there is none of that code or it cannot be computed. Rejects where the
 * register cannot be fetched.
 * @param meridian what longitudes are counted from, unless the system is metric or has a meridian of its own
 */
export async function systemOf(code: number | null, meridian: Meridian | null): Promise<SheetSystem | null> {
  const grid = await gridOf(code ?? 4326)
  if (!grid) return null
  const isAngular = grid.projection === null
  const counted = isAngular && grid.primeMeridianDegrees === 0 ? meridian : null
  const isToday = code === null || code === 4326
  if (!transformationAt(grid, [0, 0])) return null
  return {
    code: isToday ? null : code,
    name: isToday ? '' : `${grid.name} (EPSG:${code})`,
    isAngular,
    toMap: (places) =>
      onMap(
        grid,
        places.map(([x, y]) => [fromGreenwich(x, counted), y]),
      ),
    fromMap(points) {
      const transformation = transformationAtMap(grid, middleOf(points))
      return points.map((point) => {
        const [x, y] = transformation?.fromMap(point) ?? [Number.NaN, Number.NaN]
        return [fromMeridian(x, counted), y]
      })
    },
  }
}

/** All of a sheet by the one operation for its middle. */
function onMap(grid: ReferenceSystem, places: readonly Place[]): SheetOnMap | null {
  const transformation: Transformation | null = transformationAt(grid, middleOf(places))
  if (!transformation) return null
  const points = places.map(([x, y]) => transformation.toMap(x, y))
  const isFound = points.every((point) => point.every(Number.isFinite) && isInside(grid, point))
  return isFound ? { points, datum: transformation.tie } : null
}

const middleOf = (places: readonly Place[]): Place => {
  const mean = (axis: 0 | 1) =>
    places.reduce((sum, place) => sum + place[axis], 0) / Math.max(places.length, 1)
  return [mean(0), mean(1)]
}

/** The corners of a sheet on the map, north-west first, clockwise; null where the system has no such place. */
export function cornersOnMap(
  { west, south, east, north }: SheetEdges,
  system: SheetSystem,
): { readonly corners: Corners<MapPoint>; readonly datum: DatumTie } | null {
  const found = system.toMap([
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ])
  return found && { corners: found.points as unknown as Corners<MapPoint>, datum: found.datum }
}

import type { MapPoint } from '../../../../contract/control-points.ts'
import { lonLatOf, mapPointOf } from '../../../../contract/web-mercator.ts'
import { fromWebMercator } from '../../../../gcp-files/from-web-mercator.ts'
import { gridOf, isInside, placeOnMap } from '../place-entry/grids.ts'
import { fromGreenwich, fromMeridian, type Meridian } from '../place-entry/meridians.ts'
import type { Corners } from './sheet-edges.ts'
import type { SheetEdges } from './sheet-texts.ts'

/** What the sides of a sheet are counted in. */
export interface SheetSystem {
  /** EPSG code; null: longitude and latitude as they are today (WGS84). */
  readonly code: number | null
  /** Name of the grid; empty where there is none. */
  readonly name: string
  /** Degrees; otherwise metres. */
  readonly isAngular: boolean
  toMap(place: readonly [x: number, y: number]): Promise<MapPoint | null>
  fromMap(map: MapPoint): readonly [x: number, y: number]
  /** Whether the system is used there. */
  holds(map: MapPoint): boolean
  /** Its datum is not tied to today's. */
  readonly isRough: boolean
}

/** Today's degrees, from a meridian. */
const degrees = (meridian: Meridian | null): SheetSystem => ({
  code: null,
  name: '',
  isAngular: true,
  isRough: false,
  toMap: async ([x, y]) => (await placeOnMap('EPSG:4326', fromGreenwich(x, meridian), y))?.map ?? null,
  fromMap(map) {
    const [lon, lat] = lonLatOf(map)
    return [fromMeridian(lon, meridian), lat]
  },
  holds: () => true,
})

/**
 * The reference system of a sheet; null where there is none of that code or it cannot be computed. Rejects where the
 * registry cannot be fetched.
 * @param meridian what longitudes are counted from, unless the system is metric or has a meridian of its own
 */
export async function systemOf(code: number | null, meridian: Meridian | null): Promise<SheetSystem | null> {
  if (code === null || code === 4326) return degrees(meridian)
  const grid = await gridOf(code)
  if (!grid) return null
  const isAngular = /\+proj=longlat/.test(grid.proj4)
  const counted = isAngular && !/\+pm=/.test(grid.proj4) ? meridian : null
  const middle = grid.bbox ?? [1, 0, 0, 1]
  try {
    const back = fromWebMercator(grid.proj4)
    // Told once for all: it depends on the datum alone.
    const sample = await placeOnMap(grid.proj4, ...back(mapMiddle(middle)))
    return {
      code,
      name: `${grid.name} (EPSG:${code})`,
      isAngular,
      isRough: sample?.isRough ?? false,
      toMap: async ([x, y]) => (await placeOnMap(grid.proj4, fromGreenwich(x, counted), y))?.map ?? null,
      fromMap(map) {
        const [x, y] = back(map)
        return [fromMeridian(x, counted), y]
      },
      holds: (map) => isInside(grid, map),
    }
  } catch {
    return null
  }
}

const mapMiddle = ([north, west, south, east]: readonly number[]): MapPoint =>
  mapPointOf(((west ?? 0) + (east ?? 0)) / 2, ((north ?? 0) + (south ?? 0)) / 2)

/** The corners of a sheet on the map, north-west first, clockwise; null where the system has no such place. */
export async function cornersOnMap(
  { west, south, east, north }: SheetEdges,
  system: SheetSystem,
): Promise<Corners<MapPoint> | null> {
  const places = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ] as const
  const corners = await Promise.all(places.map((place) => system.toMap(place)))
  const found = corners.filter((map) => map !== null && system.holds(map))
  return found.length === 4 ? (found as unknown as Corners<MapPoint>) : null
}

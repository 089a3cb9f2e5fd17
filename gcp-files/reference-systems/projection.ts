import proj4 from 'proj4'
import { colombiaUrban } from './colombia-urban.ts'
import type { LonLat } from './datum-shift.ts'
import type { AxisOrder, Ellipsoid, ReferenceSystem } from './reference-system.ts'

/** Between a system's own coordinates and longitude and latitude on its own datum, in degrees from Greenwich. */
export interface Projection {
  toLonLat(x: number, y: number): LonLat
  fromLonLat(lonLat: LonLat): readonly [x: number, y: number]
}

/** Null where the projection cannot be computed. What lies outside a projection becomes NaN. */
export function projectionOf(system: ReferenceSystem): Projection | null {
  const { primeMeridianDegrees: meridian, unitDegrees, metresPerUnit } = system
  if (system.projection === null)
    return {
      toLonLat: (x, y) => [x * unitDegrees + meridian, y * unitDegrees],
      fromLonLat: ([lon, lat]) => [within180(lon - meridian) / unitDegrees, lat / unitDegrees],
    }
  const plane = planeOf(system, system.projection)
  if (!plane) return null
  const axes = AXES[system.axis]
  return {
    toLonLat(x, y) {
      const [east, north] = axes.toEastNorth(x * metresPerUnit, y * metresPerUnit)
      const [lon, lat] = attempt(() => plane.inverse([east, north]))
      return [lon + meridian, lat]
    },
    fromLonLat([lon, lat]) {
      const [east, north] = attempt(() => plane.forward([within180(lon - meridian), lat]))
      const [x, y] = axes.fromEastNorth(east, north)
      return [x / metresPerUnit, y / metresPerUnit]
    },
  }
}

type Pair = [number, number]
const within180 = (degrees: number) =>
  Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360)

/** proj4 throws for what is not finite. */
function attempt(project: () => Pair): Pair {
  try {
    return project()
  } catch {
    return [Number.NaN, Number.NaN]
  }
}

interface AxisTurn {
  toEastNorth(x: number, y: number): Pair
  fromEastNorth(east: number, north: number): Pair
}

/** A turn that is its own inverse. */
const mutual = (turn: (x: number, y: number) => Pair): AxisTurn => ({
  toEastNorth: turn,
  fromEastNorth: turn,
})

const AXES: Record<AxisOrder, AxisTurn> = {
  enu: mutual((x, y) => [x, y]),
  wsu: mutual((x, y) => [-x, -y]),
  swu: mutual((x, y) => [-y, -x]),
  wnu: mutual((x, y) => [-x, y]),
  esu: mutual((x, y) => [x, -y]),
  neu: mutual((x, y) => [y, x]),
}

interface Plane {
  forward(lonLat: Pair): Pair
  inverse(eastNorth: Pair): Pair
}

/** Parameters without which a projection of another name would be computed. */
const NOT_OF_PROJ4 = /^(ortho|labrd|cass .*hyperbolic|aeqd .*guam)\b/

/** Of longitude from the system's meridian and latitude, degrees, and metres. */
function planeOf({ ellipsoid }: ReferenceSystem, projection: string): Plane | null {
  if (projection.startsWith('col_urban ')) return colombiaUrban(projection, ellipsoid)
  if (NOT_OF_PROJ4.test(projection)) return null
  const { words, falseOrigin } = forProj4(projection, ellipsoid)
  const { semiMajorMetres: a, inverseFlattening: rf } = ellipsoid
  const shape = / (a|ellps|R)=/.test(words) ? '' : rf === 0 ? ` a=${a} b=${a}` : ` a=${a} rf=${rf}`
  const definition = `+proj=${`${words}${defaultsOf(words)}${shape} no_defs`.replaceAll(' ', ' +')}`
  try {
    // No datum is named, so that proj4 leaves longitude and latitude alone.
    const { forward, inverse } = proj4(definition)
    const [east0, north0] = falseOrigin
    return {
      forward(lonLat) {
        const [east, north] = forward<Pair>(lonLat)
        return [east + east0, north + north0]
      },
      inverse: ([east, north]) => inverse<Pair>([east - east0, north - north0]),
    }
  } catch {
    return null
  }
}

/** What a definition leaves out is zero; some projections of proj4 compute nothing then. */
const defaultsOf = (words: string): string =>
  ['lat_0', 'lon_0', 'x_0', 'y_0']
    .filter((key) => !words.includes(` ${key}=`))
    .map((key) => ` ${key}=0`)
    .join('')

/** PROJ's words as proj4 knows them. Its Krovak knows no false origin, which is counted west
 * and south. */
function forProj4(
  projection: string,
  ellipsoid: Ellipsoid,
): { readonly words: string; readonly falseOrigin: Pair } {
  if (/ R_A\b/.test(projection)) {
    const radius = authalicRadius(ellipsoid)
    return { words: projection.replace(' R_A', ` a=${radius} b=${radius}`), falseOrigin: [0, 0] }
  }
  if (/^webmerc\b/.test(projection)) return { words: 'merc a=6378137 b=6378137', falseOrigin: [0, 0] }
  if (!/^(mod_)?krovak\b/.test(projection)) return { words: projection, falseOrigin: [0, 0] }
  const valueOf = (key: string) => Number(new RegExp(` ${key}=(\\S+)`).exec(projection)?.[1] ?? 0)
  return { words: projection.replace(/^mod_/, ''), falseOrigin: [-valueOf('x_0'), -valueOf('y_0')] }
}

/** Radius of the sphere with the surface of an ellipsoid, metres; the series that PROJ ends at the sixth power. */
function authalicRadius({ semiMajorMetres, inverseFlattening }: Ellipsoid): number {
  const flattening = inverseFlattening === 0 ? 0 : 1 / inverseFlattening
  const e2 = flattening * (2 - flattening)
  return semiMajorMetres * (1 - e2 * (1 / 6 + e2 * (17 / 360 + (e2 * 67) / 3024)))
}

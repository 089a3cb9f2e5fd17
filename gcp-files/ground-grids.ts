import { mapPointOf } from '../contract/web-mercator.ts'
import { LKS94, utmSystem } from './reference-systems/built-in-systems.ts'
import type { ReferenceSystem } from './reference-systems/reference-system.ts'
import { transformationAtMap } from './reference-systems/transformation.ts'

/** A place in metres of a grid. */
export interface GridPlace {
  /** Of UTM, with its band: `35U`; of other grids the name. */
  readonly zone: string
  readonly east: number
  readonly north: number
}

/** Where Lithuania's grid is meant for, degrees. */
const LKS94_AREA = { west: 19, south: 53.8, east: 26.9, north: 56.5 } as const

const UTM_BANDS = 'CDEFGHJKLMNPQRSTUVWX'

/** Universal Transverse Mercator; null beyond 80° S and 84° N, where it is not defined. */
export function utmOf(lon: number, lat: number): GridPlace | null {
  if (lat < -80 || lat > 84) return null
  const zone = utmZone(lon, lat)
  const band = UTM_BANDS[Math.min(UTM_BANDS.length - 1, Math.floor((lat + 80) / 8))] ?? ''
  return { zone: `${zone}${band}`, ...projected(utmSystem(zone, lat >= 0), lon, lat) }
}

/** Lithuania's grid; null elsewhere. */
export function lks94Of(lon: number, lat: number): GridPlace | null {
  const { west, south, east, north } = LKS94_AREA
  const isInside = lon >= west && lon <= east && lat >= south && lat <= north
  return isInside ? { zone: 'LKS-94', ...projected(LKS94, lon, lat) } : null
}

function projected(system: ReferenceSystem, lon: number, lat: number) {
  const map = mapPointOf(lon, lat)
  const [east, north] = transformationAtMap(system, map)?.fromMap(map) ?? [Number.NaN, Number.NaN]
  return { east, north }
}

/** Zones are 6° wide but for Norway's coast and Svalbard. */
function utmZone(lon: number, lat: number): number {
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32
  if (lat >= 72 && lon >= 0 && lon < 42) return lon < 9 ? 31 : lon < 21 ? 33 : lon < 33 ? 35 : 37
  return (Math.floor((lon + 180) / 6) % 60) + 1
}

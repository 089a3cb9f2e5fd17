import type { ReferenceSystem } from './reference-system.ts'

const GRS80 = { semiMajorMetres: 6_378_137, inverseFlattening: 298.257222101 }
const ON_WGS84 = {
  ellipsoid: { semiMajorMetres: 6_378_137, inverseFlattening: 298.257223563 },
  primeMeridianDegrees: 0,
  unitDegrees: 1,
  metresPerUnit: 1,
  axis: 'enu',
  isWgs84: true,
  operations: [],
} as const

const WGS84: ReferenceSystem = { ...ON_WGS84, code: 4326, name: 'WGS 84', area: null, projection: null }

/** The grid that most maps of this product's home are measured by. */
export const LKS94: ReferenceSystem = {
  code: 3346,
  name: 'LKS94 / Lithuania TM',
  area: { south: 53.89, west: 19.02, north: 56.45, east: 26.82 },
  ellipsoid: GRS80,
  primeMeridianDegrees: 0,
  unitDegrees: 1,
  projection: 'tmerc lat_0=0 lon_0=24 k=0.9998 x_0=500000 y_0=0',
  metresPerUnit: 1,
  axis: 'enu',
  isWgs84: false,
  operations: [
    {
      kind: 'register',
      code: '1283',
      name: 'LKS94 to WGS 84 (1)',
      accuracyMetres: 1,
      area: { south: 53.89, west: 19.02, north: 56.45, east: 26.82 },
      shift: null,
    },
  ],
}

const WEB_MERCATOR: ReferenceSystem = {
  ...ON_WGS84,
  code: 3857,
  name: 'WGS 84 / Pseudo-Mercator',
  area: { south: -85.06, west: -180, north: 85.06, east: 180 },
  projection: 'webmerc',
}

/** What most files and readouts need, known without the large register. */
export const BUILT_IN_SYSTEMS: ReadonlyMap<number, ReferenceSystem> = new Map(
  [WGS84, WEB_MERCATOR, LKS94].map((system) => [system.code ?? 0, system]),
)

/** UTM on WGS 84; zone 1 to 60. */
export function utmSystem(zone: number, isNorth: boolean): ReferenceSystem {
  return {
    ...ON_WGS84,
    code: (isNorth ? 32600 : 32700) + zone,
    name: `WGS 84 / UTM zone ${zone}${isNorth ? 'N' : 'S'}`,
    area: null,
    projection: `utm zone=${zone}${isNorth ? '' : ' south'}`,
  }
}

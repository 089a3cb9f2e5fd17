import proj4 from 'proj4'
import { systemOfCode } from './epsg-register.ts'
import { primeMeridianOf } from './prime-meridians.ts'
import { axisOrderOf } from './projection-text.ts'
import type { DatumOperation, Ellipsoid, ReferenceSystem, SystemFault } from './reference-system.ts'

/** Geographic systems that PROJ's names of datums and of grids stand for. */
const SYSTEM_OF_DATUM: Readonly<Record<string, number>> = {
  WGS84: 4326,
  NAD83: 4269,
  NAD27: 4267,
  GGRS87: 4121,
  potsdam: 4314,
  carthage: 4223,
  hermannskogel: 4312,
  ire65: 4299,
  nzgd49: 4272,
  OSGB36: 4277,
}
const SYSTEM_OF_GRID: readonly (readonly [pattern: RegExp, code: number])[] = [
  [/beta2007/i, 4314],
  [/ostn/i, 4277],
  [/ntf_r93/i, 4275],
  [/nzgd2kgrid/i, 4272],
  [/conus|ntv2_0|ntv1_can|alaska/i, 4267],
]

/** Words that change the figure of the Earth in ways that proj4 does not know. */
const UNKNOWN_FIGURE = ['f', 'es', 'e', 'R_V', 'R_g', 'R_h', 'R_lat_a', 'R_lat_g', 'geoc']
/** Words about anything but the projection. */
const NO_PARAMETERS = new Set([
  'proj',
  'datum',
  'ellps',
  'a',
  'b',
  'rf',
  'R',
  'towgs84',
  'nadgrids',
  'pm',
  'axis',
  'units',
  'to_meter',
  'no_defs',
  'type',
  'wktext',
  'geoidgrids',
  'geoid_crs',
  'vunits',
  'vto_meter',
  'title',
  'lon_wrap',
  'over',
])

/** The reference system of a PROJ string (`+proj=tmerc …`, `+init=epsg:3346`). */
export async function systemOfProj(text: string): Promise<ReferenceSystem | SystemFault> {
  const words = wordsOf(text)
  const init = /^epsg:(\d+)$/i.exec(words.get('init') ?? '')?.[1]
  if (init !== undefined) {
    const found = await systemOfCode(Number(init))
    return found === undefined ? 'unknownCrs' : 'unsupported' in found ? 'unsupportedCrs' : found
  }
  const method = words.get('proj')
  if (method === undefined || UNKNOWN_FIGURE.some((word) => words.has(word))) return 'unsupportedCrs'
  const datum = await datumOf(words)
  const ellipsoid = datum?.ellipsoid ?? ellipsoidOf(words)
  const meridian = meridianOf(words.get('pm'))
  const metresPerUnit = metresPerUnitOf(words)
  const axis = axisOrderOf(words.get('axis') ?? 'enu')
  if (!ellipsoid || meridian === undefined || metresPerUnit === undefined || !axis) return 'unsupportedCrs'
  const isAngular = ['longlat', 'latlong', 'lonlat', 'latlon'].includes(method)
  const parameters = [...words].filter(([key]) => !NO_PARAMETERS.has(key))
  const own = ownOperation(words.get('towgs84'), ellipsoid)
  if (own === 'fault') return 'unsupportedCrs'
  return {
    code: null,
    name: words.get('title') ?? '',
    area: null,
    ellipsoid,
    primeMeridianDegrees: meridian,
    unitDegrees: 1,
    projection: isAngular
      ? null
      : [
          webMercator(method, words) ?? method,
          ...parameters.map(([key, value]) => (value === '' ? key : `${key}=${value}`)),
        ].join(' '),
    metresPerUnit: isAngular ? 1 : metresPerUnit,
    axis: isAngular ? 'enu' : axis,
    isWgs84: own === null && (datum?.isWgs84 ?? isWebMercator(words)),
    operations: own ? [own] : (datum?.operations ?? assumedOperations(ellipsoid)),
  }
}

function wordsOf(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const [, key = '', quoted, bare] of text.matchAll(/\+(\w+)(?:=(?:"([^"]*)"|(\S+)))?/g))
    words.set(key, quoted ?? bare ?? '')
  return words
}

/** Web Mercator as PROJ wrote it before it had a name: on a sphere, with WGS 84's longitudes and latitudes. */
const isWebMercator = (words: ReadonlyMap<string, string>): boolean =>
  words.get('proj') === 'webmerc' ||
  (words.get('proj') === 'merc' && words.get('nadgrids') === '@null' && Number(words.get('a')) === 6_378_137)

const webMercator = (method: string, words: ReadonlyMap<string, string>): string | null =>
  method === 'merc' &&
  isWebMercator(words) &&
  Number(words.get('lon_0') ?? 0) === 0 &&
  Number(words.get('x_0') ?? 0) === 0
    ? 'webmerc'
    : null

async function datumOf(words: ReadonlyMap<string, string>): Promise<ReferenceSystem | undefined> {
  const named = words.get('datum')
  const grids = words.get('nadgrids') ?? ''
  const code =
    (named !== undefined && Object.hasOwn(SYSTEM_OF_DATUM, named) ? SYSTEM_OF_DATUM[named] : undefined) ??
    SYSTEM_OF_GRID.find(([pattern]) => pattern.test(grids))?.[1]
  const found = code === undefined ? undefined : await systemOfCode(code)
  return found && 'operations' in found ? found : undefined
}

/** Ellipsoids of PROJ that proj4 does not know. */
const OTHER_ELLIPSOIDS: Readonly<Record<string, Ellipsoid>> = {
  WGS72: { semiMajorMetres: 6_378_135, inverseFlattening: 298.26 },
  GSK2011: { semiMajorMetres: 6_378_136.5, inverseFlattening: 298.2564151 },
  PZ90: { semiMajorMetres: 6_378_136, inverseFlattening: 298.25784 },
  danish: { semiMajorMetres: 6_377_019.2563, inverseFlattening: 300 },
}

/** The figure as proj4 understands it; null for a name that it does not know, which it would take for WGS 84. */
function ellipsoidOf(words: ReadonlyMap<string, string>): Ellipsoid | null {
  const given = ['ellps', 'a', 'b', 'rf', 'R'].filter((key) => words.has(key))
  if (given.length === 0 || words.has('datum')) return null
  const other = words.get('ellps') ?? ''
  if (given.length === 1 && Object.hasOwn(OTHER_ELLIPSOIDS, other)) return OTHER_ELLIPSOIDS[other] ?? null
  const { a, b } = new proj4.Proj(
    `+proj=longlat ${given.map((key) => `+${key}=${words.get(key) ?? ''}`).join(' ')} +no_defs`,
  ) as unknown as { readonly a: number; readonly b: number }
  const name = words.get('ellps')
  const isTaken =
    name !== undefined && name !== 'WGS84' && a === 6_378_137 && Math.abs(b - 6_356_752.314245) < 1e-5
  if (isTaken || !(a > 0) || !(b > 0)) return null
  return { semiMajorMetres: a, inverseFlattening: a === b ? 0 : a / (a - b) }
}

function meridianOf(text: string | undefined): number | undefined {
  if (text === undefined) return 0
  const named = primeMeridianOf(text) ?? Number(text)
  return Number.isFinite(named) ? named : undefined
}

const UNIT_METRES: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  ft: 0.3048,
  'us-ft': 1200 / 3937,
  'ind-ft': 0.30479841,
  yd: 0.9144,
  'us-yd': 3600 / 3937,
  'ind-yd': 0.91439523,
  ch: 20.1168,
  'us-ch': 79200 / 3937,
  link: 0.201168,
  fath: 1.8288,
  kmi: 1852,
  mi: 1609.344,
  'us-mi': 6336000 / 3937,
}

function metresPerUnitOf(words: ReadonlyMap<string, string>): number | undefined {
  const factor = words.get('to_meter')
  if (factor !== undefined) {
    const [above = Number.NaN, below = 1] = factor.split('/').map(Number)
    return above / below > 0 ? above / below : undefined
  }
  const unit = words.get('units') ?? 'm'
  return Object.hasOwn(UNIT_METRES, unit) ? UNIT_METRES[unit] : undefined
}

/** Null: none given. */
function ownOperation(towgs84: string | undefined, ellipsoid: Ellipsoid): DatumOperation | null | 'fault' {
  if (towgs84 === undefined) return null
  const numbers = towgs84.split(',').map(Number)
  return numbers.every(Number.isFinite) ? (positionVector(numbers, ellipsoid) ?? 'fault') : 'fault'
}

/** The operation of three or seven parameters as `+towgs84` and TOWGS84 count them. */
export function positionVector(numbers: readonly number[], ellipsoid: Ellipsoid): DatumOperation | null {
  if (numbers.length !== 3 && numbers.length !== 7) return null
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, scalePpm = 0] = numbers
  const isSame = numbers.every((value) => value === 0) && isFigureOfWgs84(ellipsoid)
  return {
    kind: 'file',
    code: '',
    name: 'TOWGS84',
    accuracyMetres: null,
    area: null,
    shift: isSame
      ? null
      : {
          offsetSeconds: [0, 0],
          ellipsoid,
          translationMetres: [x, y, z],
          rotationSeconds: [rx, ry, rz],
          scalePpm,
        },
  }
}

/** WGS 84's ellipsoid and that of GRS 80 differ by a tenth of a millimetre. */
function isFigureOfWgs84({ semiMajorMetres, inverseFlattening }: Ellipsoid): boolean {
  return Math.abs(semiMajorMetres - 6_378_137) < 1e-3 && Math.abs(inverseFlattening - 298.257223) < 1e-5
}

/** A definition on today's ellipsoid that names no known datum is taken as WGS 84; on others nothing is known. */
export function assumedOperations(ellipsoid: Ellipsoid): readonly DatumOperation[] {
  return isFigureOfWgs84(ellipsoid)
    ? [{ kind: 'assumed', code: '', name: '', accuracyMetres: null, area: null, shift: null }]
    : []
}

import { primeMeridianOf } from '../../../gcp-files/reference-systems/prime-meridians.ts'
import type { ReferenceSystem } from '../../../gcp-files/reference-systems/reference-system.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** Values of a GeoTIFF's keys by their numbers (GeoTIFF 1.1, section 7). */
export type GeoKeys = ReadonlyMap<number, readonly number[] | string>

const KEY = {
  model: 1024,
  rasterType: 1025,
  geographicName: 2049,
  geographic: 2048,
  datum: 2050,
  primeMeridian: 2051,
  angularUnit: 2054,
  angularUnitRadians: 2055,
  ellipsoid: 2056,
  semiMajor: 2057,
  semiMinor: 2058,
  inverseFlattening: 2059,
  primeMeridianLongitude: 2061,
  toWgs84: 2062,
  projected: 3072,
  projectedName: 3073,
  projection: 3074,
  method: 3075,
  linearUnit: 3076,
  linearUnitMetres: 3077,
} as const

const MODEL = { projected: 1, geographic: 2 } as const
const PIXEL_IS_POINT = 2
const USER_DEFINED = 32767
/** Old files name a datum by the code of its geographic system plus so many (GeoTIFF 1.0, 6.3.2.2). */
const DATUM_ABOVE_SYSTEM = 2000

/** Methods of key 3075, by their names in a WKT of version 1. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'Transverse_Mercator',
  3: 'Hotine_Oblique_Mercator',
  5: 'Swiss_Oblique_Cylindrical',
  7: 'Mercator',
  8: 'Lambert_Conformal_Conic_2SP',
  9: 'Lambert_Conformal_Conic_1SP',
  10: 'Lambert_Azimuthal_Equal_Area',
  11: 'Albers_Conic_Equal_Area',
  12: 'Azimuthal_Equidistant',
  13: 'Equidistant_Conic',
  14: 'Stereographic',
  15: 'Polar_Stereographic',
  16: 'Oblique_Stereographic',
  17: 'Equirectangular',
  18: 'Cassini_Soldner',
  19: 'Gnomonic',
  22: 'Polyconic',
  24: 'Sinusoidal',
  26: 'New_Zealand_Map_Grid',
  27: 'Transverse_Mercator_South_Orientated',
  28: 'Cylindrical_Equal_Area',
  9815: 'Hotine_Oblique_Mercator_Azimuth_Center',
}

/** Parameters of a WKT, each with the keys that programs write it to: which one depends on the method, and on the program. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  latitude_of_origin: [3081, 3085, 3089],
  central_meridian: [3080, 3084, 3088, 3095],
  standard_parallel_1: [3078],
  standard_parallel_2: [3079],
  scale_factor: [3092, 3093],
  azimuth: [3094],
  rectified_grid_angle: [3096],
  false_easting: [3082, 3086, 3090],
  false_northing: [3083, 3087, 3091],
}

/** Radians of the angular units, metres of the linear ones (EPSG). */
const UNITS: Readonly<Record<number, number>> = {
  9101: 1,
  9102: Math.PI / 180,
  9103: Math.PI / 10_800,
  9104: Math.PI / 648_000,
  9105: Math.PI / 200,
  9106: Math.PI / 200,
  9109: 1e-6,
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9005: 0.3047972654,
  9030: 1852,
  9036: 1000,
  9037: 0.9143917962,
  9039: 0.201166195164,
  9040: 0.914398414616029,
  9041: 0.304799471538676,
  9042: 20.1167651215526,
  9084: 0.9143985307444408,
}

/** Figures of the Earth by their EPSG codes: semi-major axis [m] and inverse flattening, 0 for a sphere. */
const ELLIPSOIDS: Readonly<Record<number, readonly [semiMajorMetres: number, inverseFlattening: number]>> = {
  7001: [6_377_563.396, 299.3249646],
  7002: [6_377_340.189, 299.3249646],
  7003: [6_378_160, 298.25],
  7004: [6_377_397.155, 299.1528128],
  7008: [6_378_206.4, 294.978698213898],
  7011: [6_378_249.2, 293.466021293627],
  7012: [6_378_249.145, 293.465],
  7015: [6_377_276.345, 300.8017],
  7019: [6_378_137, 298.257222101],
  7022: [6_378_388, 297],
  7024: [6_378_245, 298.3],
  7030: [6_378_137, 298.257223563],
  7043: [6_378_135, 298.26],
  7048: [6_371_007, 0],
}

/** Names of prime meridians from this EPSG code on. */
const FIRST_MERIDIAN = 8901
const MERIDIANS =
  'greenwich lisbon paris bogota madrid rome bern jakarta ferro brussels stockholm athens oslo'.split(' ')

/** Looks up the reference system of an EPSG code. */
type SystemOfCode = (code: number) => Promise<ReferenceSystem | { readonly unsupported: string } | undefined>

/** Null where the file has no keys. */
export async function readGeoKeys(directory: TiffDirectory): Promise<GeoKeys | null> {
  const entries = await directory.numbers(TAG.geoKeys)
  if (entries.length < 4) return null
  const doubles = await directory.numbers(TAG.geoDoubles)
  const text = directory.has(TAG.geoText) ? await directory.text(TAG.geoText) : ''
  const keys = new Map<number, readonly number[] | string>()
  for (let at = 4; at + 3 < entries.length; at += 4) {
    const [key = 0, location = 0, count = 0, value = 0] = entries.slice(at, at + 4)
    if (location === 0) keys.set(key, [value])
    else if (location === TAG.geoDoubles) keys.set(key, doubles.slice(value, value + count))
    else if (location === TAG.geoText) keys.set(key, text.slice(value, value + count).replace(/[|\s]+$/, ''))
  }
  return keys
}

/** Whether coordinates of pixels are of their middles. */
export const isPixelAPoint = (keys: GeoKeys): boolean => numberOf(keys, KEY.rasterType) === PIXEL_IS_POINT

/** EPSG code that the keys name; undefined for a system that they define, or none. */
export function codeOfKeys(keys: GeoKeys): number | undefined {
  const code = numberOf(keys, KEY.projected) ?? numberOf(keys, KEY.geographic)
  return code === undefined || code === USER_DEFINED || code === 0 ? undefined : code
}

/**
 * WKT of a system that the keys define by its parts, whatever parts of it have codes.
 *
 * @returns null where a part is missing, or is one that no WKT names
 */
export async function wktOfKeys(keys: GeoKeys, systemOfCode: SystemOfCode): Promise<string | null> {
  const written = writtenOut(keys)
  if (written !== null) return written
  const base = await geographicOf(keys, systemOfCode)
  if (base === null) return null
  const model = numberOf(keys, KEY.model)
  if (model === MODEL.geographic) return base
  const projection = model === MODEL.projected ? projectionOf(keys) : null
  const metres = unitOf(keys, KEY.linearUnit, KEY.linearUnitMetres, 1)
  if (projection === null || metres === null) return null
  return `PROJCS["",${base},${projection},UNIT["",${metres}]]`
}

/** ArcGIS writes what has no code as a whole WKT into the name. */
function writtenOut(keys: GeoKeys): string | null {
  for (const key of [KEY.projectedName, KEY.geographicName]) {
    const name = keys.get(key)
    const text = typeof name === 'string' ? /^ESRI PE String = (.+)$/s.exec(name)?.[1] : undefined
    if (text !== undefined) return text
  }
  return null
}

async function geographicOf(keys: GeoKeys, systemOfCode: SystemOfCode): Promise<string | null> {
  const code = geographicCodeOf(keys)
  const found = code === undefined ? undefined : await systemOfCode(code)
  const known = found && 'operations' in found ? found : undefined
  const figure = figureOf(keys) ?? known?.ellipsoid
  const radians = unitOf(keys, KEY.angularUnit, KEY.angularUnitRadians, Math.PI / 180)
  const meridian = meridianOf(keys, radians) ?? known?.primeMeridianDegrees ?? 0
  if (!figure || radians === null || !Number.isFinite(meridian)) return null
  const shift = keys.get(KEY.toWgs84)
  return [
    'GEOGCS["",DATUM["",',
    `SPHEROID["",${figure.semiMajorMetres},${figure.inverseFlattening}]`,
    Array.isArray(shift) ? `,TOWGS84[${shift.join(',')}]` : '',
    `],PRIMEM["",${meridian}],UNIT["",${radians}]`,
    known ? `,AUTHORITY["EPSG","${code}"]` : '',
    ']',
  ].join('')
}

function geographicCodeOf(keys: GeoKeys): number | undefined {
  const own = numberOf(keys, KEY.geographic)
  if (own !== undefined && own !== USER_DEFINED) return own
  const datum = numberOf(keys, KEY.datum)
  return datum === undefined || datum === USER_DEFINED ? undefined : datum - DATUM_ABOVE_SYSTEM
}

function figureOf(keys: GeoKeys): ReferenceSystem['ellipsoid'] | undefined {
  const semiMajorMetres = numberOf(keys, KEY.semiMajor)
  const inverse = numberOf(keys, KEY.inverseFlattening)
  const semiMinor = numberOf(keys, KEY.semiMinor)
  if (semiMajorMetres !== undefined && inverse !== undefined)
    return { semiMajorMetres, inverseFlattening: inverse }
  if (semiMajorMetres !== undefined && semiMinor !== undefined) {
    const isSphere = semiMinor === semiMajorMetres
    return {
      semiMajorMetres,
      inverseFlattening: isSphere ? 0 : semiMajorMetres / (semiMajorMetres - semiMinor),
    }
  }
  const coded = ELLIPSOIDS[numberOf(keys, KEY.ellipsoid) ?? 0]
  return coded && { semiMajorMetres: coded[0], inverseFlattening: coded[1] }
}

/** Degrees; NaN for a code that is not known. */
function meridianOf(keys: GeoKeys, radians: number | null): number | undefined {
  const longitude = numberOf(keys, KEY.primeMeridianLongitude)
  if (longitude !== undefined) return (longitude * (radians ?? Number.NaN) * 180) / Math.PI
  const code = numberOf(keys, KEY.primeMeridian)
  if (code === undefined || code === USER_DEFINED) return undefined
  return primeMeridianOf(MERIDIANS[code - FIRST_MERIDIAN] ?? '') ?? Number.NaN
}

function projectionOf(keys: GeoKeys): string | null {
  const zone = zoneOf(numberOf(keys, KEY.projection))
  if (zone) return zone
  const name = METHODS[numberOf(keys, KEY.method) ?? 0]
  if (name === undefined) return null
  const parameters = Object.entries(PARAMETERS).flatMap(([parameter, places]) => {
    const value = places.map((key) => numberOf(keys, key)).find((found) => found !== undefined)
    return value === undefined ? [] : [`,PARAMETER["${parameter}",${value}]`]
  })
  return `PROJECTION["${name}"]${parameters.join('')}`
}

/** A zone of UTM: 16001 to 16060 in the north, 16101 to 16160 in the south. */
function zoneOf(code: number | undefined): string | null {
  const zone = code === undefined ? 0 : code % 100
  if (code === undefined || ![160, 161].includes(Math.floor(code / 100)) || zone < 1 || zone > 60) return null
  return [
    'PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0]',
    `PARAMETER["central_meridian",${zone * 6 - 183}],PARAMETER["scale_factor",0.9996]`,
    `PARAMETER["false_easting",500000],PARAMETER["false_northing",${code < 16_100 ? 0 : 10_000_000}]`,
  ].join(',')
}

/** Null for a unit that is not known. */
function unitOf(keys: GeoKeys, key: number, sizeKey: number, otherwise: number): number | null {
  const code = numberOf(keys, key)
  const size = numberOf(keys, sizeKey)
  if (code === undefined || code === 0) return otherwise
  return code === USER_DEFINED ? (size !== undefined && size > 0 ? size : null) : (UNITS[code] ?? null)
}

function numberOf(keys: GeoKeys, key: number): number | undefined {
  const value = keys.get(key)
  return typeof value === 'object' ? value[0] : undefined
}

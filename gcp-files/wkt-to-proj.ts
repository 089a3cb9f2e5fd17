import { child, epsgOf } from './wkt.ts'
import type { WktNode } from './wkt.ts'

/**
 * The projection methods, by their names in WKT 1 and 2 (lower case, letters and digits only), with the PROJ
 * parameters that follow from the name. proj4 reads WKT itself, but fails on the methods marked with *, on angles in
 * grads and on prime meridians of WKT 2.
 */
const METHODS: Record<string, string> = {
  transversemercator: 'tmerc',
  gausskruger: 'tmerc',
  transversemercatorsouthoriented: 'tmerc +axis=wsu',
  lambertconicconformal1sp: 'lcc',
  lambertconformalconic1sp: 'lcc',
  lambertconicconformal2sp: 'lcc',
  lambertconformalconic2sp: 'lcc',
  lambertconformalconic: 'lcc',
  lambertazimuthalequalarea: 'laea',
  albersequalarea: 'aea',
  albersconicequalarea: 'aea',
  albers: 'aea',
  azimuthalequidistant: 'aeqd',
  modifiedazimuthalequidistant: 'aeqd', // *
  hotineobliquemercatorvariantb: 'omerc', // *
  hotineobliquemercatorazimuthcenter: 'omerc',
  obliquemercator: 'omerc',
  hotineobliquemercatorvarianta: 'omerc +no_uoff',
  hotineobliquemercator: 'omerc +no_uoff',
  swissobliquecylindrical: 'somerc',
  mercatorvarianta: 'merc',
  mercatorvariantb: 'merc',
  mercator1sp: 'merc',
  mercator2sp: 'merc',
  popularvisualisationpseudomercator: 'merc +nadgrids=@null +a=6378137 +b=6378137',
  mercatorauxiliarysphere: 'merc +nadgrids=@null +a=6378137 +b=6378137',
  obliquestereographic: 'sterea',
  doublestereographic: 'sterea',
  polarstereographicvarianta: 'stere',
  polarstereographicvariantb: 'stere',
  polarstereographic: 'stere',
  stereographic: 'stere',
  cassinisoldner: 'cass',
  cassini: 'cass',
  bonne: 'bonne',
  equidistantconic: 'eqdc',
  equirectangular: 'eqc',
  equidistantcylindrical: 'eqc',
  platecarree: 'eqc',
  lambertcylindricalequalarea: 'cea',
  cylindricalequalarea: 'cea',
  americanpolyconic: 'poly',
  polyconic: 'poly',
  sinusoidal: 'sinu',
  orthographic: 'ortho',
  gnomonic: 'gnom',
  mollweide: 'moll',
}

/** PROJ parameter of each WKT parameter; `°` marks an angle, `m` a length. */
const PARAMETERS: Record<string, string> = {
  latitudeoforigin: '°lat_0',
  latitudeofnaturalorigin: '°lat_0',
  latitudeoffalseorigin: '°lat_0',
  latitudeofcenter: '°lat_0',
  latitudeofcentre: '°lat_0',
  latitudeofprojectioncentre: '°lat_0',
  centralmeridian: '°lon_0',
  longitudeoforigin: '°lon_0',
  longitudeofnaturalorigin: '°lon_0',
  longitudeoffalseorigin: '°lon_0',
  longitudeofcenter: '°lon_0',
  longitudeofcentre: '°lon_0',
  longitudeofprojectioncentre: '°lon_0',
  standardparallel1: '°lat_1',
  latitudeof1ststandardparallel: '°lat_1',
  latitudeofstandardparallel: '°lat_ts',
  standardparallel2: '°lat_2',
  latitudeof2ndstandardparallel: '°lat_2',
  azimuth: '°alpha',
  azimuthofinitialline: '°alpha',
  rectifiedgridangle: '°gamma',
  anglefromrectifiedtoskewgrid: '°gamma',
  scalefactor: 'k_0',
  scalefactoratnaturalorigin: 'k_0',
  scalefactoroninitialline: 'k_0',
  falseeasting: 'mx_0',
  eastingatfalseorigin: 'mx_0',
  eastingatprojectioncentre: 'mx_0',
  falsenorthing: 'my_0',
  northingatfalseorigin: 'my_0',
  northingatprojectioncentre: 'my_0',
}

const RADIANS_TO_DEGREES = 180 / Math.PI
const plain = (value: string | number | undefined) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** What a WKT says in PROJ's words, and the EPSG code of the geographic system that it stands on. */
export interface ProjFromWkt {
  readonly definition: string
  readonly baseEpsg: number | undefined
}

/**
 * A PROJ definition of the coordinate system of a WKT text. Axes are taken as x east, y north, as control-point
 * files write them. Null for methods that are not in the table.
 */
export function projFromWkt(root: WktNode): ProjFromWkt | null {
  const bound = child(root, 'SOURCECRS')?.children[0]
  const crs = root.name === 'COMPD_CS' || root.name === 'COMPOUNDCRS' ? root.children[0] : (bound ?? root)
  if (!crs) return null
  const projected = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'].includes(crs.name)
  const base = projected ? child(crs, 'GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS', 'GEOGCRS') : crs
  if (!base || !(projected || ['GEOGCS', 'GEOGCRS', 'GEODCRS', 'GEOGRAPHICCRS'].includes(crs.name)))
    return null
  const projection = projected ? projectionOf(crs, base) : 'longlat'
  const ellipsoid = ellipsoidOf(base)
  if (!projection || !ellipsoid) return null
  const shift = shiftOf(root, base)
  const onSphere = projection.includes('+nadgrids=@null')
  const definition = [
    `+proj=${projection}`,
    onSphere ? '' : `${ellipsoid} ${shift}`,
    primeMeridian(base),
    '+no_defs',
  ]
  return { definition: definition.filter(Boolean).join(' '), baseEpsg: epsgOf(base) }
}

function projectionOf(crs: WktNode, base: WktNode): string | null {
  const conversion = child(crs, 'CONVERSION') ?? crs
  const method = METHODS[plain(child(conversion, 'METHOD', 'PROJECTION')?.values[0])]
  if (!method) return null
  const angleUnit = unitFactor(base) ?? 1 / RADIANS_TO_DEGREES
  const lengthUnit = unitFactor(crs) ?? unitFactor(child(crs, 'AXIS')) ?? 1
  const parameters = conversion.children
    .filter(({ name }) => name === 'PARAMETER')
    .map((parameter) => {
      const proj = PARAMETERS[plain(parameter.values[0])]
      if (!proj) return ''
      const value = Number(parameter.values[1])
      const own = unitFactor(parameter)
      if (proj.startsWith('°')) return `+${proj.slice(1)}=${value * (own ?? angleUnit) * RADIANS_TO_DEGREES}`
      // PROJ wants false eastings in metres, whatever the unit of the coordinates.
      if (proj.startsWith('m')) return `+${proj.slice(1)}=${value * (own ?? lengthUnit)}`
      return `+${proj}=${value}`
    })
  const unit = lengthUnit === 1 ? '+units=m' : `+to_meter=${lengthUnit}`
  return namedForMethod([method, ...parameters, unit].filter(Boolean).join(' '))
}

/** Some methods give PROJ's parameters other names. */
function namedForMethod(projection: string): string {
  if (projection.startsWith('omerc')) return projection.replace('+lon_0=', '+lonc=')
  if (projection.startsWith('lcc') && !projection.includes('+lat_1='))
    return projection.replace(/\+lat_0=(\S+)/, '+lat_0=$1 +lat_1=$1')
  if (/^(merc|eqc|cea) /.test(projection)) return projection.replace('+lat_1=', '+lat_ts=')
  return projection
}

/** Metres or radians of the unit that a node carries. */
function unitFactor(node: WktNode | undefined): number | undefined {
  const factor = child(node, 'LENGTHUNIT', 'ANGLEUNIT', 'UNIT')?.values[1]
  return typeof factor === 'number' && factor > 0 ? factor : undefined
}

function datumOf(base: WktNode): WktNode | undefined {
  return child(base, 'DATUM', 'ENSEMBLE', 'GEODETICDATUM', 'TRF')
}

function ellipsoidOf(base: WktNode): string | null {
  const ellipsoid = child(datumOf(base), 'ELLIPSOID', 'SPHEROID')
  const a = Number(ellipsoid?.values[1])
  const inverseFlattening = Number(ellipsoid?.values[2])
  if (!(a > 0)) return null
  return inverseFlattening > 0 ? `+a=${a} +rf=${inverseFlattening}` : `+a=${a} +b=${a}`
}

function primeMeridian(base: WktNode): string {
  const node = child(base, 'PRIMEM')
  const degrees =
    Number(node?.values[1] ?? 0) * (unitFactor(node) ?? unitFactor(base) ?? 1 / RADIANS_TO_DEGREES)
  return degrees === 0 || !Number.isFinite(degrees) ? '' : `+pm=${degrees * RADIANS_TO_DEGREES}`
}

/** Seven parameters of a BOUNDCRS or of TOWGS84; GRS 80 and WGS 84 count as tied. */
function shiftOf(root: WktNode, base: WktNode): string {
  const given = child(datumOf(base), 'TOWGS84')?.values.map(Number)
  const bound = child(root, 'ABRIDGEDTRANSFORMATION')
    ?.children.filter(({ name }) => name === 'PARAMETER')
    .map((parameter) => Number(parameter.values[1]))
  const numbers = given ?? bound ?? []
  if ((numbers.length === 3 || numbers.length === 7) && numbers.every(Number.isFinite))
    return `+towgs84=${numbers.join(',')}`
  const a = Number(child(datumOf(base), 'ELLIPSOID', 'SPHEROID')?.values[1])
  const rf = Number(child(datumOf(base), 'ELLIPSOID', 'SPHEROID')?.values[2])
  return a === 6_378_137 && Math.abs(rf - 298.257) < 1e-3 ? '+towgs84=0,0,0' : ''
}

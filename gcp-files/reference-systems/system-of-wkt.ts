import { child, epsgOf } from '../wkt.ts'
import type { WktNode } from '../wkt.ts'
import { isSameFigure, systemOfCode, systemOfDatum } from './epsg-register.ts'
import { primeMeridianOf } from './prime-meridians.ts'
import type {
  AxisOrder,
  DatumOperation,
  Ellipsoid,
  ReferenceSystem,
  SystemFault,
} from './reference-system.ts'
import { assumedOperations, positionVector } from './system-of-proj.ts'

/**
 * The projection methods, by their names in WKT 1 and 2 (lower case, letters and digits only), with the PROJ
 * parameters that follow from the name.
 */
const METHODS: Record<string, string> = {
  transversemercator: 'tmerc',
  gausskruger: 'tmerc',
  transversemercatorsouthorientated: 'tmerc',
  transversemercatorsouthoriented: 'tmerc',
  lambertconicconformal1sp: 'lcc',
  lambertconformalconic1sp: 'lcc',
  lambertconicconformal2sp: 'lcc',
  lambertconformalconic2sp: 'lcc',
  lambertconformalconic: 'lcc',
  lambertconicconformal2spbelgium: 'lcc',
  lambertconformalconic2spbelgium: 'lcc',
  lambertconicconformal2spmichigan: 'lcc',
  lambertazimuthalequalarea: 'laea',
  lambertazimuthalequalareaspherical: 'laea R_A',
  lambertcylindricalequalareaspherical: 'cea R_A',
  albersequalarea: 'aea',
  albersconicequalarea: 'aea',
  albers: 'aea',
  azimuthalequidistant: 'aeqd',
  modifiedazimuthalequidistant: 'aeqd',
  hotineobliquemercatorvariantb: 'omerc',
  hotineobliquemercatorazimuthcenter: 'omerc',
  obliquemercator: 'omerc',
  hotineobliquemercatorvarianta: 'omerc no_uoff',
  hotineobliquemercator: 'omerc no_uoff',
  hotineobliquemercatorazimuthnaturalorigin: 'omerc no_uoff',
  swissobliquecylindrical: 'somerc',
  mercatorvarianta: 'merc',
  mercatorvariantb: 'merc',
  mercator: 'merc',
  mercator1sp: 'merc',
  mercator2sp: 'merc',
  popularvisualisationpseudomercator: 'webmerc',
  mercatorauxiliarysphere: 'webmerc',
  obliquestereographic: 'sterea',
  doublestereographic: 'sterea',
  polarstereographicvarianta: 'stere',
  stereographicnorthpole: 'stere',
  stereographicsouthpole: 'stere',
  polarstereographicvariantb: 'stere',
  polarstereographic: 'stere',
  stereographic: 'stere',
  krovak: 'krovak',
  krovaknorthorientated: 'krovak',
  newzealandmapgrid: 'nzmg',
  equalearth: 'eqearth',
  rectifiedskeworthomorphicnaturalorigin: 'omerc no_uoff',
  rectifiedskeworthomorphiccenter: 'omerc',
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
  azimuthatprojectioncentre: '°alpha',
  xyplanerotation: '°gamma',
  rectifiedgridangle: '°gamma',
  anglefromrectifiedtoskewgrid: '°gamma',
  scalefactor: 'k_0',
  scalefactoratnaturalorigin: 'k_0',
  scalefactoroninitialline: 'k_0',
  scalefactoratprojectioncentre: 'k_0',
  scalefactoronpseudostandardparallel: 'k_0',
  ellipsoidscalingfactor: 'k_0',
  falseeasting: 'mx_0',
  eastingatfalseorigin: 'mx_0',
  eastingatprojectioncentre: 'mx_0',
  falsenorthing: 'my_0',
  northingatfalseorigin: 'my_0',
  northingatprojectioncentre: 'my_0',
}

const RADIANS_TO_DEGREES = 180 / Math.PI
const DEGREE = 1 / RADIANS_TO_DEGREES
const plain = (value: string | number | undefined) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS']
const GEOGRAPHIC = [
  'GEOGCS',
  'GEOGCRS',
  'GEODCRS',
  'GEODETICCRS',
  'GEOGRAPHICCRS',
  'BASEGEOGCRS',
  'BASEGEODCRS',
]

/**
 * The reference system that a WKT text defines, of a compound one the horizontal part. Coordinates are taken in the
 * order east, north where the axes have these directions, as control-point files write them whatever the order of the
 * axes. The datum is tied by what the text itself gives, or by the register where it names a datum that is known there.
 */
export async function systemOfWkt(root: WktNode): Promise<ReferenceSystem | SystemFault> {
  const bound = child(root, 'SOURCECRS')?.children[0]
  const whole = bound ?? root
  const crs = ['COMPD_CS', 'COMPOUNDCRS'].includes(whole.name) ? whole.children[0] : whole
  if (!crs) return 'unknownCrs'
  const ownCode = crs === root ? undefined : epsgOf(crs)
  if (ownCode !== undefined && !bound) {
    const known = await systemOfCode(ownCode)
    if (known && 'operations' in known) return known
  }
  const isProjected = PROJECTED.includes(crs.name)
  const base = isProjected ? child(crs, ...GEOGRAPHIC) : crs
  if (!base || !GEOGRAPHIC.includes(base.name)) return 'unsupportedCrs'
  const ellipsoid = ellipsoidOf(base)
  const projection = isProjected ? projectionOf(crs, base) : null
  if (!ellipsoid || (isProjected && !projection)) return 'unsupportedCrs'
  const tie = await tieOf(root, base, ellipsoid)
  return {
    code: null,
    name: String(crs.values[0] ?? ''),
    area: null,
    ellipsoid,
    primeMeridianDegrees: primeMeridian(base),
    unitDegrees: (unitFactor(base) ?? unitFactor(child(base, 'AXIS')) ?? DEGREE) * RADIANS_TO_DEGREES,
    projection,
    metresPerUnit: isProjected ? lengthUnit(crs) : 1,
    axis: isProjected ? axisOf(crs) : 'enu',
    ...tie,
  }
}

const lengthUnit = (crs: WktNode) => unitFactor(crs) ?? unitFactor(child(crs, 'AXIS')) ?? 1

function projectionOf(crs: WktNode, base: WktNode): string | null {
  const conversion = child(crs, 'CONVERSION') ?? crs
  const methodName = plain(child(conversion, 'METHOD', 'PROJECTION')?.values[0])
  const method = Object.hasOwn(METHODS, methodName) ? METHODS[methodName] : undefined
  if (!method) return null
  const values = new Map<string, number>()
  for (const parameter of conversion.children) {
    const name = plain(parameter.values[0])
    const proj =
      parameter.name === 'PARAMETER' && Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
    if (proj === undefined) continue
    const value = Number(parameter.values[1])
    const own = unitFactor(parameter)
    if (proj.startsWith('°'))
      values.set(proj.slice(1), value * (own ?? unitFactor(base) ?? DEGREE) * RADIANS_TO_DEGREES)
    // PROJ wants false eastings in metres, whatever the unit of the coordinates.
    else if (proj.startsWith('m')) values.set(proj.slice(1), value * (own ?? lengthUnit(crs)))
    else values.set(proj, value * (own ?? 1))
  }
  return namedForMethod(methodName, method, values)
}

/** Some methods give PROJ's parameters other names. Null for parameters that proj4 cannot follow. */
function namedForMethod(name: string, method: string, values: Map<string, number>): string | null {
  const rename = (from: string, to: string) => {
    const value = values.get(from)
    if (value === undefined) return
    values.delete(from)
    values.set(to, value)
  }
  if (method.startsWith('omerc')) rename('lon_0', 'lonc')
  if (method === 'lcc' && !values.has('lat_1')) values.set('lat_1', values.get('lat_0') ?? 0)
  if (/^(merc|eqc|cea)\b/.test(method)) rename('lat_1', 'lat_ts')
  if (name.startsWith('polarstereographic') || /^stereographic(north|south)pole$/.test(name)) {
    const latitude = values.get('lat_1') ?? values.get('lat_ts') ?? values.get('lat_0') ?? Number.NaN
    values.delete('lat_1')
    values.set('lat_0', latitude < 0 ? -90 : 90)
    if (Math.abs(latitude) < 90) values.set('lat_ts', latitude)
  }
  if ([...values.values()].some((value) => !Number.isFinite(value))) return null
  if (method === 'krovak') values.delete('gamma')
  return [method, ...[...values].map(([key, value]) => `${key}=${value}`)].join(' ')
}

/** Metres or radians of the unit that a node carries. */
function unitFactor(node: WktNode | undefined): number | undefined {
  const factor = child(node, 'LENGTHUNIT', 'ANGLEUNIT', 'SCALEUNIT', 'UNIT')?.values[1]
  return typeof factor === 'number' && factor > 0 ? factor : undefined
}

const datumOf = (base: WktNode) => child(base, 'DATUM', 'ENSEMBLE', 'GEODETICDATUM', 'TRF')

function ellipsoidOf(base: WktNode): Ellipsoid | null {
  const node = child(datumOf(base), 'ELLIPSOID', 'SPHEROID')
  const semiMajorMetres = Number(node?.values[1]) * (unitFactor(node) ?? 1)
  const inverseFlattening = Number(node?.values[2])
  if (!(semiMajorMetres > 0)) return null
  return { semiMajorMetres, inverseFlattening: inverseFlattening > 0 ? inverseFlattening : 0 }
}

/** Of version 1 programs write the meridian in degrees beside a unit of grads, or in that unit: a known name decides. */
function primeMeridian(base: WktNode): number {
  const node = child(base, 'PRIMEM')
  const value = Number(node?.values[1] ?? 0)
  if (!node || !Number.isFinite(value)) return 0
  const inherited = base.name === 'GEOGCS' ? DEGREE : (unitFactor(base) ?? DEGREE)
  const inUnit = value * (unitFactor(node) ?? inherited) * RADIANS_TO_DEGREES
  const known = primeMeridianOf(String(node.values[0]))
  if (known === undefined) return inUnit
  const ways = [inUnit, value, value * (unitFactor(base) ?? DEGREE) * RADIANS_TO_DEGREES]
  return ways.toSorted((one, other) => Math.abs(one - known) - Math.abs(other - known))[0] ?? inUnit
}

/** North before east means the same as east before north. */
function axisOf(crs: WktNode): AxisOrder {
  const directions = [...crs.children, ...(child(crs, 'CS')?.children ?? [])]
    .filter(({ name }) => name === 'AXIS')
    .map(({ children, values }) => plain(children[0]?.name ?? values[1]).charAt(0))
    .slice(0, 2)
    .join('')
  const method = plain(child(child(crs, 'CONVERSION') ?? crs, 'METHOD', 'PROJECTION')?.values[0])
  if (directions === 'ws' || directions === 'sw') return directions === 'ws' ? 'wsu' : 'swu'
  if (directions === 'wn') return 'wnu'
  if (directions === 'es') return 'esu'
  if (directions !== '') return 'enu'
  // Esri writes no axes: its Krovak counts south and west unless parameters turn it.
  const isTurned = crs.children.some(
    ({ values }) => plain(values[0]) === 'xyplanerotation' && values[1] === 90,
  )
  const isEsriKrovak = crs.children.some(({ values }) => plain(values[0]) === 'xyplanerotation')
  if (method === 'krovak' && isEsriKrovak && !isTurned) return 'swu'
  return method.startsWith('transversemercatorsouthorient') ? 'wsu' : 'enu'
}

/** What ties the datum of a text to WGS 84: its own parameters, else the register's operations. */
async function tieOf(
  root: WktNode,
  base: WktNode,
  ellipsoid: Ellipsoid,
): Promise<Pick<ReferenceSystem, 'isWgs84' | 'operations'>> {
  const own = ownOperation(root, base, ellipsoid)
  if (own) return { isWgs84: false, operations: [own] }
  const coded = await systemOfBase(base)
  const name = String(datumOf(base)?.values[0] ?? '')
  const known =
    coded && isSameFigure(coded.ellipsoid, ellipsoid) ? coded : await systemOfDatum(name, ellipsoid)
  return known
    ? { isWgs84: known.isWgs84, operations: known.operations }
    : { isWgs84: false, operations: assumedOperations(ellipsoid) }
}

async function systemOfBase(base: WktNode): Promise<ReferenceSystem | undefined> {
  const code = epsgOf(base)
  const found = code === undefined ? undefined : await systemOfCode(code)
  return found && 'operations' in found ? found : undefined
}

/** Parameters of TOWGS84, or of a BOUNDCRS, whose method tells which way its rotations turn. */
function ownOperation(root: WktNode, base: WktNode, ellipsoid: Ellipsoid): DatumOperation | null {
  const given = child(datumOf(base), 'TOWGS84')?.values.map(Number)
  if (given?.every(Number.isFinite)) return positionVector(given, ellipsoid)
  const transformation = child(root, 'ABRIDGEDTRANSFORMATION')
  const method = plain(child(transformation, 'METHOD')?.values[0])
  const sign = method.startsWith('coordinateframe') ? -1 : 1
  if (sign === 1 && !/^(positionvector|geocentrictranslations)/.test(method)) return null
  const valueOf = (pattern: RegExp, factor: number, otherwise: number) => {
    const node = transformation?.children.find(
      ({ name, values }) => name === 'PARAMETER' && pattern.test(plain(values[0])),
    )
    return node ? (Number(node.values[1]) * (unitFactor(node) ?? otherwise)) / factor : 0
  }
  const second = DEGREE / 3600
  const numbers = [
    ...['x', 'y', 'z'].map((axis) => valueOf(new RegExp(`^${axis}axistranslation`), 1, 1)),
    ...['x', 'y', 'z'].map((axis) => sign * valueOf(new RegExp(`^${axis}axisrotation`), second, second)),
    scaleDifference(transformation),
  ]
  return numbers.every(Number.isFinite) ? positionVector(numbers, ellipsoid) : null
}

/** Parts per million; WKT writes them, or the factor itself without a unit. */
function scaleDifference(transformation: WktNode | undefined): number {
  const node = transformation?.children.find(({ values }) => plain(values[0]).startsWith('scaledifference'))
  const value = Number(node?.values[1] ?? 0)
  if (node && unitFactor(node) === 1) return (value - 1) * 1e6
  return Math.abs(value - 1) < 1e-3 && !unitFactor(node) ? (value - 1) * 1e6 : value
}

import { BUILT_IN_SYSTEMS } from './built-in-systems.ts'
import type * as register from './register.js'
import { projectionParts } from './projection-text.ts'
import type { Area, DatumOperation, DatumShift, Ellipsoid, ReferenceSystem } from './reference-system.ts'

type Register = typeof register

/** The register is large (120 kB as it is sent), so it is loaded when the first system asks for it. */
const loadRegister = (): Promise<Register> => import('./register.js')

/** Codes of Web Mercator that other programs write, and EPSG's own. */
const OTHER_CODES: ReadonlyMap<number, number> = new Map([
  [900913, 3857],
  [102100, 3857],
  [102113, 3857],
])

/**
 * The reference system of an EPSG code: of a compound system the horizontal part, of a three-dimensional one the two
 * first axes. `unsupported` where the projection cannot be computed, with its name; undefined for an unknown code.
 * Rejects where the register cannot be loaded.
 */
export async function systemOfCode(
  asked: number,
): Promise<ReferenceSystem | { readonly unsupported: string } | undefined> {
  const code = OTHER_CODES.get(asked) ?? asked
  return BUILT_IN_SYSTEMS.get(code) ?? readSystem(await loadRegister(), code)
}

/**
 * A geographic system on the datum of that name (`D_Pulkovo_1942`, `Pulkovo 1942`) and that ellipsoid, which tells apart
 * datums of one name; undefined where none is known.
 */
export async function systemOfDatum(
  name: string,
  ellipsoid: Ellipsoid,
): Promise<ReferenceSystem | undefined> {
  const plain = name
    .replace(/^(D|GCS)_/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const { DATUM_NAMES } = await loadRegister()
  for (const [, code] of plain === '' ? [] : rowsOf(DATUM_NAMES, plain)) {
    const found = await systemOfCode(Number(code))
    if (found && 'operations' in found && isSameFigure(found.ellipsoid, ellipsoid)) return found
  }
  return undefined
}

/** To a few centimetres: programs round what they write. */
export function isSameFigure(one: Ellipsoid, other: Ellipsoid): boolean {
  const semiMinor = ({ semiMajorMetres, inverseFlattening }: Ellipsoid) =>
    inverseFlattening === 0 ? semiMajorMetres : semiMajorMetres * (1 - 1 / inverseFlattening)
  return (
    Math.abs(one.semiMajorMetres - other.semiMajorMetres) < 0.05 &&
    Math.abs(semiMinor(one) - semiMinor(other)) < 0.05
  )
}

function readSystem(
  register: Register,
  code: number,
  depth = 0,
): ReferenceSystem | { readonly unsupported: string } | undefined {
  const [row] = rowsOf(register.SYSTEMS, code)
  if (!row || depth > 3) return undefined
  const [, name = '', area = '', base = '', projection = ''] = row
  if (base.startsWith('=')) {
    const same = readSystem(register, Number(base.slice(1)), depth + 1)
    return same && 'operations' in same ? { ...same, code, name } : same
  }
  if (projection === '') return { unsupported: name }
  const baseCode = base === '' ? code : Number(base)
  const [geodetic] = rowsOf(register.GEODETIC, baseCode)
  if (!geodetic) return undefined
  const [, semiMajorMetres = 0, inverseFlattening = 0, primeMeridianDegrees = 0, unitDegrees = 1] =
    geodetic.map(Number)
  const ellipsoid = { semiMajorMetres, inverseFlattening }
  return {
    code,
    name,
    area: areaOf(area),
    ellipsoid,
    primeMeridianDegrees,
    unitDegrees,
    ...(projection === 'longlat'
      ? { projection: null, metresPerUnit: 1, axis: 'enu' as const }
      : projectionParts(projection)),
    isWgs84: baseCode === 4326,
    operations: baseCode === 4326 ? [] : operationsOf(register, baseCode, ellipsoid),
  }
}

function operationsOf(register: Register, base: number, own: Ellipsoid): readonly DatumOperation[] {
  return rowsOf(register.OPERATIONS, base).map(
    ([, code = '', name = '', accuracy = '', area = '', parameters = '']) => ({
      kind: 'register',
      code,
      name,
      accuracyMetres: accuracy === '' ? null : Number(accuracy),
      area: areaOf(area),
      shift: parameters === '' ? null : shiftOf(parameters.split(',').map(Number), own),
    }),
  )
}

function shiftOf(numbers: readonly number[], own: Ellipsoid): DatumShift {
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, scalePpm = 0, dlat = 0, dlon = 0, a, rf] = numbers
  return {
    offsetSeconds: [dlon, dlat],
    ellipsoid: a === undefined ? own : { semiMajorMetres: a, inverseFlattening: rf ?? 0 },
    translationMetres: [x, y, z],
    rotationSeconds: [rx, ry, rz],
    scalePpm,
  }
}

function areaOf(text: string): Area | null {
  if (text === '') return null
  const [south = 0, west = 0, north = 0, east = 0] = text.split(',').map(Number)
  return { south, west, north, east }
}

/** The rows of a table that begin with a key; they stand together. */
function rowsOf(table: string, key: string | number): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = []
  const start = `\n${key}|`
  for (let at = table.indexOf(start); at !== -1 && table.startsWith(start, at);) {
    const end = table.indexOf('\n', at + 1)
    rows.push(table.slice(at + 1, end).split('|'))
    at = end
  }
  return rows
}

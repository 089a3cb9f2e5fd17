import proj4 from 'proj4'
import type { ImagePoint, MapPoint } from '../contract/control-points.ts'
import { withDatumShift, withShiftAt } from './datum-shifts.ts'
import type { DatumShift } from './datum-shifts.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import type { GcpFile, GcpFileError } from './gcp-file.ts'
import { mapPointOf } from '../contract/web-mercator.ts'
import { epsgOf, parseWkt } from './wkt.ts'
import { projFromWkt } from './wkt-to-proj.ts'

/**
 * Gives the PROJ definition of an EPSG code, or undefined when there is none. Passed in, so that client and server
 * each load only what they need of the large registry (package `epsg-index`).
 */
export type LoadEpsg = (code: number) => Promise<string | undefined>

/** A pair of a control-point file, projected. */
export interface ProjectedGcp {
  readonly image: ImagePoint
  /** EPSG:3857 metres. */
  readonly map: MapPoint
  readonly enabled: boolean
  readonly note?: string
}

export interface ProjectedGcps {
  readonly points: readonly ProjectedGcp[]
  /** The coordinate system that was used: as given, or guessed from the numbers. */
  readonly crs: string
  /** The file named no coordinate system. */
  readonly guessed: boolean
  /** How well the datum is tied to WGS84; `unknown` may mean an offset of hundreds of metres. */
  readonly datumShift: DatumShift
}

export type ProjectionResult =
  | { readonly ok: true; readonly projected: ProjectedGcps }
  | { readonly ok: false; readonly error: GcpFileError }

type Project = (x: number, y: number) => MapPoint

/**
 * Projects a file's points into EPSG:3857. Where neither the file nor `crs` names a coordinate system, numbers that
 * can be degrees are taken as WGS84 longitude and latitude, others as EPSG:3857.
 * @param options.crs what the user says about a file, before what the file says.
 */
export async function toWebMercator(
  file: GcpFile,
  loadEpsg: LoadEpsg,
  options: { readonly crs?: string } = {},
): Promise<ProjectionResult> {
  try {
    const given = options.crs ?? file.crs
    const crs = given ?? guessCrs(file)
    const { project, shift } = await projectionOf(crs, loadEpsg, middleOf(file))
    const points = file.points.map(({ image, ground, enabled, note, line }): ProjectedGcp => {
      const map = project(ground[0], ground[1])
      if (!map.every(Number.isFinite))
        throw new GcpFileFault({ code: 'outsideCrs', ...(line && { line }), value: ground.join(' ') })
      return { image, map, enabled, ...(note && { note }) }
    })
    return { ok: true, projected: { points, crs, guessed: given === null, datumShift: shift } }
  } catch (error) {
    if (error instanceof GcpFileFault) return { ok: false, error: error.details }
    throw error
  }
}

function guessCrs({ points }: GcpFile): string {
  const degrees = points.every(({ ground: [x, y] }) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
  return degrees ? 'EPSG:4326' : 'EPSG:3857'
}

/** One shift for the whole sheet, or it would be torn where two regions meet. */
function middleOf({ points }: GcpFile): readonly [x: number, y: number] {
  const mean = (axis: 0 | 1): number =>
    points.reduce((sum, { ground }) => sum + ground[axis], 0) / Math.max(points.length, 1)
  return [mean(0), mean(1)]
}

async function projectionOf(
  crs: string,
  loadEpsg: LoadEpsg,
  middle: readonly [x: number, y: number],
): Promise<{ project: Project; shift: DatumShift }> {
  const { definition, shift } = await definitionOf(crs.trim(), loadEpsg)
  if (definition === WGS84) return { project: fromLonLat, shift }
  if (definition === WEB_MERCATOR) return { project: (x, y) => [x, y], shift }
  try {
    const [middleLon, middleLat] = proj4(definition, 'WGS84').forward<[number, number]>([...middle])
    const { forward } = proj4(withShiftAt(definition, [middleLon, middleLat]), 'WGS84')
    return {
      shift,
      project: (x, y) => {
        const [lon, lat] = forward([x, y])
        return fromLonLat(lon ?? Number.NaN, lat ?? Number.NaN)
      },
    }
  } catch {
    throw new GcpFileFault({ code: 'unsupportedCrs', value: excerpt(crs) })
  }
}

const WGS84 = 'WGS84'
const WEB_MERCATOR = 'WEB_MERCATOR'

const fromLonLat: Project = (lon, lat) =>
  Math.abs(lon) <= 360 && Math.abs(lat) < 90 ? mapPointOf(lon, lat) : [Number.NaN, Number.NaN]

async function definitionOf(
  crs: string,
  loadEpsg: LoadEpsg,
): Promise<{ definition: string; shift: DatumShift }> {
  const code = codeOf(crs)
  if (code !== undefined) return fromEpsg(code, loadEpsg)
  if (crs.startsWith('+')) return withDatumShift(crs)
  const wkt = parseWkt(crs)
  if (!wkt) throw new GcpFileFault({ code: 'unknownCrs', value: excerpt(crs) })
  const ownCode = epsgOf(wkt)
  if (ownCode !== undefined) return fromEpsg(ownCode, loadEpsg)
  const read = projFromWkt(wkt)
  if (!read) throw new GcpFileFault({ code: 'unsupportedCrs', value: excerpt(crs) })
  if (/\+(towgs84|nadgrids)=/.test(read.definition)) return { definition: read.definition, shift: 'exact' }
  // The WKT does not tie its datum to WGS84, but the geographic system beneath may be a known one.
  const base = read.baseEpsg === undefined ? undefined : await loadEpsg(read.baseEpsg)
  const known = base === undefined ? undefined : withDatumShift(base)
  const towgs84 = known && /\+towgs84=\S+/.exec(known.definition)?.[0]
  if (known && towgs84) return { definition: `${read.definition} ${towgs84}`, shift: known.shift }
  return { definition: read.definition, shift: 'unknown' }
}

/** EPSG code of `EPSG:2154`, `urn:ogc:def:crs:EPSG::2154` or `http://www.opengis.net/def/crs/EPSG/0/2154`. */
function codeOf(crs: string): number | undefined {
  if (/^(urn:ogc:def:crs:)?OGC:[\w.]*:?CRS84$/i.test(crs)) return 4326
  const match =
    /^(?:urn:ogc:def:crs:EPSG:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/|EPSG:)(\d{3,6})$/i
  const code = match.exec(crs)?.[1]
  return code === undefined ? undefined : Number(code)
}

async function fromEpsg(
  code: number,
  loadEpsg: LoadEpsg,
): Promise<{ definition: string; shift: DatumShift }> {
  if (code === 4326) return { definition: WGS84, shift: 'exact' }
  if (code === 3857 || code === 900913) return { definition: WEB_MERCATOR, shift: 'exact' }
  const definition = await loadEpsg(code)
  if (!definition) throw new GcpFileFault({ code: 'unknownCrs', value: `EPSG:${code}` })
  return withDatumShift(definition)
}

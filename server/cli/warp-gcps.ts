import { readFile } from 'node:fs/promises'
import { decodeText } from '../../gcp-files/decode-text.ts'
import { describeGcpFileError } from '../../gcp-files/gcp-file.ts'
import type { GcpFileError } from '../../gcp-files/gcp-file.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { crossesDateLine, runOn } from '../../gcp-files/run-on.ts'
import { toWebMercator } from '../../gcp-files/to-web-mercator.ts'
import { epsgDefinition } from '../raster/reference-systems.ts'
import type { WarpGcp } from '../raster/cog/cog-content.ts'

/** Control points ready for the warp, and what should be said about them. */
export interface ReadGcps {
  /** Enabled points only. */
  readonly gcps: readonly WarpGcp[]
  readonly remarks: readonly string[]
}

/**
 * Reads a file of control points in any supported format and projects them into EPSG:3857.
 *
 * @param crs coordinate system given by the user, before what the file says.
 * @throws Error with a sentence that names the file's fault
 */
export async function readGcps(path: string, crs?: string): Promise<ReadGcps> {
  const read = readGcpFile(decodeText(await readFile(path)))
  if (!read.ok) throw faultOf(path, read.error)
  const loadEpsg = (code: number) => Promise.resolve(epsgDefinition(code))
  const result = await toWebMercator(read.file, loadEpsg, crs === undefined ? {} : { crs })
  if (!result.ok) throw faultOf(path, result.error)
  const { crs: used, guessed, datumShift } = result.projected
  const points = runOn(result.projected.points)
  const enabled = points.filter((point) => point.enabled)
  const remarks: string[] = []
  if (read.maps.length > 1)
    remarks.push(`The file tells of ${read.maps.length} maps; the points of the first are used.`)
  const said = read.file.crs
  if (said !== null && said !== used) remarks.push(`${path} says ${said}; taken as ${used} as asked`)
  if (guessed) remarks.push(`${path} names no coordinate system; taken as ${used} (--crs says otherwise)`)
  if (datumShift === 'unknown')
    remarks.push(`how ${used} lies to WGS84 is not known; the map may be off by hundreds of metres`)
  if (crossesDateLine(points))
    remarks.push('the points lie on both sides of the date line: longitudes run on past 180° from the first')
  if (enabled.length < points.length)
    remarks.push(`${points.length - enabled.length} of ${points.length} control points are switched off`)
  return { gcps: enabled.map(({ image, map }) => ({ image, map })), remarks }
}

function faultOf(path: string, error: GcpFileError): Error {
  return new Error(`${path}: ${describeGcpFileError(error)}`)
}

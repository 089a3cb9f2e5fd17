import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DatumTie } from '../../contract/datum-tie.ts'
import { decodeText } from '../../gcp-files/decode-text.ts'
import { describeGcpFileError } from '../../gcp-files/gcp-file.ts'
import type { GcpFile, GcpFileError } from '../../gcp-files/gcp-file.ts'
import { mapOfScan, pictureName } from '../../gcp-files/map-of-scan.ts'
import { ontoScan } from '../../gcp-files/onto-scan.ts'
import type { PixelFrame, Scan } from '../../gcp-files/onto-scan.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { crossesDateLine, runOn } from '../../gcp-files/run-on.ts'
import { toWebMercator } from '../../gcp-files/to-web-mercator.ts'
import type { UnpackedScan } from '../raster/scan/unpacked-scan.ts'
import type { WarpGcp } from '../../cog/file/cog-content.ts'

/** Control points ready for the warp, and what should be said about them. */
export interface ReadGcps {
  /** Enabled points only. */
  readonly gcps: readonly WarpGcp[]
  readonly remarks: readonly string[]
}

/** What the user says about a file of control points, before what the file says. */
export interface GcpOptions {
  /** Coordinate system. */
  readonly crs?: string
  /** Picture whose pixels are counted, where EXIF turns the scan. */
  readonly pixels?: PixelFrame
  /** Path of the scan, whose name tells which of several maps of a file is meant. */
  readonly scanPath?: string
}

/** Stands for a scan that was not read yet: only the file itself is judged. */
const UNREAD = { width: 1, height: 1 }

/**
 * Reads a file of control points in any supported format and projects them into EPSG:3857.
 *
 * @param scan the scan that they are for; absent: it was not read yet, and the image points are as the file has them
 * @throws Error with a sentence that names the file's fault
 */
export async function readGcps(
  path: string,
  options: GcpOptions = {},
  scan?: UnpackedScan,
): Promise<ReadGcps> {
  const { crs, pixels, scanPath } = options
  const read = readGcpFile(decodeText(await readFile(path)), scan ?? UNREAD)
  if (!read.ok) throw faultOf(path, read.error)
  const remarks: string[] = []
  const file = chosenMap(path, read.maps, basename(scanPath ?? ''), remarks)
  const onto = scan && (await ontoScan(file, scanOf(scan), pixels))
  if (onto && !onto.ok) throw faultOf(path, onto.error)
  const result = await toWebMercator(onto?.file ?? file, crs === undefined ? {} : { crs })
  if (!result.ok) throw faultOf(path, result.error)
  const { crs: used, guessed, datum } = result.projected
  const points = runOn(result.projected.points)
  const enabled = points.filter((point) => point.enabled)
  const said = file.crs
  if (said !== null && said !== used) remarks.push(`${path} says ${said}; taken as ${used} as asked`)
  if (guessed) remarks.push(`${path} names no coordinate system; taken as ${used} (--crs says otherwise)`)
  const remark = datumRemark(used, datum, 'placed')
  if (remark !== null) remarks.push(remark)
  if (onto?.isThroughRaster)
    remarks.push(
      `${path} places its points on the map of the scan's own georeferencing; brought to its pixels`,
    )
  if (onto?.frame && pixels === undefined) remarks.push(`${FRAMES[onto.frame]} (--pixels says otherwise)`)
  if (crossesDateLine(points))
    remarks.push('the points lie on both sides of the date line: longitudes run on past 180° from the first')
  if (enabled.length < points.length)
    remarks.push(`${points.length - enabled.length} of ${points.length} control points are switched off`)
  return { gcps: enabled.map(({ image, map }) => ({ image, map })), remarks }
}

/** The only map of a file, or the one whose picture has the name of the scan. */
function chosenMap(path: string, maps: readonly GcpFile[], scanName: string, remarks: string[]): GcpFile {
  const [first] = maps
  if (!first) throw new Error(`${path}: no map`)
  if (maps.length === 1) return first
  const named = maps[mapOfScan(maps, scanName) ?? -1]
  if (!named && maps.some(({ picture }) => picture !== undefined))
    throw new Error(
      `${path} lays ${maps.length} pictures on the ground (${beginningOfList(maps.map(pictureName))}), and none alone has the name of the scan, ${scanName}: give the scan the name of its picture, or leave only that one in the file`,
    )
  const chosen = named ? `those for ${pictureName(named)}` : 'those of the first'
  remarks.push(`${path} tells of ${maps.length} maps; the points used are ${chosen}`)
  return named ?? first
}

function beginningOfList(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 9).join(', ')} and ${names.length - 9} more` : names.join(', ')
}

const FRAMES: Readonly<Record<PixelFrame, string>> = {
  stored: 'EXIF turns the scan; the points were taken to count the stored pixels, and turned with it',
  upright: 'EXIF turns the scan; the points were taken to count the pixels of the upright scan',
}

function scanOf({ width, height, orientation, embeddedGcps }: UnpackedScan): Scan {
  const { source, crs, points } = embeddedGcps ?? {}
  const isPlaced = source === 'georeferencing' && crs !== undefined && points !== undefined
  return { width, height, orientation, ...(isPlaced && { georeference: { crs, corners: points } }) }
}

/** How well a system is tied to WGS 84, in a sentence; null where it is the same. @param how points or file came by it */
export function datumRemark(
  crs: string,
  { kind, operation, accuracyMetres }: DatumTie,
  how: 'placed' | 'drawn',
): string | null {
  switch (kind) {
    case 'same':
      return null
    case 'none':
      return `how ${crs} lies to WGS84 is not known; the map may be off by hundreds of metres`
    case 'outside':
      return `${operation} was made for another area; the map may be off by hundreds of metres`
    case 'file':
      return 'placed by the datum shift that the definition gives, whose accuracy is not stated'
    case 'assumed':
      return `${crs} names no known datum; taken as WGS84`
    case 'register':
      // Nobody places points that finely.
      if (accuracyMetres !== null && accuracyMetres <= 1) return null
      return `${how} by ${operation}; accuracy ${accuracyMetres === null ? 'not stated' : `${accuracyMetres} m`}`
  }
}

function faultOf(path: string, error: GcpFileError): Error {
  return new Error(`${path}: ${describeGcpFileError(error)}`)
}

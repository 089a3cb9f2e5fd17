import type { ImagePoint, MaskRing, PointOrigin, TransformationType } from '../contract/control-points.ts'

/**
 * Formats that control points are written in, by the extension that `GET /map/{id}/gcps.EXT` uses, the most wanted
 * first. What each is and does stands in `gcp-formats.ts`; pages that only list them need no more than this.
 */
export const GCP_FILE_FORMATS = [
  'points',
  'csv',
  'json',
  'txt',
  'vrt',
  'links',
  'mapwarper',
  'geojson',
  'kml',
] as const
export type GcpFileFormat = (typeof GCP_FILE_FORMATS)[number]

/**
 * All formats that are read. `annotation`: a IIIF Georeference Annotation or a GeoreferencedMap of Allmaps; `world` and
 * `overlay`: a world file and a picture that KML lays on the ground, which hold no points and are read as the corners of
 * the scan.
 */
export const READABLE_FORMATS = [
  ...GCP_FILE_FORMATS,
  'annotation',
  'world',
  'overlay',
  'ozi',
  'mapinfo',
  'grass',
  'arcgis',
] as const
export type ReadableFormat = (typeof READABLE_FORMATS)[number]

/** One pair of a control-point file: an image point and its position in the file's own coordinate system. */
export interface GcpFilePoint {
  /** Pixels, origin at the outer top-left corner of the scan, y down, whatever the file's own convention. */
  readonly image: ImagePoint
  /** Easting or longitude first, then northing or latitude, in units of `GcpFile.crs`. */
  readonly ground: readonly [x: number, y: number]
  readonly enabled: boolean
  readonly note?: string
  /** The name on the scan that has proposed it. */
  readonly proposed?: PointOrigin
  /** Line of the file that it came from, the first being 1; absent where lines mean nothing. */
  readonly line?: number
}

/** What a file says of a placement beside its points. */
export interface FilePlacement {
  /** Address of the image that its points lie on; null: not told. */
  readonly image: string | null
  /** Size of that image, px, where it is told: the points lie on a picture of this size. */
  readonly imageSize: { readonly width: number; readonly height: number } | null
  /** Outlines on the scan that count; none: the whole. */
  readonly mask: readonly MaskRing[]
  /** Null: none is named, or none of ours. */
  readonly transformationType: TransformationType | null
  /** What the file calls a transformation that is none of ours. */
  readonly unknownTransformation?: string
  /** The projection that the map is to be fitted in, as an EPSG code, a PROJ text or a WKT, where it is not EPSG:3857. */
  readonly projection?: string
  /** What a projection is called that the file does not define. */
  readonly unknownProjection?: string
}

/** The contents of a control-point file, not projected. */
export interface GcpFile {
  readonly format: ReadableFormat
  /** As the file gives it (`EPSG:21781`, a WKT or a PROJ string), or null where it names none. */
  readonly crs: string | null
  readonly points: readonly GcpFilePoint[]
  readonly placement?: FilePlacement
  /** Address or path of the picture that the file lays on the ground, where it lays several. */
  readonly picture?: string
}

/** Why a control-point file cannot be read or projected. */
export type GcpFileErrorCode =
  | 'empty' //             no text, or no point in it
  | 'tooLarge' //          more text than a list of control points can have
  | 'unknownFormat' //     none of the formats
  | 'missingField' //      a column or property is missing: `field` names it
  | 'notANumber' //        `field` holds `value`, which is not a finite number
  | 'notAFlag' //          `field` holds `value`, which is neither yes nor no
  | 'wrongValue' //        `field` holds `value`, which may not stand there
  | 'tooManyCorners' //    an outline in `field` with `value` corners, more than a map may have
  | 'wrongColumnCount' //  a line with too few or too many columns: `value` is the number found
  | 'unequalLists' //      lists of image points and map points of unequal length
  | 'mixedCrs' //          points in more than one coordinate system
  | 'sourceInMapUnits' // the image point in `value` is no pixel, but a place on the map of a raster that was placed
  | 'needsScan' //         a world file, where the size of the scan is not known
  | 'badJson' //           not JSON
  | 'tooManyPoints' //     `value` points, more than a map may have
  | 'unknownCrs' //        `value` names no known coordinate system
  | 'unsupportedCrs' //    the projection of `value` is not supported
  | 'outsideCrs' //        the position in `value` cannot be projected

/** What is wrong with a control-point file, and where. */
export interface GcpFileError {
  readonly code: GcpFileErrorCode
  /** Line of the file, the first being 1. */
  readonly line?: number
  /** The column or property. */
  readonly field?: string
  /** The offending text, cut to a readable length. */
  readonly value?: string
}

/** Size of a scan in pixels. */
export interface ScanSize {
  readonly width: number
  readonly height: number
}

/** How a format is told from others and read. */
export interface GcpReader {
  readonly recognises: (text: string) => boolean
  /**
   * The maps that the file tells of, in the file's own coordinate system.
   * @param scan size of the scan, where it is known
   * @throws GcpFileFault
   */
  readonly read: (text: string, scan?: ScanSize) => readonly GcpFile[]
}

/** What a format of control points holds, and how it is read and written. */
export interface GcpFormat {
  /** What the name of a file ends with. */
  readonly extension: string
  readonly mediaType: string
  /** Always in longitude and latitude. */
  readonly isGeographic?: true
  /** Has no place for a coordinate system. */
  readonly namesNoCrs?: true
  readonly keepsNotes: boolean
  /** Has switched-off points; other formats leave them out. */
  readonly keepsFlags: boolean
  /** Its programs count the pixels of the stored picture, whatever EXIF says of its orientation. */
  readonly countsStoredPixels?: true
  /** Absent where it is read as a table, which is told by its columns. */
  readonly reader?: GcpReader
  /** @param scan size of the scan, which GDAL wants in a virtual raster */
  readonly write: (file: Pick<GcpFile, 'crs' | 'points'>, scan?: ScanSize) => string
}

export type GcpFileResult =
  | {
      readonly ok: true
      readonly file: GcpFile
      /** Every map of a file that tells of several, `file` being the first. */
      readonly maps: readonly GcpFile[]
    }
  | { readonly ok: false; readonly error: GcpFileError }

/** Thrown inside the readers only; `readGcpFile` and `toWebMercator` turn it into a result. */
export class GcpFileFault extends Error {
  readonly details: GcpFileError

  constructor(details: GcpFileError) {
    super(describeGcpFileError(details))
    this.details = details
  }
}

/** An English sentence for logs and the command line; the interface translates by `code`. */
export function describeGcpFileError({ code, line, field, value }: GcpFileError): string {
  const where = [line && `line ${line}`, field && `field ${field}`].filter(Boolean).join(', ')
  const fault = [`control points: ${code}`, where && `at ${where}`, value && `("${value}")`]
  const whole = fault.filter(Boolean).join(' ')
  const help = HELP[code]
  return help ? `${whole}: ${help}` : whole
}

/** What to do about faults whose name does not tell. */
const HELP: Readonly<Partial<Record<GcpFileErrorCode, string>>> = {
  sourceInMapUnits:
    'the image points are no pixels of this scan. QGIS writes map units there when the raster is already georeferenced: give that georeferenced raster itself as the scan, or mark the points on the picture without its georeferencing',
  needsScan: 'its points depend on the size of the scan',
  outsideCrs:
    'it lies outside the coordinate system (--crs names another), or at a pole, which Web Mercator does not reach',
}

/** The text as it may stand in an error: one line, at most 80 characters. */
export function excerpt(value: unknown): string {
  const whole = typeof value === 'string' ? value : (JSON.stringify(beginning(value)) ?? String(value))
  const text = whole.replace(/\s+/g, ' ')
  return text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS - 1)}…` : text
}

const EXCERPT_CHARS = 80

/** As much of a value as an excerpt can show: brackets nested by the thousand would exhaust the stack. */
function beginning(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > EXCERPT_CHARS) return null
  if (Array.isArray(value)) return value.slice(0, EXCERPT_CHARS).map((one) => beginning(one, depth + 1))
  const entries = Object.entries(value).slice(0, EXCERPT_CHARS)
  return Object.fromEntries(entries.map(([name, one]) => [name, beginning(one, depth + 1)]))
}

import type { DatumTie } from '../../../contract/datum-tie.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'

/** What the uploaded file turned out to be, whatever its name says. */
export type ScanFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif'

/** A pair found inside the uploaded file: pixels of the upright image and EPSG:3857 metres. */
export interface EmbeddedControlPoint {
  readonly image: readonly [x: number, y: number]
  readonly map: readonly [x: number, y: number]
}

/** Control points that a TIFF carries itself; offered to the user, never applied unasked. */
export interface EmbeddedControlPoints {
  /** `gcps`: tie points of a GeoTIFF; `georeferencing`: the corners of a file that is already georeferenced. */
  readonly source: 'gcps' | 'georeferencing'
  /** Name of the file's own reference system, for example `EPSG:2180`. */
  readonly crs: string
  /** How that system's datum was tied to WGS 84. */
  readonly datum?: DatumTie
  readonly points: readonly EmbeddedControlPoint[]
}

export interface ConvertScanOptions {
  /** The stored original on a local disk; its name is not looked at. */
  readonly scanPath: string
  /** Extension of the name it was uploaded under (`jpg`, `.TIF`): the content must be of that format. */
  readonly originalExtension?: string
  /**
   * Existing folder of the caller's attempt. Written: `thumbnails/small-300.webp`, `thumbnails/high-1000.webp`,
   * `converted/converted.tif` (each under a temporary name, fsynced, renamed).
   */
  readonly outFolder: string
  /** Percent done, 0–100, rising; not called more than about ten times a second. */
  readonly onProgress?: (percent: number) => void
  /** Told how many pixels the scan has, before the first is decoded. */
  readonly onProbed?: (pixels: number) => void
  /** Time without progress after which the child is ended; default 30 000 ms. */
  readonly stallMs?: number
  /** Resident memory, in bytes, at which the child is ended; default 512 MiB. */
  readonly memoryBytes?: number
  /** Ends the child at once; the promise rejects with code `cancelled`. */
  readonly signal?: AbortSignal
}

export interface ConvertedScan {
  /** Size of the upright image (EXIF orientation applied): the frame of all image points. */
  readonly width: number
  readonly height: number
  readonly format: ScanFormat
  /** True when `converted.tif` keeps transparency (then its tiles are WebP instead of JPEG). */
  readonly hasAlpha: boolean
  /** Size of `converted.tif` in bytes. */
  readonly bytes: number
  readonly warnings: readonly RasterWarning[]
  readonly embeddedGcps?: EmbeddedControlPoints
}

/** Paths below `outFolder`, as the specification's file layout names them. */
export const CONVERTED_FILES = {
  small: 'thumbnails/small-300.webp',
  high: 'thumbnails/high-1000.webp',
  converted: 'converted/converted.tif',
} as const

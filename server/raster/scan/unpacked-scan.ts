import type { EmbeddedControlPoints } from './converted-scan.ts'
import type { ScanSamples } from '../../../cog/warp/scan-samples.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'

/** A scan's own pixels laid out for the warp. */
export interface UnpackedScan {
  /** Size of the upright image: the frame of all image points. */
  readonly width: number
  readonly height: number
  /** EXIF orientation of the stored picture, 1–8, by which it was turned. */
  readonly orientation: number
  readonly samples: ScanSamples
  /** On the upright image. */
  readonly embeddedGcps?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

export interface UnpackScanOptions {
  /** The stored original on a local disk; its name is not looked at. */
  readonly scanPath: string
  /** Extension of the name it was uploaded under (`jpg`, `.TIF`): the content must be of that format. */
  readonly originalExtension?: string
  /** Folder for nothing else; created when absent. Written: `pixels.tif` and what says whose they are. */
  readonly folder: string
  /** Names the scan: equal only for equal bytes. */
  readonly identity: string
  /** Room on the disk that is not to be taken; default 0. */
  readonly keptFreeBytes?: number
  /** Percent done, 0–100, rising. */
  readonly onProgress?: (percent: number) => void
  /** Ends the child at once; the promise rejects with code `cancelled`. */
  readonly signal?: AbortSignal
}

/** Name of the pyramid in its folder. */
export const UNPACKED_FILE = 'pixels.tif'

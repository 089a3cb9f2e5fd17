import type { DatumTie } from '../../../contract/datum-tie.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import type { WarpOptions } from '../../../cog/warp/warp-setup.ts'

/** A warp of files on a disk. */
export interface WarpToCogOptions extends WarpOptions {
  /** An upright pyramid on a local disk, as `convertScan` and `unpackScan` write it. */
  readonly pyramidPath: string
  /**
   * Names the pixels of a pyramid that an earlier attempt may have had as another file; equal only for equal pixels.
   * Default: the file's size and time.
   */
  readonly sourceIdentity?: string
  /** Final path of the COG; it appears whole (temporary name beside it, fsync, rename, fsync of the folder) or not at all. */
  readonly outPath: string
  /**
   * Folder for spools and journal on the same disk; created when absent. A later call with equal pyramid, points and
   * options goes on where a killed or cancelled one stopped. It is removed after success and after every failure that a
   * second attempt would meet again; who cancels for good removes it.
   */
  readonly workFolder: string
  /** Worker threads; default the number of processors, at most 8. */
  readonly threads?: number
  /** Percent done, 0–100, rising. */
  readonly onProgress?: (percent: number) => void
  /** Ends the work at once; the promise rejects with code `cancelled`. */
  readonly signal?: AbortSignal
}

export interface WarpedCog {
  readonly width: number
  readonly height: number
  /** minX, minY, maxX, maxY in the units of the file's system. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number]
  /** Outline of the map: closed rings in EPSG:3857 metres, the first point not repeated. */
  readonly footprint: readonly (readonly (readonly [x: number, y: number])[])[]
  /** How the file's system lies to WGS 84, where it is not EPSG:3857. */
  readonly datum?: DatumTie
  readonly bytes: number
  /** Tiles taken over from a killed run. */
  readonly resumedTiles: number
  readonly warnings: readonly RasterWarning[]
}

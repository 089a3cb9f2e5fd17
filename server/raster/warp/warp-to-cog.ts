import type { WarpedCog, WarpToCogOptions } from './warp-options.ts'
import { runWarpProcess } from './warp-process.ts'

/**
 * Warps a converted scan into a Cloud-Optimised GeoTIFF in EPSG:3857 with the same model that the preview draws.
 * Memory is bounded whatever the size. The work is done in a process of its own.
 *
 * @throws RasterError: the fit's errors, `emptyFootprint`, `outputTooLarge`, `diskFull`, `cancelled`, …
 */
export function warpToCog(options: WarpToCogOptions): Promise<WarpedCog> {
  return runWarpProcess(options)
}

import { CONVERTED_FILES, type ConvertedScan, type ConvertScanOptions } from './converted-scan.ts'
import { runDecoderChild } from './decoder-process.ts'

/**
 * Turns an uploaded scan into an upright, tiled, 8-bit sRGB pyramid (BigTIFF, 512 px tiles, overviews exactly 2^k
 * floored, JPEG or with alpha WebP) and two thumbnails. Decoding runs in a child process with a limit on memory
 * (512 MB) and on time without progress (30 s), because the file is a stranger's.
 *
 * @throws RasterError with the reason; a refused or cancelled scan leaves no file in `outFolder`.
 */
export function convertScan(options: ConvertScanOptions): Promise<ConvertedScan> {
  return runDecoderChild(options, 'convert', Object.values(CONVERTED_FILES), {})
}

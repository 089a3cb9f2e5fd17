import { TAG } from '../tiff/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** Below this, decoding the same piece over and over takes little time, and small files may share a blank tile. */
const LARGE_PIXELS = 100_000_000

/**
 * Whether a large image names the same bytes for several of its tiles or strips: a few bytes then stand for any number
 * of pixels, so that neither the size of the file nor its compression bounds the work. Offset 0 stands for a piece that
 * was left out, which is legal.
 *
 * @throws RangeError when the offsets lie outside of the file
 */
export async function sharesPieces(directory: TiffDirectory): Promise<boolean> {
  const pixels = (await directory.number(TAG.width, 0)) * (await directory.number(TAG.height, 0))
  if (pixels <= LARGE_PIXELS) return false
  for (const tag of [TAG.tileOffsets, TAG.stripOffsets]) {
    const offsets = Float64Array.from(await directory.numbers(tag)).sort()
    if (offsets.some((offset, n) => offset !== 0 && offset === offsets[n - 1])) return true
  }
  return false
}

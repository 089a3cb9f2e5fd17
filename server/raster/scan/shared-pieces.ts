import { TAG } from '../../../cog/file/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** Below this, decoding the same piece over and over takes little time, and small files may share a blank tile. */
const LARGE_PIXELS = 100_000_000

const PIECES = [
  [TAG.tileOffsets, TAG.tileByteCounts],
  [TAG.stripOffsets, TAG.stripByteCounts],
] as const

/**
 * Whether tiles or strips of a large image share bytes of the file, wholly or in part: a few bytes then stand for any
 * number of pixels, so that neither the size of the file nor its compression bounds the work. Offset 0 stands for a piece
 * that was left out, which is legal.
 *
 * @throws RangeError when the offsets lie outside of the file
 */
export async function sharesPieces(directory: TiffDirectory): Promise<boolean> {
  const pixels = (await directory.number(TAG.width, 0)) * (await directory.number(TAG.height, 0))
  if (pixels <= LARGE_PIXELS) return false
  for (const [offsetsTag, lengthsTag] of PIECES) {
    const offsets = Float64Array.from(await directory.numbers(offsetsTag))
    const lengths = Float64Array.from(await directory.numbers(lengthsTag))
    if (overlap(offsets, lengths)) return true
  }
  return false
}

function overlap(offsets: Float64Array, lengths: Float64Array): boolean {
  const order = Uint32Array.from(offsets.keys())
    .filter((index) => offsets[index] !== 0)
    .sort((a, b) => offsets[a]! - offsets[b]!)
  return order.some((index, n) => {
    if (n === 0) return false
    const before = order[n - 1]!
    // Without a length libtiff guesses one, which need not end before the next.
    return !lengths[before] || offsets[index]! < offsets[before]! + lengths[before]
  })
}

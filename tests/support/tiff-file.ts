import { bigTiffHead, longs, longs8, shorts, type TiffField } from '../../cog/file/tiff-writer.ts'
import { TAG } from '../../cog/file/tiff-tags.ts'

/** A page of a TIFF in one strip. */
export interface Page {
  readonly width: number
  readonly height: number
  /** Bits of each band. */
  readonly bits: readonly number[]
  readonly photometric: number
  /** The strip as it is stored. */
  readonly strip: Buffer
  /** 1: not compressed. */
  readonly compression?: number
  readonly fields?: readonly TiffField[]
}

/** A BigTIFF of these pages. */
export function tiffFile(pages: readonly Page[]): Buffer {
  const headOf = (starts: readonly number[]) =>
    bigTiffHead(
      pages.map(({ width, height, bits, photometric, strip, compression = 1, fields = [] }, n) => [
        longs(TAG.width, [width]),
        longs(TAG.height, [height]),
        shorts(TAG.bitsPerSample, bits),
        shorts(TAG.compression, [compression]),
        shorts(TAG.photometric, [photometric]),
        longs8(TAG.stripOffsets, [starts[n] ?? 0]),
        shorts(TAG.samplesPerPixel, [bits.length]),
        longs(TAG.rowsPerStrip, [height]),
        longs8(TAG.stripByteCounts, [strip.length]),
        ...fields,
      ]),
    )
  let end = headOf([]).length
  const starts = pages.map(({ strip }) => {
    const start = end
    end += strip.length
    return start
  })
  return Buffer.concat([headOf(starts), ...pages.map(({ strip }) => strip)])
}

/** A field of raw bytes. */
export const bytesField = (tag: number, bytes: Buffer): TiffField => ({
  tag,
  type: 7,
  count: bytes.length,
  bytes,
})

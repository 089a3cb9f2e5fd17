import { FIELD_TYPE, TAG } from '../../../cog/file/tiff-tags.ts'
import { bigTiffHead, longs, longs8, shorts } from '../../../cog/file/tiff-writer.ts'

const STRIP_ROWS = 64
const [GREY, RGB] = [1, 2]
const UNASSOCIATED_ALPHA = 2

export interface PlainTiff {
  readonly width: number
  readonly height: number
  /** 1: grey, 2: grey and alpha, 3: RGB, 4: RGB and alpha. */
  readonly bands: number
  readonly bits: 8 | 16
  readonly icc?: Uint8Array
}

/** Head of an uncompressed TIFF whose rows follow it, band by band in each pixel. */
export function plainHead({ width, height, bands, bits, icc }: PlainTiff): Uint8Array {
  const rowBytes = (width * bands * bits) / 8
  const lengths = Array.from({ length: Math.ceil(height / STRIP_ROWS) }, (_, n) => {
    return Math.min(STRIP_ROWS, height - n * STRIP_ROWS) * rowBytes
  })
  const headAt = (start: number) =>
    bigTiffHead([
      [
        longs(TAG.width, [width]),
        longs(TAG.height, [height]),
        shorts(TAG.bitsPerSample, Array<number>(bands).fill(bits)),
        shorts(TAG.compression, [1]),
        shorts(TAG.photometric, [bands > 2 ? RGB : GREY]),
        longs8(
          TAG.stripOffsets,
          lengths.map((_, n) => start + n * STRIP_ROWS * rowBytes),
        ),
        shorts(TAG.samplesPerPixel, [bands]),
        longs(TAG.rowsPerStrip, [STRIP_ROWS]),
        longs8(TAG.stripByteCounts, lengths),
        ...(bands % 2 === 0 ? [shorts(TAG.extraSamples, [UNASSOCIATED_ALPHA])] : []),
        ...(icc ? [{ tag: TAG.icc, type: FIELD_TYPE.undefined, count: icc.length, bytes: icc }] : []),
      ],
    ])
  return headAt(headAt(0).length)
}

/** TIFFs that say in other ways than by an alpha channel which of their pixels are shown. */
import { deflateSync } from 'node:zlib'
import { ascii, shorts } from '../../cog/file/tiff-writer.ts'
import { TAG } from '../../cog/file/tiff-tags.ts'
import { type Page, tiffFile } from './tiff-file.ts'

const EXTRA_MASK = 4

export const [WIDTH, HEIGHT] = [96, 80]
/** Within and without the part that is shown. */
export const SHOWN: readonly [number, number] = [80, 60]
export const HIDDEN: readonly [number, number] = [10, 20]
export const isHidden = (x: number) => x < 32

/** A picture whose left third holds `nothing`. */
export function picture(
  bands: number,
  nothing: readonly number[],
  SampleArray: typeof Uint8Array | typeof Uint16Array | typeof Float32Array = Uint8Array,
): Buffer {
  const samples = new SampleArray(WIDTH * HEIGHT * bands)
  for (let at = 0; at < samples.length; at++) {
    const pixel = Math.floor(at / bands)
    samples[at] = isHidden(pixel % WIDTH) ? nothing[at % bands]! : 60 + (pixel % 50)
  }
  return Buffer.from(samples.buffer)
}

/** One bit a pixel: 1 is shown. */
function maskBits(): Buffer {
  const bytes = Buffer.alloc((WIDTH / 8) * HEIGHT)
  for (let at = 0; at < bytes.length; at++) bytes[at] = isHidden((at % (WIDTH / 8)) * 8) ? 0 : 0xff
  return bytes
}

export const rgbPage = (strip: Buffer, more: Partial<Page> = {}): Page => ({
  width: WIDTH,
  height: HEIGHT,
  bits: [8, 8, 8],
  photometric: 2,
  strip,
  ...more,
})
const maskPage = (more: Partial<Page> = {}): Page => ({
  width: WIDTH,
  height: HEIGHT,
  bits: [1],
  photometric: 4,
  strip: maskBits(),
  fields: [shorts(TAG.newSubfileType, [EXTRA_MASK])],
  ...more,
})
export const noData = (text: string) => [ascii(TAG.noData, text)]
export const floatFields = (bands: number) => [shorts(TAG.sampleFormat, Array<number>(bands).fill(3))]

export const HIDING: Record<string, () => Buffer> = {
  'a mask of one bit': () => tiffFile([rgbPage(picture(3, [9, 9, 9])), maskPage()]),
  'a mask packed by deflate': () =>
    tiffFile([rgbPage(picture(3, [9, 9, 9])), maskPage({ strip: deflateSync(maskBits()), compression: 8 })]),
  'a mask of eight bits': () =>
    tiffFile([
      rgbPage(picture(3, [9, 9, 9])),
      maskPage({
        bits: [8],
        strip: Buffer.from(
          Uint8Array.from({ length: WIDTH * HEIGHT }, (_, n) => (isHidden(n % WIDTH) ? 0 : 255)),
        ),
      }),
    ]),
  'a mask behind a smaller copy': () =>
    tiffFile([
      rgbPage(picture(3, [9, 9, 9])),
      {
        ...rgbPage(Buffer.alloc(48 * 40 * 3)),
        width: 48,
        height: 40,
        fields: [shorts(TAG.newSubfileType, [1])],
      },
      maskPage(),
    ]),
  'NODATA of 8 bits, RGB': () => tiffFile([rgbPage(picture(3, [0, 0, 0]), { fields: noData('0') })]),
  'NODATA of 8 bits, grey': () =>
    tiffFile([rgbPage(picture(1, [255]), { bits: [8], photometric: 1, fields: noData('255') })]),
  'NODATA of 8 bits, white is zero': () =>
    tiffFile([rgbPage(picture(1, [7]), { bits: [8], photometric: 0, fields: noData('7') })]),
  'NODATA of 16 bits': () =>
    tiffFile([rgbPage(picture(3, [0, 0, 0], Uint16Array), { bits: [16, 16, 16], fields: noData(' 0 ') })]),
  'NODATA of floats': () =>
    tiffFile([
      rgbPage(picture(1, [-9999], Float32Array), {
        bits: [32],
        photometric: 1,
        fields: [...noData('-9999'), ...floatFields(1)],
      }),
    ]),
  'NODATA that floats of 32 bits only come near': () =>
    tiffFile([
      rgbPage(picture(1, [-9999.3], Float32Array), {
        bits: [32],
        photometric: 1,
        fields: [...noData('-9999.3'), ...floatFields(1)],
      }),
    ]),
  'NODATA that is no number': () =>
    tiffFile([
      rgbPage(picture(1, [NaN], Float32Array), {
        bits: [32],
        photometric: 1,
        fields: [...noData('nan'), ...floatFields(1)],
      }),
    ]),
  'NODATA that is a colour of a palette': () =>
    tiffFile([
      rgbPage(picture(1, [5]), {
        bits: [8],
        photometric: 3,
        fields: [
          ...noData('5'),
          shorts(
            TAG.colourMap,
            Array.from({ length: 768 }, (_, n) => (n % 256) * 257),
          ),
        ],
      }),
    ]),
}

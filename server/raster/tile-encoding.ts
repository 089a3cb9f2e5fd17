import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { fromPixels } from './decoder-sharp.ts'
import { splitJpeg } from './jpeg-tables.ts'
import type { Encoding } from './warp-to-cog.ts'

/** One tile as it stands in the file. */
export interface EncodedTile {
  readonly image: Uint8Array
  /** For `jpeg`: 1 bit a pixel, deflated. */
  readonly mask?: Uint8Array
  /** For `jpeg`: the tables cut out of the image, equal for all tiles. */
  readonly jpegTables?: Uint8Array
}

const QUALITY = 85
/** Half-transparent pixels count as part of the map from here on, where a mask knows only yes and no. */
const MASK_FROM_ALPHA = 128
const deflateAsync = promisify(deflate)

/** Encodes a square tile of straight RGBA (`size * size * 4` bytes). `rgba` may be changed. */
export async function encodeTile(rgba: Uint8Array, size: number, encoding: Encoding): Promise<EncodedTile> {
  if (rgba.length !== size * size * 4)
    throw new Error(`expected ${size * size * 4} bytes, got ${rgba.length}`)
  if (encoding === 'deflate')
    return { image: await deflateAsync(differencesInPlace(rgba, size), { level: 6 }) }
  if (encoding === 'webp') {
    return { image: await fromPixels(rgba, size, size, 4).webp({ quality: QUALITY, effort: 0 }).toBuffer() }
  }
  const mask = await deflateAsync(maskOf(rgba, size))
  // Standard Huffman tables: the same in every tile, so that the file holds them once.
  const jpeg = await fromPixels(opaquePixels(rgba), size, size, 3)
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer()
  const { tables, image } = splitJpeg(jpeg)
  return { image, mask, jpegTables: tables }
}

/** Whether no pixel of straight RGBA shows anything. */
export function isTransparent(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return false
  return true
}

/** Rows of single bits, most significant first, 1 = shown (TIFF 6.0, transparency mask). */
function maskOf(rgba: Uint8Array, size: number): Uint8Array {
  const mask = new Uint8Array((size * size) / 8)
  for (let pixel = 0; pixel < size * size; pixel++) {
    if ((rgba[pixel * 4 + 3] ?? 0) >= MASK_FROM_ALPHA)
      mask[pixel >> 3] = (mask[pixel >> 3] ?? 0) | (0x80 >> (pixel & 7))
  }
  return mask
}

/** RGB with hidden pixels in the mean colour of the shown ones: a black rest would bleed into the edge of the map. */
function opaquePixels(rgba: Uint8Array): Uint8Array {
  const pixels = rgba.length / 4
  const rgb = new Uint8Array(pixels * 3)
  const sums = [0, 0, 0]
  let shown = 0
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const [red = 0, green = 0, blue = 0] = [rgba[from], rgba[from + 1], rgba[from + 2]]
    rgb[to] = red
    rgb[to + 1] = green
    rgb[to + 2] = blue
    if ((rgba[from + 3] ?? 0) < MASK_FROM_ALPHA) continue
    shown++
    sums[0] = (sums[0] ?? 0) + red
    sums[1] = (sums[1] ?? 0) + green
    sums[2] = (sums[2] ?? 0) + blue
  }
  if (shown === pixels) return rgb
  const mean = sums.map((sum) => Math.round(sum / Math.max(shown, 1)))
  for (let from = 3, to = 0; from < rgba.length; from += 4, to += 3) {
    if ((rgba[from] ?? 0) < MASK_FROM_ALPHA) rgb.set(mean, to)
  }
  return rgb
}

/** Horizontal differencing (TIFF predictor 2) of 4 channels, right to left in each row. */
function differencesInPlace(rgba: Uint8Array, size: number): Uint8Array {
  const rowBytes = size * 4
  for (let row = 0; row < rgba.length; row += rowBytes) {
    for (let at = row + rowBytes - 1; at >= row + 4; at--) rgba[at] = (rgba[at] ?? 0) - (rgba[at - 4] ?? 0)
  }
  return rgba
}

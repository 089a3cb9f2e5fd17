import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { BufferPool } from './buffer-pool.ts'
import { fromPixels } from './decoder-sharp.ts'
import { splitJpeg } from './jpeg-tables.ts'
import { withoutAlpha } from './tile-pixels.ts'
import type { Coverage } from './tile-pixels.ts'
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

/** Encodes square tiles of one size and encoding. */
export class TileEncoder {
  readonly #size: number
  readonly #encoding: Encoding
  readonly #rgbBuffers: BufferPool
  #opaqueMask: Promise<Uint8Array> | undefined

  constructor(size: number, encoding: Encoding) {
    this.#size = size
    this.#encoding = encoding
    this.#rgbBuffers = new BufferPool(size * size * 3)
  }

  /**
   * @param rgba straight RGBA, `size * size * 4` bytes; it may be changed, and must stay until the promise resolves.
   * @param coverage what its alpha says
   */
  encode(rgba: Uint8Array, coverage: Coverage): Promise<EncodedTile> {
    if (rgba.length !== this.#size ** 2 * 4)
      throw new Error(`expected ${this.#size ** 2 * 4} bytes, got ${rgba.length}`)
    if (this.#encoding === 'jpeg') return this.#jpeg(rgba, coverage)
    return this.#encoding === 'deflate' ? this.#deflate(rgba) : this.#webp(rgba)
  }

  async #webp(rgba: Uint8Array): Promise<EncodedTile> {
    const pixels = fromPixels(rgba, this.#size, this.#size, 4)
    return { image: await pixels.webp({ quality: QUALITY, effort: 0 }).toBuffer() }
  }

  async #deflate(rgba: Uint8Array): Promise<EncodedTile> {
    return { image: await deflateAsync(differencesInPlace(rgba, this.#size), { level: 6 }) }
  }

  async #jpeg(rgba: Uint8Array, coverage: Coverage): Promise<EncodedTile> {
    const jpeg = await this.#rgbBuffers.lend((rgb) => {
      if (coverage === 'opaque') withoutAlpha(rgba, rgb)
      else withMeanBehind(rgba, rgb)
      // Standard Huffman tables: the same in every tile, so that the file holds them once.
      return fromPixels(rgb, this.#size, this.#size, 3)
        .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0', optimiseCoding: false })
        .toBuffer()
    })
    const { tables, image } = splitJpeg(jpeg)
    return { image, mask: await this.#mask(rgba, coverage), jpegTables: tables }
  }

  #mask(rgba: Uint8Array, coverage: Coverage): Promise<Uint8Array> {
    if (coverage !== 'opaque') return deflateAsync(maskOf(rgba, this.#size))
    this.#opaqueMask ??= deflateAsync(new Uint8Array(this.#size ** 2 / 8).fill(255))
    return this.#opaqueMask
  }
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
function withMeanBehind(rgba: Uint8Array, rgb: Uint8Array): void {
  withoutAlpha(rgba, rgb)
  let shown = 0
  let red = 0
  let green = 0
  let blue = 0
  for (let from = 0; from < rgba.length; from += 4) {
    if ((rgba[from + 3] ?? 0) < MASK_FROM_ALPHA) continue
    shown++
    red += rgba[from] ?? 0
    green += rgba[from + 1] ?? 0
    blue += rgba[from + 2] ?? 0
  }
  const mean = (sum: number): number => Math.round(sum / Math.max(shown, 1))
  ;[red, green, blue] = [mean(red), mean(green), mean(blue)]
  for (let from = 3, to = 0; from < rgba.length; from += 4, to += 3) {
    if ((rgba[from] ?? 0) >= MASK_FROM_ALPHA) continue
    rgb[to] = red
    rgb[to + 1] = green
    rgb[to + 2] = blue
  }
}

/** Horizontal differencing (TIFF predictor 2) of 4 channels, right to left in each row. */
function differencesInPlace(rgba: Uint8Array, size: number): Uint8Array {
  const rowBytes = size * 4
  for (let row = 0; row < rgba.length; row += rowBytes) {
    for (let at = row + rowBytes - 1; at >= row + 4; at--) rgba[at] = (rgba[at] ?? 0) - (rgba[at - 4] ?? 0)
  }
  return rgba
}

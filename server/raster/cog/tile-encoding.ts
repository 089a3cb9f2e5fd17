import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { RgbaImage } from '../../../wasm-tps/pkg/wasm_tps.d.ts'
import { BufferPool } from '../../../cog/file/buffer-pool.ts'
import {
  differencesInPlace,
  type EncodedTile,
  SHOWS_EVERYTHING,
  SHOWS_NOTHING,
  TILE_QUALITY,
  type TileMaker,
} from '../../../cog/file/cog-tiles.ts'
import { fromPixels } from '../decoder-sharp.ts'
import { splitJpeg } from '../../../cog/file/jpeg-tables.ts'
import type { Encoding } from '../../../cog/file/cog-content.ts'

/** The first at which libwebp weighs rate against distortion: up to 35 % smaller than effort 0, at twice its time. */
const WEBP_EFFORT = 3
const deflateAsync = promisify(deflate)

/** Encodes square tiles of one size and encoding. */
export class TileEncoder implements TileMaker {
  readonly #size: number
  readonly #encoding: Encoding
  readonly #pixelBuffers: BufferPool
  readonly #maskBuffers: BufferPool
  #opaqueMask: Promise<Uint8Array> | undefined

  constructor(size: number, encoding: Encoding) {
    this.#size = size
    this.#encoding = encoding
    this.#pixelBuffers = new BufferPool(size * size * (encoding === 'jpeg' ? 3 : 4))
    this.#maskBuffers = new BufferPool(size * (size / 8))
  }

  encode(image: RgbaImage, left: number, top: number): Promise<EncodedTile | undefined> {
    return this.#pixelBuffers.lend((pixels) =>
      this.#encoding === 'jpeg'
        ? this.#maskBuffers.lend(async (mask) => {
            const shows = image.cutRgb(left, top, this.#size, pixels, mask)
            if (shows === SHOWS_NOTHING) return undefined
            return this.#jpeg(pixels, shows === SHOWS_EVERYTHING ? this.#everything() : deflateAsync(mask))
          })
        : this.#encodeRgba(image, left, top, pixels),
    )
  }

  async nothing(): Promise<EncodedTile> {
    const pixels = new Uint8Array(this.#size ** 2 * 4)
    if (this.#encoding === 'webp') return this.#webp(pixels)
    if (this.#encoding === 'deflate') return this.#deflate(pixels)
    const mask = deflateAsync(new Uint8Array(this.#size ** 2 / 8))
    return this.#jpeg(pixels.subarray(0, this.#size ** 2 * 3), mask)
  }

  async #encodeRgba(
    image: RgbaImage,
    left: number,
    top: number,
    pixels: Uint8Array,
  ): Promise<EncodedTile | undefined> {
    if (image.cutRgba(left, top, this.#size, pixels) === SHOWS_NOTHING) return undefined
    return this.#encoding === 'deflate' ? this.#deflate(pixels) : this.#webp(pixels)
  }

  async #webp(rgba: Uint8Array): Promise<EncodedTile> {
    const pixels = fromPixels(rgba, this.#size, this.#size, 4)
    return { image: await pixels.webp({ quality: TILE_QUALITY, effort: WEBP_EFFORT }).toBuffer() }
  }

  async #deflate(rgba: Uint8Array): Promise<EncodedTile> {
    return { image: await deflateAsync(differencesInPlace(rgba, this.#size), { level: 6 }) }
  }

  async #jpeg(rgb: Uint8Array, mask: Promise<Uint8Array>): Promise<EncodedTile> {
    // Huffman tables of the tile's own: 3 to 10 % smaller than with the standard ones, which the file would hold once.
    const jpeg = fromPixels(rgb, this.#size, this.#size, 3)
      .jpeg({ quality: TILE_QUALITY, chromaSubsampling: '4:2:0', optimiseCoding: true })
      .toBuffer()
    const [whole, deflated] = await Promise.all([jpeg, mask])
    const { tables, image } = splitJpeg(whole)
    return { image, mask: deflated, jpegTables: tables }
  }

  /** The mask of a tile that shows everything. */
  #everything(): Promise<Uint8Array> {
    this.#opaqueMask ??= deflateAsync(new Uint8Array(this.#size ** 2 / 8).fill(255))
    return this.#opaqueMask
  }
}

import type { RgbaImage } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import type { Encoding } from '../../cog/file/cog-content.ts'
import {
  differencesInPlace,
  type EncodedTile,
  SHOWS_EVERYTHING,
  SHOWS_NOTHING,
  TILE_QUALITY,
  type TileMaker,
} from '../../cog/file/cog-tiles.ts'
import { hasHalvedColours, splitJpeg } from '../../cog/file/jpeg-tables.ts'
import { LocalFailureError } from './local-failure.ts'

/** Pictures that the browser can make tiles of. */
export type TilePicture = 'image/jpeg' | 'image/webp'

/** A canvas of a tile's size, encoded again and again. */
export class TileCanvas {
  readonly #canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
  readonly size: number

  constructor(size: number) {
    this.size = size
    this.#canvas = new OffscreenCanvas(size, size)
    const context = this.#canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2D canvas in this worker')
    this.context = context
  }

  /** Fills what a tile at the edge has beyond the image with the image's last pixels, which bleed into nothing. */
  repeatEdges(width: number, height: number): void {
    const { size, context } = this
    if (width < size) context.drawImage(this.#canvas, width - 1, 0, 1, height, width, 0, size - width, height)
    if (height < size) context.drawImage(this.#canvas, 0, height - 1, size, 1, 0, height, size, size - height)
  }

  /**
   * What the canvas shows now, encoded. @param quality 0 to 100
   *
   * @throws LocalFailureError `unwritten` where this browser does not write such pictures
   */
  async encoded(type: TilePicture, quality: number): Promise<Uint8Array<ArrayBuffer>> {
    const blob = await this.#canvas.convertToBlob({ type, quality: quality / 100 })
    if (blob.type !== type) throw new LocalFailureError('unwritten', `this browser writes no ${type}`)
    const bytes = new Uint8Array(await blob.arrayBuffer())
    if (type === 'image/jpeg' && !hasHalvedColours(bytes))
      throw new LocalFailureError('unwritten', 'this browser writes JPEGs of another kind')
    return bytes
  }
}

/** Deflated as zlib does. */
export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Encodes the tiles of a published file by what the browser has. */
export class CanvasTiles implements TileMaker {
  readonly #size: number
  readonly #encoding: Encoding
  readonly #canvas: TileCanvas
  #opaqueMask: Promise<Uint8Array> | undefined

  constructor(size: number, encoding: Encoding) {
    this.#size = size
    this.#encoding = encoding
    this.#canvas = new TileCanvas(size)
  }

  async encode(image: RgbaImage, left: number, top: number): Promise<EncodedTile | undefined> {
    const pixels = this.#size ** 2
    if (this.#encoding !== 'jpeg') {
      const rgba = new Uint8ClampedArray(4 * pixels)
      if (image.cutRgba(left, top, this.#size, new Uint8Array(rgba.buffer)) === SHOWS_NOTHING)
        return undefined
      return this.#rgbaTile(rgba)
    }
    const rgb = new Uint8Array(3 * pixels)
    const mask = new Uint8Array(pixels / 8)
    const shows = image.cutRgb(left, top, this.#size, rgb, mask)
    if (shows === SHOWS_NOTHING) return undefined
    return this.#jpegTile(rgb, shows === SHOWS_EVERYTHING ? this.#everything() : deflated(mask))
  }

  async nothing(): Promise<EncodedTile> {
    const pixels = this.#size ** 2
    if (this.#encoding === 'jpeg')
      return this.#jpegTile(new Uint8Array(3 * pixels), deflated(new Uint8Array(pixels / 8)))
    return this.#rgbaTile(new Uint8ClampedArray(4 * pixels))
  }

  async #rgbaTile(rgba: Uint8ClampedArray<ArrayBuffer>): Promise<EncodedTile> {
    if (this.#encoding === 'deflate') {
      const bytes = new Uint8Array(rgba.buffer)
      differencesInPlace(bytes, this.#size)
      return { image: await deflated(bytes) }
    }
    this.#canvas.context.putImageData(new ImageData(rgba, this.#size), 0, 0)
    return { image: await this.#canvas.encoded('image/webp', TILE_QUALITY) }
  }

  async #jpegTile(rgb: Uint8Array, mask: Promise<Uint8Array>): Promise<EncodedTile> {
    this.#canvas.context.putImageData(new ImageData(opaque(rgb), this.#size), 0, 0)
    const [jpeg, packed] = await Promise.all([this.#canvas.encoded('image/jpeg', TILE_QUALITY), mask])
    const { tables, image } = splitJpeg(jpeg)
    return { image, mask: packed, jpegTables: tables }
  }

  /** The mask of a tile that shows everything. */
  #everything(): Promise<Uint8Array> {
    this.#opaqueMask ??= deflated(new Uint8Array(this.#size ** 2 / 8).fill(255))
    return this.#opaqueMask
  }
}

function opaque(rgb: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!
    rgba[to + 1] = rgb[from + 1]!
    rgba[to + 2] = rgb[from + 2]!
    rgba[to + 3] = 255
  }
  return rgba
}

import { emptyTables, pyramidHead, type TileRange } from '../../cog/file/cog-header.ts'
import type { Encoding } from '../../cog/file/cog-content.ts'
import { splitJpeg } from '../../cog/file/jpeg-tables.ts'
import { tileSideFor } from '../../cog/file/tile-side.ts'
import { deflated, TileCanvas } from './canvas-tiles.ts'
import { differencesInPlace } from '../../cog/file/cog-tiles.ts'
import { HalvedLevels, scanLevels } from './halved-levels.ts'
import { readImageHead } from './image-head.ts'
import type { ConvertedLocally, LocalProgress } from './local-api.ts'
import { checkRoom } from './memory-limit.ts'
import { openScanRows } from './open-scan.ts'
import type { ScanRows, Strip } from './scan-rows.ts'

const JPEG_QUALITY = 88
const WEBP_QUALITY = 90
const THUMBNAIL_SIDE = 300
/** More than the tiles of any scan take: they are lossy, and as large together as a third more than the scan. */
const BYTES_PER_PIXEL = 1.5

/** Converts a scan's file into the tiled pyramid that the editor draws, laid out as the server does. */
export async function convertScan(
  scan: Blob,
  target: FileSystemFileHandle,
  onProgress: (progress: LocalProgress) => void,
): Promise<ConvertedLocally> {
  // How much of a picture is decoded, no browser tells.
  onProgress({ stage: 'reading', done: 0, total: 0 })
  const { format } = await readImageHead(scan)
  const rows = await openScanRows(scan)
  try {
    await checkRoom(rows.width * rows.height * BYTES_PER_PIXEL)
    const encoding = (await hidesSomething(rows)) ? await transparentEncoding() : 'jpeg'
    const file = await target.createSyncAccessHandle()
    try {
      file.truncate(0)
      return { format, ...(await new PyramidWriter(rows, encoding, file).write(onProgress)) }
    } finally {
      file.close()
    }
  } finally {
    rows.close()
  }
}

/** Whether a pixel is not quite opaque. */
async function hidesSomething(rows: ScanRows): Promise<boolean> {
  if (!rows.mayHide) return false
  for await (const { rgba } of rows.strips())
    for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true
  return false
}

/** WebP where the browser writes it, else what every browser packs. */
async function transparentEncoding(): Promise<Encoding> {
  const canvas = new OffscreenCanvas(1, 1)
  // A canvas that has none cannot be encoded.
  canvas.getContext('2d')
  const blob = await canvas.convertToBlob({ type: 'image/webp' })
  return blob.type === 'image/webp' ? 'webp' : 'deflate'
}

class PyramidWriter {
  readonly #rows: ScanRows
  readonly #encoding: Encoding
  readonly #file: FileSystemSyncAccessHandle
  readonly #layout
  readonly #tables: TileRange[][]
  readonly #canvas: TileCanvas
  /** The level that the thumbnail is made from: the smallest one that is large enough. */
  readonly #thumbnailLevel: number
  #thumbnail: OffscreenCanvas | undefined
  #jpegTables: Uint8Array | undefined
  #end: number

  constructor(rows: ScanRows, encoding: Encoding, file: FileSystemSyncAccessHandle) {
    const tileSize = tileSideFor(rows.width, rows.height)
    const levels = scanLevels(rows.width, rows.height, tileSize).map(({ width, height }) => ({
      width,
      height,
      tilesAcross: Math.ceil(width / tileSize),
      tilesDown: Math.ceil(height / tileSize),
    }))
    this.#rows = rows
    this.#encoding = encoding
    this.#file = file
    this.#layout = { tileSize, levels }
    this.#tables = emptyTables(this.#layout).map((table) => [...table])
    this.#canvas = new TileCanvas(tileSize)
    const fine = levels.filter(({ width, height }) => Math.max(width, height) >= THUMBNAIL_SIDE)
    this.#thumbnailLevel = Math.max(0, fine.length - 1)
    this.#end = 0
  }

  async write(onProgress: (progress: LocalProgress) => void): Promise<Omit<ConvertedLocally, 'format'>> {
    const { width, height } = this.#rows
    await this.#prepare()
    const halved = new HalvedLevels(this.#layout.levels)
    for await (const whole of this.#rows.strips()) {
      for (const { level, strip } of halved.add(whole)) {
        if (level === this.#thumbnailLevel) this.#drawThumbnail(level, strip)
        await this.#writeTiles(level, strip)
      }
      onProgress({ stage: 'pyramid', done: whole.top + whole.rows, total: height })
    }
    this.#file.write(this.#head(), { at: 0 })
    this.#file.flush()
    return { width, height, bytes: this.#end, thumbnail: await this.#smallPicture() }
  }

  /** The head comes first in the file; its length is known as soon as the tables of its JPEGs are. */
  async #prepare(): Promise<void> {
    if (this.#encoding === 'jpeg')
      this.#jpegTables = splitJpeg(await this.#canvas.encoded('image/jpeg', JPEG_QUALITY)).tables
    this.#end = this.#head().length
  }

  #head(): Uint8Array<ArrayBuffer> {
    const facts = {
      layout: this.#layout,
      encoding: this.#encoding,
      ...(this.#jpegTables && { jpegTables: this.#jpegTables }),
    }
    return pyramidHead(facts, this.#tables)
  }

  async #writeTiles(level: number, { top, rows, rgba }: Strip): Promise<void> {
    const { tileSize, levels } = this.#layout
    const { width = 0, tilesAcross = 0 } = levels[level] ?? {}
    // One set of pixels for all tiles of the strip: each is cut out by the canvas.
    const pixels = new ImageData(rgba.subarray(0, 4 * width * rows), width, rows)
    for (let down = 0; down < rows; down += tileSize) {
      for (let x = 0; x < tilesAcross; x++) {
        const [left, across, part] = [
          x * tileSize,
          Math.min(tileSize, width - x * tileSize),
          Math.min(tileSize, rows - down),
        ]
        const bytes = await this.#tile(pixels, left, down, across, part)
        const index = ((top + down) / tileSize) * tilesAcross + x
        this.#tables[level]![index] = { offset: this.#end, length: bytes.length }
        this.#file.write(bytes, { at: this.#end })
        this.#end += bytes.length
      }
    }
  }

  async #tile(
    pixels: ImageData,
    left: number,
    top: number,
    width: number,
    height: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { tileSize } = this.#layout
    const { context } = this.#canvas
    if (this.#encoding !== 'jpeg') context.clearRect(0, 0, tileSize, tileSize)
    context.putImageData(pixels, -left, -top, left, top, width, height)
    if (this.#encoding === 'jpeg') {
      this.#canvas.repeatEdges(width, height)
      const { image } = splitJpeg(await this.#canvas.encoded('image/jpeg', JPEG_QUALITY))
      return image
    }
    if (this.#encoding === 'webp') return this.#canvas.encoded('image/webp', WEBP_QUALITY)
    const rgba = new Uint8Array(context.getImageData(0, 0, tileSize, tileSize).data.buffer)
    differencesInPlace(rgba, tileSize)
    return deflated(rgba)
  }

  #drawThumbnail(level: number, { top, rows, rgba }: Strip): void {
    const { width = 0, height = 0 } = this.#layout.levels[level] ?? {}
    this.#thumbnail ??= new OffscreenCanvas(width, height)
    this.#thumbnail
      .getContext('2d')
      ?.putImageData(new ImageData(rgba.slice(0, 4 * width * rows), width), 0, top)
  }

  async #smallPicture(): Promise<Blob> {
    const whole = this.#thumbnail
    if (!whole) throw new Error('no level was drawn')
    const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(whole.width, whole.height))
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    const small = new OffscreenCanvas(side(whole.width), side(whole.height))
    const context = small.getContext('2d')
    if (!context) throw new Error('no 2D canvas in this worker')
    context.imageSmoothingQuality = 'high'
    context.drawImage(whole, 0, 0, small.width, small.height)
    return small.convertToBlob({ type: 'image/webp', quality: 0.8 })
  }
}

import { parse } from '@loaders.gl/core'
import { GeoTIFF } from 'geotiff'
import type { GeoTIFFImage } from 'geotiff'
import { completeJpeg } from './jpeg-tile.ts'
import { RangeSource } from './range-source.ts'
import type { Slice } from './range-source.ts'
import type { PyramidInfo, RasterAddress, RasterGrid, TileAddress } from './raster-api.ts'
import { RasterFailureError } from './raster-failure.ts'
import { RasterTileLoader } from './tile-loader.ts'

const COMPRESSION = { jpeg: 7, webp: 50_001 } as const
const PHOTOMETRIC_RGB = 2
const SUBFILE_MASK = 4
const WEB_MERCATOR = 3857

interface Level {
  readonly image: GeoTIFFImage
  /** Transparency of JPEG tiles lies in a directory of its own. */
  readonly mask: GeoTIFFImage | null
  readonly width: number
  readonly height: number
}

/** A tiled TIFF with overviews, opened for reading tiles. */
export interface PyramidFile {
  readonly info: PyramidInfo
  setAddress(address: RasterAddress): void
  /** See `RasterWorkerApi.readTile`. Throws RasterFailureError, or the signal's reason. */
  readTile(tile: TileAddress, signal: AbortSignal): Promise<ImageBitmap | null>
  /** Where the bytes of a tile lie, and those of its mask; nowhere where it is empty. */
  partsOf(tile: TileAddress): Promise<Slice[]>
  readonly source: RangeSource
}

/** Reads the directories. Throws RasterFailureError. */
export async function openPyramidFile(address: RasterAddress): Promise<PyramidFile> {
  const source = new RangeSource(address)
  const tiff = await GeoTIFF.fromSource(source)
  const levels = await readLevels(tiff)
  const first = levels[0]
  if (!first) throw new RasterFailureError('unsupported', 'expected a tiled TIFF')
  const info: PyramidInfo = {
    width: first.width,
    height: first.height,
    tileSize: first.image.getTileWidth(),
    levels: levels.map(({ width, height }) => ({ width, height })),
    grid: gridOf(first.image),
  }
  return {
    info,
    source,
    async partsOf({ level, x, y }) {
      const { image, mask } = levelAt(levels, level)
      const parts = await Promise.all([partOf(image, x, y), mask && partOf(mask, x, y)])
      return parts.filter((part) => part !== null)
    },
    setAddress: (next) => void (source.address = next),
    async readTile({ level, x, y }, signal) {
      const { image, mask, width, height } = levelAt(levels, level)
      const across = Math.min(info.tileSize, width - x * info.tileSize)
      const down = Math.min(info.tileSize, height - y * info.tileSize)
      if (across <= 0 || down <= 0)
        throw new RangeError(`no tile ${level}/${x}/${y} in ${info.width} x ${info.height}`)
      if (await isEmpty(image, x, y)) return null
      const tile = await decodeTile(image, x, y, across, down, signal)
      return mask ? await cutOut(tile, mask, x, y, signal) : tile
    },
  }
}

/**
 * Directories from the finest on. Throws RasterFailureError where they do not fit together: each has to be exactly half the
 * one before, floored, with the same origin and tiles, and all of them or none with a mask.
 */
async function readLevels(tiff: GeoTIFF): Promise<Level[]> {
  const images: GeoTIFFImage[] = []
  const count = await tiff.getImageCount()
  for (let index = 0; index < count; index++) images.push(await tiff.getImage(index))
  const masks = images.filter(isMask)
  const pictures = images
    .filter((image) => !isMask(image) && image.isTiled)
    .toSorted((a, b) => b.getWidth() - a.getWidth())
  if (masks.length > 0 && masks.length !== pictures.length) {
    throw new RasterFailureError(
      'maskCount',
      `expected one mask per image, got ${masks.length} for ${pictures.length}`,
    )
  }
  const finest = pictures[0]
  return pictures.map((image, at) => {
    const [width, height] = [image.getWidth(), image.getHeight()]
    if (finest) checkAgainst(finest, image, at)
    const mask = masks.find((other) => other.getWidth() === width && other.getHeight() === height) ?? null
    if (masks.length > 0 && !mask) {
      throw new RasterFailureError(
        'maskCount',
        `expected one mask per image, got none of ${width} x ${height}`,
      )
    }
    return { image, mask, width, height }
  })
}

const isMask = (image: GeoTIFFImage) =>
  ((Number(image.fileDirectory.getValue('NewSubfileType')) || 0) & SUBFILE_MASK) !== 0

/** Throws RasterFailureError unless `image` is `finest` at 2^-level. */
function checkAgainst(finest: GeoTIFFImage, image: GeoTIFFImage, level: number): void {
  const [width, height] = [image.getTileWidth(), image.getTileHeight()]
  const side = finest.getTileWidth()
  if (width !== side || height !== side) {
    throw new RasterFailureError(
      'tileSizeMismatch',
      `expected tiles of ${side} x ${side}, got ${width} x ${height}`,
    )
  }
  const sizes = [image.getWidth(), image.getHeight()]
  const expected = [finest.getWidth(), finest.getHeight()].map((whole) => Math.max(1, whole >> level))
  if (sizes.join() !== expected.join()) {
    throw new RasterFailureError(
      'resolutionMismatch',
      `expected ${expected.join(' x ')}, got ${sizes.join(' x ')}`,
    )
  }
  const [origin, own] = [placeOf(finest), placeOf(image)]
  if (origin && own && origin.join() !== own.join()) {
    throw new RasterFailureError('originMismatch', `expected ${origin.join(', ')}, got ${own.join(', ')}`)
  }
}

/** Where a directory says that it begins; null where it says nothing, as overviews use to. */
const placeOf = (image: GeoTIFFImage): number[] | null =>
  image.fileDirectory.hasTag('ModelTiepoint') ? image.getOrigin() : null

function levelAt(levels: readonly Level[], level: number): Level {
  const found = levels[level]
  if (!found) throw new RangeError(`no level ${level} of ${levels.length}`)
  return found
}

function gridOf(image: GeoTIFFImage): RasterGrid | null {
  if (image.getGeoKeys()?.['ProjectedCSTypeGeoKey'] !== WEB_MERCATOR) return null
  const [originX, originY] = image.getOrigin()
  const [pixelSize] = image.getResolution()
  if (originX === undefined || originY === undefined || !pixelSize) return null
  return { originX, originY, pixelSize: Math.abs(pixelSize) }
}

const isEmpty = async (image: GeoTIFFImage, x: number, y: number) => (await partOf(image, x, y)) === null

/** Null where the tile is empty. */
async function partOf(image: GeoTIFFImage, x: number, y: number): Promise<Slice | null> {
  const at = y * Math.ceil(image.getWidth() / image.getTileWidth()) + x
  const length = Number(await image.fileDirectory.loadValueIndexed('TileByteCounts', at))
  if (length === 0) return null
  return { offset: Number(await image.fileDirectory.loadValueIndexed('TileOffsets', at)), length }
}

async function decodeTile(
  image: GeoTIFFImage,
  x: number,
  y: number,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const compression = Number(image.fileDirectory.getValue('Compression'))
  if (compression !== COMPRESSION.jpeg && compression !== COMPRESSION.webp) {
    return await decodeRaw(image, x, y, width, height, signal)
  }
  const isJpeg = compression === COMPRESSION.jpeg
  const raw = await image.getTileOrStrip(x, y, 0, { decode: async (bytes) => bytes }, signal)
  const bytes = new Uint8Array(raw.data)
  const whole = isJpeg ? completeJpeg(bytes, await jpegTables(image), isRgb(image)) : bytes.slice()
  signal.throwIfAborted()
  const mimeType = isJpeg ? 'image/jpeg' : 'image/webp'
  return await parse(whole.buffer, RasterTileLoader, { 'raster-tile': { mimeType, width, height } })
}

async function jpegTables(image: GeoTIFFImage): Promise<Uint8Array | null> {
  const tables: ArrayLike<number> | undefined = image.fileDirectory.hasTag('JPEGTables')
    ? await image.fileDirectory.loadValue('JPEGTables')
    : undefined
  return tables ? Uint8Array.from(tables) : null
}

const isRgb = (image: GeoTIFFImage) =>
  Number(image.fileDirectory.getValue('PhotometricInterpretation')) === PHOTOMETRIC_RGB &&
  image.getSamplesPerPixel() === 3

/** DEFLATE and the like, 8 bits a sample: grey, grey + alpha, RGB or RGBA. */
async function decodeRaw(
  image: GeoTIFFImage,
  x: number,
  y: number,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const samples = image.getSamplesPerPixel()
  if (image.getBitsPerSample() !== 8 || samples > 4) {
    throw new RasterFailureError('unsupported', `${samples} samples of ${image.getBitsPerSample()} bits`)
  }
  const [left, top] = [x * image.getTileWidth(), y * image.getTileHeight()]
  const window = [left, top, left + width, top + height]
  const data = await image.readRasters({ window, interleave: true, signal })
  signal.throwIfAborted()
  const rgba = new Uint8ClampedArray(width * height * 4)
  const isGrey = samples < 3
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * samples
    for (let channel = 0; channel < 3; channel++) {
      rgba[4 * pixel + channel] = Number(data[isGrey ? from : from + channel])
    }
    rgba[4 * pixel + 3] = samples % 2 === 0 ? Number(data[from + samples - 1]) : 255
  }
  return await createImageBitmap(new ImageData(rgba, width, height), { premultiplyAlpha: 'premultiply' })
}

/** Keeps what the mask (one bit a pixel, 1 = visible) lets through. */
async function cutOut(
  tile: ImageBitmap,
  mask: GeoTIFFImage,
  x: number,
  y: number,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const { width, height } = tile
  const alpha = new ImageData(width, height)
  if (!(await isEmpty(mask, x, y))) {
    const [left, top] = [x * mask.getTileWidth(), y * mask.getTileHeight()]
    const bits = await mask.readRasters({
      window: [left, top, left + width, top + height],
      interleave: true,
      signal,
    })
    for (let pixel = 0; pixel < width * height; pixel++) alpha.data[4 * pixel + 3] = bits[pixel] ? 255 : 0
  }
  signal.throwIfAborted()
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D canvas in this worker')
  context.putImageData(alpha, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.drawImage(tile, 0, 0)
  tile.close()
  return canvas.transferToImageBitmap()
}

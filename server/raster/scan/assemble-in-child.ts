import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { openScan } from '../decoder-sharp.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { bigTiffHead, longs, longs8, shorts } from '../../../cog/file/tiff-writer.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { ASSEMBLED_FILE } from './assemble-scan.ts'
import { type AssembleTask, PARTIAL_FOLDER } from './decoder-messages.ts'
import { sniffFormat } from './scan-format.ts'
import { decoding } from './scan-probe.ts'

const packed = promisify(deflate)
const CHANNELS = 3
const DEFLATE = 8
const RGB = 2
const HORIZONTAL = 2
/** Sides of the tiles of a TIFF are multiples of it. */
const TILE_STEP = 16
/** At least, of tiles that are cut anew: each that has come is decoded once for every tile it lies in. */
const CUT_SIDE = 1_024
/** Pixels that are worked on at once; a tile is worked on whole. */
const PIXELS_AT_ONCE = 4_000_000
const MOST_AT_ONCE = 4

/**
 * Puts tiles together; runs in the decoder child. Each becomes a tile of the TIFF as it is, so that no more than a few
 * are in memory whatever the picture's size; where their sides are none that a TIFF may have, its tiles are cut from
 * those that have come.
 *
 * @throws RasterError `damagedImage` for a tile that is none, or of another size than its place
 */
export async function assembleInChild(task: AssembleTask): Promise<{ readonly bytes: number }> {
  const { outFolder } = task
  const made: Grid = { ...task, ...tileOf(task) }
  const { tileWidth, tileHeight } = made
  const { count } = cellsOf(made)
  const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(PIXELS_AT_ONCE / (tileWidth * tileHeight))))
  const partial = join(outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  const path = join(partial, ASSEMBLED_FILE)
  const file = await open(path, 'w')
  try {
    const offsets: number[] = []
    const sizes: number[] = []
    let end = headOf(made, Array<number>(count).fill(0), Array<number>(count).fill(0)).length
    for (let first = 0; first < count; first += atOnce) {
      const indices = Array.from({ length: Math.min(atOnce, count - first) }, (_, n) => first + n)
      for (const bytes of await Promise.all(indices.map((index) => packedTile(task, made, index)))) {
        offsets.push(end)
        sizes.push(bytes.length)
        end = await append(file, bytes, end)
      }
    }
    await append(file, headOf(made, offsets, sizes), 0)
    await file.sync()
    await rename(path, join(outFolder, ASSEMBLED_FILE))
    return { bytes: end }
  } finally {
    await file.close()
  }
}

/** A picture in tiles, row after row, at the right and lower edge cut off. Pixels. */
type Grid = Pick<AssembleTask, 'width' | 'height' | 'tileWidth' | 'tileHeight'>

interface Cell {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The tiles of the TIFF: those that come, where a TIFF may have such. */
function tileOf({ tileWidth, tileHeight }: Grid): Pick<Grid, 'tileWidth' | 'tileHeight'> {
  if (tileWidth % TILE_STEP === 0 && tileHeight % TILE_STEP === 0) return { tileWidth, tileHeight }
  const side = (come: number) => Math.ceil(Math.max(come, CUT_SIDE) / TILE_STEP) * TILE_STEP
  return { tileWidth: side(tileWidth), tileHeight: side(tileHeight) }
}

function cellsOf({ width, height, tileWidth, tileHeight }: Grid) {
  const columns = Math.ceil(width / tileWidth)
  return { columns, count: columns * Math.ceil(height / tileHeight) }
}

/** Where a tile lies in the picture. */
function cellAt(grid: Grid, index: number): Cell {
  const { columns } = cellsOf(grid)
  const [left, top] = [(index % columns) * grid.tileWidth, Math.floor(index / columns) * grid.tileHeight]
  return {
    left,
    top,
    width: Math.min(grid.tileWidth, grid.width - left),
    height: Math.min(grid.tileHeight, grid.height - top),
  }
}

function headOf(
  { width, height, tileWidth, tileHeight }: Grid,
  offsets: readonly number[],
  sizes: readonly number[],
): Uint8Array {
  return bigTiffHead([
    [
      longs(TAG.width, [width]),
      longs(TAG.height, [height]),
      shorts(TAG.bitsPerSample, [8, 8, 8]),
      shorts(TAG.compression, [DEFLATE]),
      shorts(TAG.photometric, [RGB]),
      shorts(TAG.samplesPerPixel, [CHANNELS]),
      shorts(TAG.planarConfiguration, [1]),
      shorts(TAG.predictor, [HORIZONTAL]),
      longs(TAG.tileWidth, [tileWidth]),
      longs(TAG.tileHeight, [tileHeight]),
      longs8(TAG.tileOffsets, offsets),
      longs8(TAG.tileByteCounts, sizes),
    ],
  ])
}

/** Returns the position after it. A disk that fills up takes the beginning of what it is given. */
async function append(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  return position + bytes.length
}

/** A tile of the TIFF, of all that has come and lies in it. */
async function packedTile({ scanPath, ...come }: AssembleTask, made: Grid, index: number): Promise<Buffer> {
  const cell = cellAt(made, index)
  const tile = Buffer.alloc(made.tileWidth * made.tileHeight * CHANNELS)
  for (const source of indicesWithin(come, cell)) {
    const from = cellAt(come, source)
    copyShared(await pixelsOf(join(scanPath, String(source)), from, source), from, tile, {
      ...cell,
      width: made.tileWidth,
    })
  }
  for (let row = 0; row < cell.height; row++)
    differencesInPlace(tile, row * made.tileWidth * CHANNELS, made.tileWidth * CHANNELS)
  return packed(tile)
}

/** The tiles of a grid that share pixels with a part of the picture. */
function indicesWithin(grid: Grid, { left, top, width, height }: Cell): number[] {
  const { columns } = cellsOf(grid)
  const span = (start: number, length: number, step: number) => {
    const first = Math.floor(start / step)
    return Array.from({ length: Math.floor((start + length - 1) / step) - first + 1 }, (_, n) => first + n)
  }
  return span(top, height, grid.tileHeight).flatMap((row) =>
    span(left, width, grid.tileWidth).map((column) => row * columns + column),
  )
}

/** Copies what two parts of the picture share; rows of each are as long as it is wide. */
function copyShared(pixels: Buffer, from: Cell, tile: Buffer, to: Cell): void {
  const left = Math.max(from.left, to.left)
  const right = Math.min(from.left + from.width, to.left + to.width)
  const bottom = Math.min(from.top + from.height, to.top + to.height)
  for (let y = Math.max(from.top, to.top); y < bottom; y++) {
    const start = ((y - from.top) * from.width + (left - from.left)) * CHANNELS
    const at = ((y - to.top) * to.width + (left - to.left)) * CHANNELS
    pixels.copy(tile, at, start, start + (right - left) * CHANNELS)
  }
}

/** The tile's own pixels, red, green and blue. @throws RasterError `damagedImage` */
async function pixelsOf(
  path: string,
  wanted: { readonly width: number; readonly height: number },
  index: number,
): Promise<Buffer> {
  const bytes = await readFile(path)
  const format = sniffFormat(bytes.subarray(0, 16))
  return decoding(async () => {
    const { width, height } = await openScan(path, format).metadata()
    // Services round the sizes of tiles at the edge each in its way.
    const isNear = Math.abs(width - wanted.width) <= 1 && Math.abs(height - wanted.height) <= 1
    if (!format || !isNear)
      throw new RasterError('damagedImage', {
        text: `${index}: ${width} × ${height} px, ${wanted.width} × ${wanted.height}`,
      })
    const isExact = width === wanted.width && height === wanted.height
    const scan = openScan(path, format)
    const sized = isExact ? scan : scan.resize({ width: wanted.width, height: wanted.height, fit: 'fill' })
    const { data, info } = await sized
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.channels === CHANNELS ? data : threeChannels(data)
  })
}

/** Grey as red, green and blue. */
function threeChannels(grey: Buffer): Buffer {
  const wide = Buffer.alloc(grey.length * CHANNELS)
  for (let at = 0; at < grey.length; at++) wide.fill(grey[at]!, at * CHANNELS, (at + 1) * CHANNELS)
  return wide
}

/** TIFF's horizontal predictor: each sample less the one to its left. */
function differencesInPlace(bytes: Buffer, start: number, length: number): void {
  for (let at = start + length - 1; at >= start + CHANNELS; at--)
    bytes[at] = (bytes[at]! - bytes[at - CHANNELS]!) & 0xff
}

import { type RandomAccess, type TiffDirectory, TiffFile } from '../tiff/tiff-directory.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { decodeTile } from '../decoder-sharp.ts'
import { wholeJpeg } from './tile-jpeg.ts'

/** Levels of the largest scan that is converted, with room. */
const MOST_LEVELS = 32
const JPEG = 7
const WEBP = 50_001
const PHOTOMETRIC_RGB = 2

/** One level of a pyramid, the whole scan at a power of two. */
export interface PyramidLevel {
  readonly width: number
  readonly height: number
  readonly tileSide: number
  readonly isJpeg: boolean
  readonly isRgb: boolean
  readonly tables: Buffer | undefined
  readonly offsets: readonly number[]
  readonly lengths: readonly number[]
}

/**
 * What the pyramid of a scan (`converted.tif`) holds, the finest level first. Read once: the file never changes.
 *
 * @throws RangeError where it is none of ours
 */
export async function readPyramidLevels(file: RandomAccess): Promise<readonly PyramidLevel[]> {
  const tiff = await TiffFile.open(file)
  const levels = []
  for (const directory of await tiff.directories(MOST_LEVELS)) levels.push(await levelOf(directory))
  if (levels.length === 0) throw new RangeError('a pyramid without a level')
  return levels.toSorted((a, b) => b.width - a.width)
}

async function levelOf(directory: TiffDirectory): Promise<PyramidLevel> {
  const compression = await directory.number(TAG.compression, 0)
  const tileSide = await directory.number(TAG.tileWidth, 0)
  if ((compression !== JPEG && compression !== WEBP) || !(tileSide > 0))
    throw new RangeError(`a level of tiles of ${tileSide} px, compressed by ${compression}`)
  const photometric = await directory.number(TAG.photometric, 0)
  const samples = await directory.number(TAG.samplesPerPixel, 1)
  return {
    width: await directory.number(TAG.width, 0),
    height: await directory.number(TAG.height, 0),
    tileSide,
    isJpeg: compression === JPEG,
    isRgb: photometric === PHOTOMETRIC_RGB && samples === 3,
    tables: await directory.bytes(TAG.jpegTables),
    offsets: await directory.numbers(TAG.tileOffsets),
    lengths: await directory.numbers(TAG.tileByteCounts),
  }
}

/** A box of whole pixels of a level. */
export interface LevelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The pixels of a box, four bytes each, from the tiles that it touches.
 *
 * @throws RangeError where the file is damaged; the signal's reason at its abort
 */
export async function readLevelBox(
  file: RandomAccess,
  level: PyramidLevel,
  box: LevelBox,
  signal: AbortSignal,
): Promise<Buffer> {
  const pixels = Buffer.alloc(box.width * box.height * 4)
  const { tileSide } = level
  const across = Math.ceil(level.width / tileSide)
  for (let row = Math.floor(box.top / tileSide); row * tileSide < box.top + box.height; row++)
    for (let column = Math.floor(box.left / tileSide); column * tileSide < box.left + box.width; column++) {
      signal.throwIfAborted()
      const tile = await decodedTile(file, level, row * across + column)
      if (tile) copyOverlap(tile, column * tileSide, row * tileSide, box, pixels)
    }
  return pixels
}

type DecodedTile = Awaited<ReturnType<typeof decodeTile>>

async function decodedTile(
  file: RandomAccess,
  { offsets, lengths, isJpeg, isRgb, tables }: PyramidLevel,
  index: number,
): Promise<DecodedTile | undefined> {
  const [offset, length] = [offsets[index], lengths[index]]
  if (offset === undefined || !length) return undefined
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new RangeError(`a tile of ${length} bytes ends after ${bytesRead}`)
  return decodeTile(isJpeg ? wholeJpeg(bytes, tables, isRgb) : bytes)
}

function copyOverlap(tile: DecodedTile, left: number, top: number, box: LevelBox, pixels: Buffer): void {
  const fromX = Math.max(left, box.left)
  const toX = Math.min(left + tile.width, box.left + box.width)
  const toY = Math.min(top + tile.height, box.top + box.height)
  if (toX <= fromX) return
  for (let y = Math.max(top, box.top); y < toY; y++) {
    const from = ((y - top) * tile.width + fromX - left) * 4
    tile.pixels.copy(
      pixels,
      ((y - box.top) * box.width + fromX - box.left) * 4,
      from,
      from + (toX - fromX) * 4,
    )
  }
}

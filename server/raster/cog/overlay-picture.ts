import { decodeTile, fromPixels } from '../decoder-sharp.ts'
import type { RandomAccess, TiffDirectory } from '../tiff/tiff-directory.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'

const WEBP = 50_001
/** Levels of the largest file that is published, with room. */
const MOST_LEVELS = 32
/** A level that takes more tiles is passed over: a picture is a matter of megabytes. */
const MOST_TILES = 64
const QUALITY = 82

export interface PictureSize {
  readonly width: number
  readonly height: number
}

interface Level extends PictureSize {
  readonly directory: TiffDirectory
  readonly tileSide: number
}

/**
 * A JPEG of a published overlay, whole and in the middle of a ground of the given colour, from its coarsest level that
 * is fine enough. Undefined where the file is none of ours that are published (WebP in tiles).
 *
 * @throws RangeError where the file is damaged
 */
export async function overlayPicture(
  file: RandomAccess,
  size: PictureSize,
  background: string,
): Promise<Buffer | undefined> {
  const level = await levelFor(file, size)
  if (!level) return undefined
  const pixels = await pixelsOf(file, level)
  return fromPixels(pixels, level.width, level.height, 4)
    .resize(size.width, size.height, { fit: 'contain', background })
    .flatten({ background })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

async function levelFor(file: RandomAccess, wanted: PictureSize): Promise<Level | undefined> {
  const tiff = await TiffFile.open(file)
  const levels: Level[] = []
  for (const directory of await tiff.directories(MOST_LEVELS)) {
    if ((await directory.number(TAG.compression, 0)) !== WEBP) return undefined
    const [width, height] = [await directory.number(TAG.width, 0), await directory.number(TAG.height, 0)]
    const tileSide = await directory.number(TAG.tileWidth, 0)
    if (!(width > 0 && height > 0 && tileSide > 0)) return undefined
    const tiles = Math.ceil(width / tileSide) * Math.ceil(height / tileSide)
    if (tiles <= MOST_TILES) levels.push({ directory, width, height, tileSide })
  }
  const coarsestFirst = levels.toSorted((a, b) => a.width - b.width)
  const fineEnough = coarsestFirst.find(
    ({ width, height }) => width >= wanted.width || height >= wanted.height,
  )
  return fineEnough ?? coarsestFirst.at(-1)
}

/** All pixels of a level, four bytes each. */
async function pixelsOf(file: RandomAccess, { directory, width, height, tileSide }: Level): Promise<Buffer> {
  const [offsets, lengths] = [
    await directory.numbers(TAG.tileOffsets),
    await directory.numbers(TAG.tileByteCounts),
  ]
  const pixels = Buffer.alloc(width * height * 4)
  const across = Math.ceil(width / tileSide)
  for (const [index, offset] of offsets.entries()) {
    const bytes = Buffer.alloc(lengths[index] ?? 0)
    if (bytes.length === 0) continue
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    if (bytesRead < bytes.length)
      throw new RangeError(`a tile of ${bytes.length} bytes ends after ${bytesRead}`)
    const [left, top] = [(index % across) * tileSide, Math.floor(index / across) * tileSide]
    const tile = await decodeTile(bytes)
    const columns = Math.min(tile.width, width - left)
    const rows = Math.min(tile.height, height - top)
    for (let row = 0; row < rows; row++) {
      const from = row * tile.width * 4
      tile.pixels.copy(pixels, ((top + row) * width + left) * 4, from, from + columns * 4)
    }
  }
  return pixels
}

import type { RandomAccess, TiffDirectory } from '../tiff/tiff-directory.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import type { OverlayGrid } from './tile-plan.ts'

const WEBP = 50_001
/** Levels of the largest file that is published, with room. */
const MOST_LEVELS = 32
/** Of memory, for a level and for what a table says of a tile. */
const LEVEL_BYTES = 2_048
const TILE_BYTES = 16

/** Where the bytes of a file's tile lie; equal for all tiles that show nothing. */
export interface StoredTile {
  readonly offset: number
  readonly length: number
}

interface TileTable {
  readonly offsets: Float64Array
  readonly lengths: Float64Array
}

/** A published overlay that is open: its grid, and its tiles as they are stored. */
export class OverlayFile {
  readonly grid: OverlayGrid
  readonly #file: RandomAccess
  readonly #directories: readonly TiffDirectory[]
  /** Of each level, read when it is first asked for. */
  readonly #tables = new Map<number, Promise<TileTable>>()

  private constructor(file: RandomAccess, directories: readonly TiffDirectory[], grid: OverlayGrid) {
    this.#file = file
    this.#directories = directories
    this.grid = grid
  }

  /** Undefined where the file is none of ours that are published (WebP in tiles). @throws RangeError where it is damaged */
  static async open(file: RandomAccess): Promise<OverlayFile | undefined> {
    const directories = await (await TiffFile.open(file)).directories(MOST_LEVELS)
    const [first] = directories
    if (!first) return undefined
    const levels = []
    for (const directory of directories) {
      if ((await directory.number(TAG.compression, 0)) !== WEBP) return undefined
      const [width, height] = [await directory.number(TAG.width, 0), await directory.number(TAG.height, 0)]
      const tileSide = await directory.number(TAG.tileWidth, 0)
      if (!(width > 0 && height > 0 && tileSide > 0)) return undefined
      levels.push({ width, height, tileSide })
    }
    const [pixelSize = 0] = await first.numbers(TAG.pixelScale)
    const [, , , originX = NaN, originY = NaN] = await first.numbers(TAG.tiePoints)
    if (!(pixelSize > 0 && Number.isFinite(originX) && Number.isFinite(originY))) return undefined
    return new OverlayFile(file, directories, { originX, originY, pixelSize, levels })
  }

  /** How much memory it takes, with the tables of all levels. */
  get bytes(): number {
    return this.grid.levels.reduce(
      (sum, { width, height, tileSide }) =>
        sum + LEVEL_BYTES + TILE_BYTES * Math.ceil(width / tileSide) * Math.ceil(height / tileSide),
      0,
    )
  }

  /** @param index of the tile in its level, row by row */
  async tile(level: number, index: number): Promise<StoredTile> {
    const table = this.#tables.get(level) ?? this.#table(level)
    this.#tables.set(level, table)
    const { offsets, lengths } = await table
    return { offset: offsets[index] ?? 0, length: lengths[index] ?? 0 }
  }

  /** @throws RangeError where the file ends within the tile */
  async read({ offset, length }: StoredTile): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset)
    if (bytesRead < length) throw new RangeError(`a tile of ${length} bytes ends after ${bytesRead}`)
    return bytes
  }

  async #table(level: number): Promise<TileTable> {
    const directory = this.#directories[level]!
    try {
      return {
        offsets: Float64Array.from(await directory.numbers(TAG.tileOffsets)),
        lengths: Float64Array.from(await directory.numbers(TAG.tileByteCounts)),
      }
    } catch (error) {
      this.#tables.delete(level)
      throw error
    }
  }
}

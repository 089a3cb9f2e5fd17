import type { BlockWarper } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import { BufferPool } from './buffer-pool.ts'
import { BLOCK_TILES } from './cog-layout.ts'
import { openScan } from './decoder-sharp.ts'
import type { KernelModule } from './kernel.ts'
import { fromQuarters, halved } from './overview-pixels.ts'
import type { Quarter } from './overview-tree.ts'
import { TileEncoder } from './tile-encoding.ts'
import type { EncodedTile } from './tile-encoding.ts'
import { coverageOf, cutTile } from './tile-pixels.ts'
import type { RgbaImage } from './tile-pixels.ts'
import type { SpoolTile } from './tile-spool.ts'
import type { ThreadSetup } from './warp-messages.ts'

/** A level of the pyramid could not be read: the file, not the thread, is at fault. */
export class SourceReadError extends Error {}

/** What becomes of a block or a parent. */
export interface FinishedTiles {
  /** Those that show something. */
  readonly tiles: readonly SpoolTile[]
  readonly quarter: Quarter
  /** For `jpeg`, when there is a tile. */
  readonly jpegTables?: Uint8Array
}

const NOTHING: FinishedTiles = { tiles: [], quarter: null }
/** Levels made from a block without its neighbours: 2048, 1024 and 512 px. */
const BLOCK_LEVELS = 3
/** Tiles of one block encoded at once: enough to keep the cores busy, few enough to stay small in memory. */
const ENCODED_AT_ONCE = 4

interface BlockPlace {
  /** North-west corner in metres. */
  readonly originX: number
  readonly originY: number
  /** Pixels; less than a whole block at the east and south edge. */
  readonly width: number
  readonly height: number
}

interface SourceWindow {
  readonly rgba: Uint8Array
  readonly place: readonly [level: number, x: number, y: number, width: number, height: number]
}

interface TilePlan {
  readonly image: RgbaImage
  readonly level: number
  readonly column: number
  readonly row: number
}

/** Turns blocks of the output and quarters of overviews into encoded tiles; one a thread. */
export class BlockMaker {
  readonly #setup: ThreadSetup
  readonly #kernel: KernelModule
  readonly #warper: BlockWarper
  readonly #blockSize: number
  readonly #encoder: TileEncoder
  readonly #tileBuffers: BufferPool

  constructor(setup: ThreadSetup, kernel: KernelModule, warper: BlockWarper) {
    this.#setup = setup
    this.#kernel = kernel
    this.#warper = warper
    this.#blockSize = BLOCK_TILES * setup.tileSize
    this.#encoder = new TileEncoder(setup.tileSize, setup.encoding)
    this.#tileBuffers = new BufferPool(setup.tileSize ** 2 * 4)
  }

  /**
   * The block's tiles of levels 0 to 2 and its quarter of level 3. Reading starts at once, so that a block asked for
   * while the one before is encoded is decoded meanwhile.
   *
   * @throws SourceReadError
   */
  async block(x: number, y: number): Promise<FinishedTiles> {
    const levels = await this.#warpedLevels(x, y)
    if (!levels) return NOTHING
    const plans = levels.slice(0, Math.min(this.#setup.levels, BLOCK_LEVELS)).flatMap((image, level) => {
      const tiles = BLOCK_TILES >> level
      return Array.from({ length: tiles * tiles }, (_, index): TilePlan => {
        return { image, level, column: index % tiles, row: Math.floor(index / tiles) }
      })
    })
    const encoded: FinishedTiles[] = []
    const lane = async (): Promise<void> => {
      for (let plan = plans.shift(); plan; plan = plans.shift()) {
        encoded.push(await this.#encodePart(plan, x, y))
      }
    }
    await Promise.all(Array.from({ length: ENCODED_AT_ONCE }, lane))
    const made = merged(encoded)
    if (this.#setup.levels <= BLOCK_LEVELS || made.tiles.length === 0) return made
    return { ...made, quarter: levels[BLOCK_LEVELS]?.rgba ?? null }
  }

  /** A tile of level 3 or coarser, and its quarter of the next. */
  async parent(
    level: number,
    x: number,
    y: number,
    quarters: readonly [Quarter, Quarter, Quarter, Quarter],
  ): Promise<FinishedTiles> {
    const { tileSize, levels } = this.#setup
    const rgba = fromQuarters(quarters, tileSize)
    if (!rgba) return NOTHING
    const quarter = level + 1 < levels ? this.#kernel.halveRgba(rgba, tileSize, tileSize) : null
    const coverage = coverageOf(rgba)
    if (coverage === 'empty') return { tiles: [], quarter }
    return { ...finished(await this.#encoder.encode(rgba, coverage), level, x, y), quarter }
  }

  /** Full resolution and three halvings; undefined when no part of the scan lies there. */
  async #warpedLevels(x: number, y: number): Promise<RgbaImage[] | undefined> {
    const { originX, originY, pixelSize, width, height } = this.#setup
    const place: BlockPlace = {
      originX: originX + x * this.#blockSize * pixelSize,
      originY: originY - y * this.#blockSize * pixelSize,
      width: Math.min(this.#blockSize, width - x * this.#blockSize),
      height: Math.min(this.#blockSize, height - y * this.#blockSize),
    }
    const source = await this.#readSource(place)
    if (!source) return undefined
    const rgba = this.#warper.resample(
      place.originX,
      place.originY,
      pixelSize,
      place.width,
      place.height,
      source.rgba,
      ...source.place,
    )
    const images: RgbaImage[] = [{ rgba, width: place.width, height: place.height }]
    for (let level = 0; level < BLOCK_LEVELS; level++) {
      const image = images[level]
      if (image) images.push(halved(this.#kernel, image, this.#blockSize / 2 ** level))
    }
    return images
  }

  /** Reads what a block needs of the pyramid; undefined when it shows nothing of the map. */
  async #readSource(place: BlockPlace): Promise<SourceWindow | undefined> {
    const { pyramidPath, pixelSize, sourceLevels } = this.#setup
    const { originX, originY } = place
    const window = this.#warper.sourceWindow(
      originX,
      originY,
      pixelSize,
      place.width,
      place.height,
      sourceLevels,
    )
    if (window.length === 0) return undefined
    const [page = 0, left = 0, top = 0, width = 0, height = 0] = window
    try {
      // A tiled file is read out of order all the same; sequential access only keeps fewer decoded tiles.
      const rgba = await openScan(pyramidPath, 'tiff', { page, sequentialRead: true })
        .extract({ left, top, width, height })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer()
      return { rgba, place: [page, left, top, width, height] }
    } catch (error) {
      throw new SourceReadError(error instanceof Error ? error.message : String(error))
    }
  }

  #encodePart({ image, level, column, row }: TilePlan, x: number, y: number): Promise<FinishedTiles> {
    const { tileSize } = this.#setup
    return this.#tileBuffers.lend(async (tile) => {
      const coverage = cutTile(image, column * tileSize, row * tileSize, tileSize, tile)
      if (coverage === 'empty') return NOTHING
      const tiles = BLOCK_TILES >> level
      return finished(await this.#encoder.encode(tile, coverage), level, x * tiles + column, y * tiles + row)
    })
  }
}

function finished(encoded: EncodedTile, level: number, x: number, y: number): FinishedTiles {
  const { image, mask, jpegTables } = encoded
  const tile = { level, x, y, image, ...(mask && { mask }) }
  return { tiles: [tile], quarter: null, ...(jpegTables && { jpegTables }) }
}

function merged(parts: readonly FinishedTiles[]): FinishedTiles {
  const jpegTables = parts.find((part) => part.jpegTables)?.jpegTables
  return {
    tiles: parts.flatMap(({ tiles }) => tiles),
    quarter: null,
    ...(jpegTables && { jpegTables }),
  }
}

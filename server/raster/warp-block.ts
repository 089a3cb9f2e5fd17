import type { BlockWarper } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import { BufferPool } from './buffer-pool.ts'
import { BLOCK_TILES } from './cog-layout.ts'
import { openScan } from './decoder-sharp.ts'
import type { KernelModule } from './kernel.ts'
import { fromQuarters, padded } from './overview-pixels.ts'
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

/** A rectangle of the output. */
interface OutputPlace {
  /** North-west corner in metres. */
  readonly originX: number
  readonly originY: number
  /** Pixels; less than a whole block or row of tiles at the east and south edge. */
  readonly width: number
  readonly height: number
}

interface SourceWindow {
  readonly rgba: Uint8Array
  readonly level: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Turns blocks of the output and quarters of overviews into encoded tiles; one a thread. A block is read as a whole and
 * warped one row of tiles at a time: no more than two of its rows are held, and one is encoded while the next is warped.
 */
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
    const { width, height, tileSize } = this.#setup
    const place = this.#placeOf(x * this.#blockSize, y * this.#blockSize, {
      width: Math.min(this.#blockSize, width - x * this.#blockSize),
      height: Math.min(this.#blockSize, height - y * this.#blockSize),
    })
    const source = await this.#readSource(place)
    if (!source) return NOTHING
    // V8 counts pixels as foreign memory and lets tens of megabytes of dead ones lie; its own heap is small and soon swept.
    globalThis.gc?.()
    const overviews = [1, 2, 3].map((level): RgbaImage => {
      const side = this.#blockSize >> level
      return { rgba: new Uint8Array(side * side * 4), width: side, height: side }
    })
    const parts: FinishedTiles[] = []
    let encoding: Promise<FinishedTiles> | undefined
    for (let row = 0; row < BLOCK_TILES && row * tileSize < place.height; row++) {
      const strip = this.#warpedRow(x, y * BLOCK_TILES + row, place, source)
      if (!strip) continue
      this.#addToOverviews(strip, row, overviews)
      const before = encoding
      encoding = this.#encodeImage(strip, 0, x * BLOCK_TILES, y * BLOCK_TILES + row)
      if (before) parts.push(await before)
    }
    if (encoding) parts.push(await encoding)
    for (let level = 1; level < Math.min(this.#setup.levels, BLOCK_LEVELS); level++) {
      const [image, tiles] = [overviews[level - 1], BLOCK_TILES >> level]
      if (image) parts.push(await this.#encodeImage(image, level, x * tiles, y * tiles))
    }
    const made = merged(parts)
    if (this.#setup.levels <= BLOCK_LEVELS || made.tiles.length === 0) return made
    return { ...made, quarter: overviews[BLOCK_LEVELS - 1]?.rgba ?? null }
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

  #placeOf(left: number, top: number, size: Pick<OutputPlace, 'width' | 'height'>): OutputPlace {
    const { originX, originY, pixelSize } = this.#setup
    return { originX: originX + left * pixelSize, originY: originY - top * pixelSize, ...size }
  }

  /** A row of a block's tiles, `tileRow` counted from the top of the file; undefined when it shows nothing. */
  #warpedRow(x: number, tileRow: number, block: OutputPlace, source: SourceWindow): RgbaImage | undefined {
    const { height, tileSize, pixelSize } = this.#setup
    const place = this.#placeOf(x * this.#blockSize, tileRow * tileSize, {
      width: block.width,
      height: Math.min(tileSize, height - tileRow * tileSize),
    })
    const needed = this.#sourceWindow(place)
    if (!needed) return undefined
    // Only the rows it needs go over into the kernel's memory, unless by itself it would be read from another level.
    const [top, bottom] =
      needed.level === source.level
        ? [Math.max(needed.y, source.y), Math.min(needed.y + needed.height, source.y + source.height)]
        : [source.y, source.y + source.height]
    const rowBytes = source.width * 4
    const rgba = this.#warper.resample(
      place.originX,
      place.originY,
      pixelSize,
      place.width,
      place.height,
      source.rgba.subarray((top - source.y) * rowBytes, (bottom - source.y) * rowBytes),
      source.level,
      source.x,
      top,
      source.width,
      bottom - top,
    )
    return { rgba, width: place.width, height: place.height }
  }

  /** Halves a row of tiles three times into its place in the block's overviews. */
  #addToOverviews(strip: RgbaImage, row: number, overviews: readonly RgbaImage[]): void {
    let image = padded(strip, this.#blockSize, this.#setup.tileSize)
    for (const overview of overviews) {
      const { width, height } = image
      image = {
        rgba: this.#kernel.halveRgba(image.rgba, width, height),
        width: width / 2,
        height: height / 2,
      }
      overview.rgba.set(image.rgba, row * image.rgba.length)
    }
  }

  #sourceWindow({ originX, originY, width, height }: OutputPlace): Omit<SourceWindow, 'rgba'> | undefined {
    const { pixelSize, sourceLevels } = this.#setup
    const window = this.#warper.sourceWindow(originX, originY, pixelSize, width, height, sourceLevels)
    if (window.length === 0) return undefined
    const [level = 0, x = 0, y = 0, across = 0, down = 0] = window
    return { level, x, y, width: across, height: down }
  }

  /** Reads what a block needs of the pyramid; undefined when it shows nothing of the map. */
  async #readSource(place: OutputPlace): Promise<SourceWindow | undefined> {
    const window = this.#sourceWindow(place)
    if (!window) return undefined
    const { level, x, y, width, height } = window
    try {
      // A tiled file is read out of order all the same; sequential access only keeps fewer decoded tiles.
      const rgba = await openScan(this.#setup.pyramidPath, 'tiff', { page: level, sequentialRead: true })
        .extract({ left: x, top: y, width, height })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer()
      return { rgba, ...window }
    } catch (error) {
      throw new SourceReadError(error instanceof Error ? error.message : String(error))
    }
  }

  /** All tiles of an image whose first is tile `tileX`, `tileY` of its level; at most four, encoded at once. */
  async #encodeImage(image: RgbaImage, level: number, tileX: number, tileY: number): Promise<FinishedTiles> {
    const { tileSize } = this.#setup
    const across = Math.ceil(image.width / tileSize)
    const down = Math.ceil(image.height / tileSize)
    const parts = Array.from({ length: across * down }, (_, index) => {
      const [column, row] = [index % across, Math.floor(index / across)]
      return this.#tileBuffers.lend(async (tile) => {
        const coverage = cutTile(image, column * tileSize, row * tileSize, tileSize, tile)
        if (coverage === 'empty') return NOTHING
        return finished(await this.#encoder.encode(tile, coverage), level, tileX + column, tileY + row)
      })
    })
    return merged(await Promise.all(parts))
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

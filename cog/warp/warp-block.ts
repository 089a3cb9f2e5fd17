import type { BlockWarper, RgbaImage } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import { BLOCK_TILES } from '../file/cog-layout.ts'
import type { Quarter } from '../file/overview-tree.ts'
import type { EncodedTile, FinishedTile, TileMaker } from '../file/cog-tiles.ts'
import type { KernelModule } from './fit-model.ts'
import type { WarpSetup } from './warp-setup.ts'

/** What becomes of a block or a parent. */
export interface FinishedTiles {
  /** Those that show something. */
  readonly tiles: readonly FinishedTile[]
  readonly quarter: Quarter
  /** For `jpeg`, when there is a tile. */
  readonly jpegTables?: Uint8Array
}

const NOTHING: FinishedTiles = { tiles: [], quarter: null }
const NO_PIXELS = new Uint8Array(0)
/** Levels made from a block without its neighbours: 2048, 1024 and 512 px. */
const BLOCK_LEVELS = 3

/** A rectangle of the output. */
interface OutputWindow {
  /** North-west corner in the units of the file's system. */
  readonly originX: number
  readonly originY: number
  /** Pixels; less than a whole block or row of tiles at the east and south edge. */
  readonly width: number
  readonly height: number
}

/** A part of a level of the pyramid, px of that level. */
export interface SourceWindow {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the pixels of a warp come from. */
export interface SourceWindows {
  /** RGBA, straight alpha, row by row. */
  read(window: SourceWindow): Promise<Uint8Array>
  /** Told when the pixels of a window are not needed any more, and how many bytes they were. */
  letGo?(bytes: number): void
}

interface ReadWindow extends SourceWindow {
  /** Let go when the last row is warped. */
  rgba: Uint8Array
}

/** The half-size images of a block; the last is its quarter of level 3. */
type Overviews = readonly [RgbaImage, RgbaImage, RgbaImage]

/**
 * Turns blocks of the output and quarters of overviews into encoded tiles; one a thread. A block is read as a whole and
 * warped one row of tiles at a time: one of its rows is held, and its tiles are encoded while the next is warped. Pixels
 * stay in the kernel's memory from the warp to the tile.
 */
export class BlockMaker {
  readonly #setup: WarpSetup
  readonly #kernel: KernelModule
  readonly #warper: BlockWarper
  readonly #blockSize: number
  readonly #encoder: TileMaker
  readonly #windows: SourceWindows
  /** A row of a block's tiles. */
  readonly #strip: RgbaImage
  /** A tile of level 3 or coarser, and its quarter. */
  readonly #parent: RgbaImage
  readonly #half: RgbaImage
  /** Of blocks that are done: as many as are ever made at once. */
  readonly #spareOverviews: Overviews[] = []

  constructor(
    setup: WarpSetup,
    kernel: KernelModule,
    warper: BlockWarper,
    encoder: TileMaker,
    windows: SourceWindows,
  ) {
    const { tileSize } = setup
    this.#setup = setup
    this.#kernel = kernel
    this.#warper = warper
    this.#blockSize = BLOCK_TILES * tileSize
    this.#encoder = encoder
    this.#windows = windows
    this.#strip = new kernel.RgbaImage(this.#blockSize, tileSize)
    this.#parent = new kernel.RgbaImage(tileSize, tileSize)
    this.#half = new kernel.RgbaImage(tileSize / 2, tileSize / 2)
  }

  /**
   * The block's tiles of levels 0 to 2 and its quarter of level 3. Reading starts at once, so that a block asked for
   * while the one before is encoded is decoded meanwhile.
   *
   * @throws what the reading throws
   */
  async block(x: number, y: number): Promise<FinishedTiles> {
    const { width, height } = this.#setup
    const output = this.#outputWindow(x * this.#blockSize, y * this.#blockSize, {
      width: Math.min(this.#blockSize, width - x * this.#blockSize),
      height: Math.min(this.#blockSize, height - y * this.#blockSize),
    })
    const source = await this.#readSource(output)
    if (!source) return NOTHING
    const overviews = this.#spareOverviews.pop() ?? this.#newOverviews()
    try {
      return await this.#warpedBlock(x, y, output, source, overviews)
    } finally {
      this.#spareOverviews.push(overviews)
    }
  }

  async #warpedBlock(
    x: number,
    y: number,
    output: OutputWindow,
    source: ReadWindow,
    overviews: Overviews,
  ): Promise<FinishedTiles> {
    const { levels, tileSize } = this.#setup
    const [first, second, third] = overviews
    first.clear()
    const parts: FinishedTiles[] = []
    let encoding: Promise<FinishedTiles> | undefined
    for (let row = 0; row < BLOCK_TILES && row * tileSize < output.height; row++) {
      if (!this.#warpRow(x, y * BLOCK_TILES + row, output, source)) continue
      this.#strip.halveInto(first, 0, row * (tileSize / 2))
      const before = encoding
      encoding = this.#encodeTiles(this.#strip, [BLOCK_TILES, 1], [0, x * BLOCK_TILES, y * BLOCK_TILES + row])
      if (before) parts.push(await before)
    }
    this.#letGo(source)
    if (encoding) parts.push(await encoding)
    first.halveInto(second, 0, 0)
    second.halveInto(third, 0, 0)
    if (levels > 1)
      parts.push(
        await this.#encodeTiles(
          first,
          [BLOCK_TILES / 2, BLOCK_TILES / 2],
          [1, x * (BLOCK_TILES / 2), y * (BLOCK_TILES / 2)],
        ),
      )
    if (levels > 2) parts.push(await this.#encodeTiles(second, [1, 1], [2, x, y]))
    const made = merged(parts)
    if (levels <= BLOCK_LEVELS || made.tiles.length === 0) return made
    return { ...made, quarter: rgbaOf(third, tileSize / 2) }
  }

  /** Ends the use of a window before its tiles are encoded. */
  #letGo(source: ReadWindow): void {
    this.#windows.letGo?.(source.rgba.length)
    source.rgba = NO_PIXELS
  }

  #newOverviews(): Overviews {
    const [first, second, third] = [1, 2, 3].map((level) => this.#blockSize >> level)
    const square = (side = 0): RgbaImage => new this.#kernel.RgbaImage(side, side)
    return [square(first), square(second), square(third)]
  }

  /** A tile of level 3 or coarser, and its quarter of the next. */
  async parent(
    level: number,
    x: number,
    y: number,
    quarters: readonly [Quarter, Quarter, Quarter, Quarter],
  ): Promise<FinishedTiles> {
    if (quarters.every((quarter) => quarter === null)) return NOTHING
    const { tileSize, levels } = this.#setup
    const half = tileSize / 2
    this.#parent.clear()
    for (const [index, quarter] of quarters.entries()) {
      if (quarter) this.#parent.paste(quarter, half, (index & 1) * half, (index >> 1) * half)
    }
    const tiles = this.#encodeTiles(this.#parent, [1, 1], [level, x, y])
    this.#parent.halveInto(this.#half, 0, 0)
    const quarter = level + 1 < levels ? rgbaOf(this.#half, half) : null
    return { ...(await tiles), quarter }
  }

  #outputWindow(left: number, top: number, size: Pick<OutputWindow, 'width' | 'height'>): OutputWindow {
    const { originX, originY, pixelSize } = this.#setup
    return { originX: originX + left * pixelSize, originY: originY - top * pixelSize, ...size }
  }

  /**
   * Warps a row of a block's tiles, `tileRow` counted from the top of the file, into the strip. @returns whether it shows
   * anything; else the strip stays as it was
   */
  #warpRow(x: number, tileRow: number, block: OutputWindow, source: ReadWindow): boolean {
    const { height, tileSize, pixelSize } = this.#setup
    const output = this.#outputWindow(x * this.#blockSize, tileRow * tileSize, {
      width: block.width,
      height: Math.min(tileSize, height - tileRow * tileSize),
    })
    const needed = this.#sourceWindow(output)
    if (!needed) return false
    // Only the rows it needs go over into the kernel's memory, unless by itself it would be read from another level.
    const [top, bottom] =
      needed.level === source.level
        ? [Math.max(needed.y, source.y), Math.min(needed.y + needed.height, source.y + source.height)]
        : [source.y, source.y + source.height]
    const rowBytes = source.width * 4
    this.#warper.resampleInto(
      this.#strip,
      output.originX,
      output.originY,
      pixelSize,
      output.width,
      output.height,
      source.rgba.subarray((top - source.y) * rowBytes, (bottom - source.y) * rowBytes),
      source.level,
      source.x,
      top,
      source.width,
      bottom - top,
    )
    return true
  }

  #sourceWindow({ originX, originY, width, height }: OutputWindow): SourceWindow | undefined {
    const { pixelSize, sourceLevels } = this.#setup
    const window = this.#warper.sourceWindow(originX, originY, pixelSize, width, height, sourceLevels)
    if (window.length === 0) return undefined
    const [level = 0, x = 0, y = 0, across = 0, down = 0] = window
    return { level, x, y, width: across, height: down }
  }

  /** Reads what a block needs of the pyramid; undefined when it shows nothing of the map. */
  async #readSource(output: OutputWindow): Promise<ReadWindow | undefined> {
    const window = this.#sourceWindow(output)
    return window && { rgba: await this.#windows.read(window), ...window }
  }

  /** An image's tiles, `across` by `down`, all at once; the first is tile `tileX`, `tileY` of its level. */
  async #encodeTiles(
    image: RgbaImage,
    [across, down]: readonly [across: number, down: number],
    [level, tileX, tileY]: readonly [level: number, tileX: number, tileY: number],
  ): Promise<FinishedTiles> {
    const { tileSize } = this.#setup
    const parts = Array.from({ length: across * down }, async (_, index) => {
      const [column, row] = [index % across, Math.floor(index / across)]
      const encoded = await this.#encoder.encode(image, column * tileSize, row * tileSize)
      return encoded ? finished(encoded, level, tileX + column, tileY + row) : NOTHING
    })
    return merged(await Promise.all(parts))
  }
}

/** The pixels of a square image. */
function rgbaOf(image: RgbaImage, side: number): Uint8Array {
  const rgba = new Uint8Array(side * side * 4)
  image.cutRgba(0, 0, side, rgba)
  return rgba
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

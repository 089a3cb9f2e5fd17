/** The program of a warp thread: its own kernel, its own model; answers each task with encoded tiles. */
import { parentPort, workerData } from 'node:worker_threads'
import { BLOCK_TILES } from './cog-layout.ts'
import { openScan, setDecoderThreads } from './decoder-sharp.ts'
import { fitModel } from './fit.ts'
import { fromQuarters, halved } from './overview-pixels.ts'
import type { Quarter } from './overview-tree.ts'
import { encodeTile, isTransparent } from './tile-encoding.ts'
import type { SpoolTile } from './tile-spool.ts'
import { cutTile } from './tile-pixels.ts'
import type { FromThread, ThreadSetup, ThreadTask } from './warp-messages.ts'

const setup = workerData as ThreadSetup
const port = parentPort
if (!port) throw new Error('warp-thread is started as a worker thread')

/** A level of the pyramid could not be read: the file, not the thread, is at fault. */
class SourceReadError extends Error {}

// One core a thread: the threads themselves are the parallelism.
setDecoderThreads(1)

const { tileSize } = setup
const BLOCK_SIZE = BLOCK_TILES * tileSize
const { kernel, model, footprint } = await fitModel(setup)
const warper = new kernel.BlockWarper(model, footprint, setup.resampling, setup.tolerancePx)
if (setup.mask.length > 0) {
  const ends: number[] = []
  for (const ring of setup.mask) ends.push((ends.at(-1) ?? 0) + ring.length)
  warper.setMask(Float64Array.from(setup.mask.flat(2)), Uint32Array.from(ends))
}

interface Encoded {
  readonly tiles: SpoolTile[]
  readonly jpegTables?: Uint8Array
}

interface BlockPlace {
  readonly originX: number
  readonly originY: number
  readonly width: number
  readonly height: number
}

function placeOf(x: number, y: number): BlockPlace {
  return {
    originX: setup.originX + x * BLOCK_SIZE * setup.pixelSize,
    originY: setup.originY - y * BLOCK_SIZE * setup.pixelSize,
    width: Math.min(BLOCK_SIZE, setup.width - x * BLOCK_SIZE),
    height: Math.min(BLOCK_SIZE, setup.height - y * BLOCK_SIZE),
  }
}

interface SourceWindow {
  readonly rgba: Uint8Array
  /** level, x, y, width, height. */
  readonly place: readonly [number, number, number, number, number]
}

/** Reads what the block needs of the pyramid; null when it shows nothing of the map. */
async function readSource({ originX, originY, width, height }: BlockPlace): Promise<SourceWindow | null> {
  const window = warper.sourceWindow(originX, originY, setup.pixelSize, width, height, setup.sourceLevels)
  const [page, left, top, across, down] = window
  if (
    page === undefined ||
    left === undefined ||
    top === undefined ||
    across === undefined ||
    down === undefined
  ) {
    return null
  }
  try {
    const rgba = await openScan(setup.pyramidPath, 'tiff', { page, sequentialRead: false })
      .extract({ left, top, width: across, height: down })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
    return { rgba, place: [page, left, top, across, down] }
  } catch (error) {
    throw new SourceReadError(error instanceof Error ? error.message : String(error))
  }
}

/** The block's tiles of levels 0 to 2 and its quarter of level 3. */
async function warpBlock(
  x: number,
  y: number,
  place: BlockPlace,
  source: SourceWindow,
): Promise<[Encoded, Quarter]> {
  const { originX, originY, width, height } = place
  const warped = warper.resample(
    originX,
    originY,
    setup.pixelSize,
    width,
    height,
    source.rgba,
    ...source.place,
  )
  if (isTransparent(warped)) return [{ tiles: [] }, null]
  let image = { rgba: warped, width, height }
  const encoding: Promise<Encoded>[] = []
  for (let level = 0, tiles = BLOCK_TILES; level < Math.min(setup.levels, 3); level++, tiles /= 2) {
    for (let row = 0; row < tiles; row++) {
      for (let column = 0; column < tiles; column++) {
        const pixels = cutTile(image, column * tileSize, row * tileSize, tileSize)
        if (pixels) encoding.push(encode(pixels, level, x * tiles + column, y * tiles + row))
      }
    }
    image = halved(kernel, image, BLOCK_SIZE / 2 ** level)
  }
  return [merge(await Promise.all(encoding)), setup.levels > 3 ? image.rgba : null]
}

async function makeParent(
  level: number,
  x: number,
  y: number,
  quarters: readonly [Quarter, Quarter, Quarter, Quarter],
): Promise<[Encoded, Quarter]> {
  const rgba = fromQuarters(quarters, tileSize)
  if (!rgba) return [{ tiles: [] }, null]
  const quarter = level + 1 < setup.levels ? kernel.halveRgba(rgba, tileSize, tileSize) : null
  return [await encode(rgba, level, x, y), quarter]
}

/** Encodes one tile; `rgba` is used up. Nothing comes of a tile that shows nothing. */
async function encode(rgba: Uint8Array, level: number, x: number, y: number): Promise<Encoded> {
  if (isTransparent(rgba)) return { tiles: [] }
  const { image, mask, jpegTables } = await encodeTile(rgba, tileSize, setup.encoding)
  return { tiles: [{ level, x, y, image, ...(mask && { mask }) }], ...(jpegTables && { jpegTables }) }
}

function merge(parts: readonly Encoded[]): Encoded {
  const jpegTables = parts.find((part) => part.jpegTables)?.jpegTables
  return { tiles: parts.flatMap(({ tiles }) => tiles), ...(jpegTables && { jpegTables }) }
}

/** Starts reading at once, so that the next block is decoded while the one before is warped and encoded. */
function start(task: ThreadTask): Promise<[Encoded, Quarter]> {
  if (task.type === 'parent') return makeParent(task.level, task.x, task.y, task.quarters)
  const place = placeOf(task.x, task.y)
  return readSource(place).then((source) =>
    source ? warpBlock(task.x, task.y, place, source) : [{ tiles: [] }, null],
  )
}

function answer(message: FromThread): void {
  port?.postMessage(message)
}

port.on('message', (task: ThreadTask) => {
  start(task).then(
    ([encoded, quarter]) => {
      const level = task.type === 'block' ? 2 : task.level
      answer({ type: 'node', level, x: task.x, y: task.y, ...encoded, quarter })
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      answer({ type: 'failed', message, reading: error instanceof SourceReadError })
    },
  )
})

import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { assembleCog } from './cog-assemble.ts'
import { blocksInMortonOrder } from './cog-layout.ts'
import { OverviewTree } from './overview-tree.ts'
import type { Quarter } from './overview-tree.ts'
import { RasterError } from './raster-error.ts'
import { TileEncoder } from './tile-encoding.ts'
import { TileSpool } from './tile-spool.ts'
import type { ThreadTask } from './warp-messages.ts'
import { checkFreeSpace, planWarp } from './warp-plan.ts'
import type { WarpPlan } from './warp-plan.ts'
import { WarpThread } from './warp-thread-door.ts'
import type { WarpedCog, WarpToCogOptions } from './warp-to-cog.ts'

/** Tasks a thread holds at once: the next window is decoded while the block before is warped and encoded. */
const TASKS_AT_ONCE = 2
/** Percentage kept for putting the file together. */
const ASSEMBLY_PERCENT = 5

/** See `warpToCog`. */
export async function runWarp(options: WarpToCogOptions): Promise<WarpedCog> {
  stopIfAborted(options.signal)
  const plan = await planWarp(options)
  await mkdir(options.workFolder, { recursive: true })
  await mkdir(dirname(options.outPath), { recursive: true })
  await checkFreeSpace(options.workFolder, plan)
  try {
    const warped = await warpInto(plan, options)
    await rm(options.workFolder, { recursive: true, force: true })
    return warped
  } catch (error) {
    const failure = asRasterError(error)
    const resumable = failure.code === 'cancelled' || failure.code === 'warpThreadFailed'
    if (!resumable) await rm(options.workFolder, { recursive: true, force: true })
    throw failure
  }
}

async function warpInto(plan: WarpPlan, options: WarpToCogOptions): Promise<WarpedCog> {
  const { setup, layout } = plan
  const spool = await TileSpool.open(options.workFolder, layout, plan.hash)
  try {
    const resumedTiles = spool.tileCount
    const emptyTile = await new TileEncoder(layout.tileSize, setup.encoding).encode(
      new Uint8Array(layout.tileSize ** 2 * 4),
      'empty',
    )
    await warpAllBlocks(plan, spool, options, emptyTile.jpegTables)
    stopIfAborted(options.signal)
    const { originX, originY, pixelSize, encoding } = setup
    const facts = {
      layout,
      encoding,
      originX,
      originY,
      pixelSize,
      gcps: setup.gcps,
      transformationType: setup.transformationType,
      metadata: options.metadata ?? {},
      ...(emptyTile.jpegTables && { jpegTables: emptyTile.jpegTables }),
    }
    const bytes = await assembleCog(facts, spool, emptyTile, options.outPath)
    options.onProgress?.(100)
    const { width = 0, height = 0 } = layout.levels[0] ?? {}
    return {
      width,
      height,
      bounds: [originX, originY - height * pixelSize, originX + width * pixelSize, originY],
      footprint: plan.footprint,
      bytes,
      resumedTiles,
      warnings: plan.warnings,
    }
  } finally {
    await spool.close()
  }
}

/** Warps every block and makes every parent that the spool does not hold yet. */
async function warpAllBlocks(
  plan: WarpPlan,
  spool: TileSpool,
  { signal, onProgress }: WarpToCogOptions,
  jpegTables: Uint8Array | undefined,
): Promise<void> {
  const { layout, setup } = plan
  const tree = new OverviewTree(layout)
  const parents: ThreadTask[] = []
  const blocks = blocksInMortonOrder(layout.blocksAcross, layout.blocksDown)
  const total = layout.blocksAcross * layout.blocksDown
  let finishedBlocks = 0
  let failure: unknown

  /** A node is in the spool: count it, and queue the parent that it completes. */
  const finish = async (level: number, x: number, y: number, quarter: Quarter): Promise<void> => {
    if (level === 2) {
      finishedBlocks++
      onProgress?.(Math.floor((finishedBlocks / total) * (100 - ASSEMBLY_PERCENT)))
    }
    const parent = tree.add(level, x, y, quarter)
    if (!parent) return
    if (spool.has(parent.level, parent.x, parent.y)) await finishSpooled(parent.level, parent.x, parent.y)
    else parents.push({ type: 'parent', ...parent })
  }
  const finishSpooled = async (level: number, x: number, y: number): Promise<void> => {
    const needed = level + 1 < layout.levels.length && !spool.has(level + 1, x >> 1, y >> 1)
    await finish(level, x, y, needed ? await spool.quarter(level, x, y) : null)
  }
  const nextTask = async (): Promise<ThreadTask | undefined> => {
    for (;;) {
      const parent = parents.shift()
      if (parent) return parent
      const next = blocks.next()
      if (next.done) return parents.shift()
      const [x, y] = next.value
      if (!spool.has(2, x, y)) return { type: 'block', x, y }
      await finishSpooled(2, x, y)
    }
  }
  /** A lane that finds nothing to do may end: whatever completes a parent later takes it up itself. */
  const lane = async (thread: WarpThread): Promise<void> => {
    try {
      while (failure === undefined) {
        stopIfAborted(signal)
        const task = await nextTask()
        if (!task) return
        const node = await thread.run(task)
        checkTables(node.jpegTables, jpegTables)
        await spool.add(node)
        await finish(node.level, node.x, node.y, node.quarter)
      }
    } catch (error) {
      failure ??= error
    }
  }
  const threads = Array.from({ length: Math.min(plan.threads, total) }, () => new WarpThread(setup))
  try {
    const lanes = threads.flatMap((thread) => Array.from({ length: TASKS_AT_ONCE }, () => lane(thread)))
    await Promise.all(lanes)
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()))
  }
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(JSON.stringify(failure))
}

/** The file holds one set of tables, so every tile must have been made with it. */
function checkTables(tables: Uint8Array | undefined, expected: Uint8Array | undefined): void {
  if (tables && (!expected || Buffer.compare(tables, expected) !== 0))
    throw new Error('JPEG tables differ between tiles')
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new RasterError('cancelled')
}

function asRasterError(error: unknown): RasterError {
  if (error instanceof RasterError) return error
  const full =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  return new RasterError(full ? 'diskFull' : 'warpThreadFailed', {}, { cause: error })
}

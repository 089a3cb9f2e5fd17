import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { assembleCog } from '../cog/cog-assemble.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { TileEncoder } from '../cog/tile-encoding.ts'
import { TileSpool } from '../cog/tile-spool.ts'
import { checkFreeSpace, planWarp, threadsFor } from './warp-plan.ts'
import type { WarpPlan } from './warp-plan.ts'
import { headerFacts } from '../../../cog/warp/warp-setup.ts'
import { WarpSchedule } from '../../../cog/warp/warp-schedule.ts'
import { WarpThread } from './warp-thread-client.ts'
import type { WarpedCog, WarpToCogOptions } from './warp-options.ts'

/** Tasks a thread holds at once: the next window is decoded while the block before is warped and encoded. */
const TASKS_AT_ONCE = 2
/** Threads that are started before it is known how many the map can use; nearly every one can use them. */
const EARLY_THREADS = 2
/** Percentage kept for putting the file together. */
const ASSEMBLY_PERCENT = 5

/** Threads that load their program while the scan is read or the warp is planned. */
export function startThreads(options: Pick<WarpToCogOptions, 'threads'>): WarpThread[] {
  return Array.from({ length: Math.min(EARLY_THREADS, threadsFor(options)) }, () => new WarpThread())
}

/** See `warpToCog`. @param threads of `startThreads`; they are stopped at the end */
export async function runWarp(options: WarpToCogOptions, threads: WarpThread[]): Promise<WarpedCog> {
  try {
    stopIfAborted(options.signal)
    const plan = await planWarp(options)
    return await runPlan(plan, options, threads)
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()))
  }
}

async function runPlan(plan: WarpPlan, options: WarpToCogOptions, threads: WarpThread[]): Promise<WarpedCog> {
  try {
    await mkdir(options.workFolder, { recursive: true })
    await mkdir(dirname(options.outPath), { recursive: true })
    await checkFreeSpace(options.workFolder, plan)
    const warped = await warpInto(plan, options, threads)
    await rm(options.workFolder, { recursive: true, force: true })
    return warped
  } catch (error) {
    const failure = asRasterError(error)
    const resumable = failure.code === 'cancelled' || failure.code === 'warpThreadFailed'
    if (!resumable) await rm(options.workFolder, { recursive: true, force: true })
    throw failure
  }
}

async function warpInto(
  plan: WarpPlan,
  options: WarpToCogOptions,
  threads: WarpThread[],
): Promise<WarpedCog> {
  const { setup, layout } = plan
  const spool = await TileSpool.open(options.workFolder, layout, plan.hash)
  try {
    const resumedTiles = spool.tileCount
    const emptyTile = await new TileEncoder(layout.tileSize, setup.encoding).nothing()
    await warpAllBlocks(plan, spool, options, emptyTile.jpegTables, threads)
    const facts = headerFacts(plan, options, emptyTile.jpegTables)
    const bytes = await assembleCog(facts, spool, emptyTile, options.outPath, (share) => {
      stopIfAborted(options.signal)
      options.onProgress?.(Math.floor(100 - ASSEMBLY_PERCENT * (1 - share)))
    })
    const { originX, originY, pixelSize } = setup
    const { width = 0, height = 0 } = layout.levels[0] ?? {}
    return {
      width,
      height,
      bounds: [originX, originY - height * pixelSize, originX + width * pixelSize, originY],
      footprint: plan.footprint,
      ...(plan.datum && { datum: plan.datum }),
      bytes,
      resumedTiles,
      warnings: plan.warnings,
    }
  } finally {
    await spool.close()
  }
}

/** Warps every block and makes every parent that the spool does not hold yet; adds to `threads` what it lacks. */
async function warpAllBlocks(
  plan: WarpPlan,
  spool: TileSpool,
  { signal, onProgress }: WarpToCogOptions,
  jpegTables: Uint8Array | undefined,
  threads: WarpThread[],
): Promise<void> {
  stopIfAborted(signal)
  const { layout, setup } = plan
  const schedule = new WarpSchedule(layout, spool)
  const count = Math.min(plan.threads, layout.blocksAcross * layout.blocksDown)
  while (threads.length < count) threads.push(new WarpThread())
  const working = threads.slice(0, count)
  for (const thread of working) thread.begin(setup)
  let failure: unknown
  /** The first failure ends all threads at once; what the journal holds stays good. */
  const fail = (error: unknown): void => {
    failure ??= error
    for (const thread of threads) void thread.stop()
  }
  const abort = (): void => fail(new RasterError('cancelled'))
  const lane = async (thread: WarpThread): Promise<void> => {
    while (failure === undefined) {
      const task = await schedule.next()
      if (!task) return
      const node = await thread.run(task)
      checkTables(node.jpegTables, jpegTables)
      await spool.add(node)
      await schedule.finish(node.level, node.x, node.y, node.quarter)
      onProgress?.(Math.floor(schedule.done * (100 - ASSEMBLY_PERCENT)))
    }
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const lanes = working.flatMap((thread) =>
      Array.from({ length: TASKS_AT_ONCE }, () => lane(thread).catch(fail)),
    )
    await Promise.all(lanes)
  } finally {
    signal?.removeEventListener('abort', abort)
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

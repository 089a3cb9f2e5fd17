/** The program of a warp thread: its own kernel, its own model; answers each task with encoded tiles. */
import { parentPort } from 'node:worker_threads'
import { setDecoderThreads } from '../decoder-sharp.ts'
import { expectCompiledKernel, loadKernel } from './kernel.ts'
import { TileEncoder } from '../cog/tile-encoding.ts'
import { PyramidWindows, SourceReadError } from './pyramid-windows.ts'
import { BlockMaker, type FinishedTiles } from '../../../cog/warp/warp-block.ts'
import type { FromThread, ThreadSetup, ToThread } from './warp-messages.ts'
import type { ThreadTask } from '../../../cog/warp/warp-schedule.ts'
import { openWarper } from '../../../cog/warp/warp-setup.ts'

const port = parentPort
if (!port) throw new Error('warp-thread is started as a worker thread')

// One core a thread: the threads themselves are the parallelism.
setDecoderThreads(1)
const takeKernel = expectCompiledKernel()
// Loaded while the warp is still being planned; a failure here repeats, and is reported, when the work begins.
loadKernel().catch(() => undefined)

async function makerFor(setup: ThreadSetup): Promise<BlockMaker> {
  const kernel = await loadKernel()
  const warper = await openWarper(kernel, setup)
  const encoder = new TileEncoder(setup.tileSize, setup.encoding)
  return new BlockMaker(setup, kernel, warper, encoder, new PyramidWindows(setup.pyramidPath))
}

async function carryOut(task: ThreadTask): Promise<FinishedTiles> {
  if (!making) throw new Error('a task came before the work was begun')
  const maker = await making
  if (task.type === 'block') return maker.block(task.x, task.y)
  return maker.parent(task.level, task.x, task.y, task.quarters)
}

function answer(message: FromThread): void {
  port?.postMessage(message)
}

let making: Promise<BlockMaker> | undefined
port.on('message', (told: ToThread) => {
  if (told.type === 'kernel') {
    takeKernel(told.module)
    return
  }
  if (told.type === 'begin') {
    making = makerFor(told.setup)
    // A failure is reported as that of the first task.
    making.catch(() => undefined)
    return
  }
  carryOut(told).then(
    (made) =>
      answer({ type: 'node', level: told.type === 'block' ? 2 : told.level, x: told.x, y: told.y, ...made }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      answer({ type: 'failed', message, reading: error instanceof SourceReadError })
    },
  )
})

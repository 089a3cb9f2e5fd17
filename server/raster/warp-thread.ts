/** The program of a warp thread: its own kernel, its own model; answers each task with encoded tiles. */
import { parentPort, workerData } from 'node:worker_threads'
import { setDecoderThreads } from './decoder-sharp.ts'
import { fitModel } from './fit.ts'
import { BlockMaker, SourceReadError } from './warp-block.ts'
import type { FinishedTiles } from './warp-block.ts'
import type { FromThread, ThreadSetup, ThreadTask } from './warp-messages.ts'

const setup = workerData as ThreadSetup
const port = parentPort
if (!port) throw new Error('warp-thread is started as a worker thread')

// One core a thread: the threads themselves are the parallelism.
setDecoderThreads(1)

const { kernel, model, footprint } = await fitModel(setup)
const warper = new kernel.BlockWarper(model, footprint, setup.resampling, setup.tolerancePx)
if (setup.mask.length > 0) {
  const ends: number[] = []
  for (const ring of setup.mask) ends.push((ends.at(-1) ?? 0) + ring.length)
  warper.setMask(Float64Array.from(setup.mask.flat(2)), Uint32Array.from(ends))
}
const maker = new BlockMaker(setup, kernel, warper)

function carryOut(task: ThreadTask): Promise<FinishedTiles> {
  if (task.type === 'block') return maker.block(task.x, task.y)
  return maker.parent(task.level, task.x, task.y, task.quarters)
}

function answer(message: FromThread): void {
  port?.postMessage(message)
}

port.on('message', (task: ThreadTask) => {
  carryOut(task).then(
    (made) =>
      answer({ type: 'node', level: task.type === 'block' ? 2 : task.level, x: task.x, y: task.y, ...made }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      answer({ type: 'failed', message, reading: error instanceof SourceReadError })
    },
  )
})

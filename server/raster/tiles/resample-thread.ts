/** The program of the thread that resamples tiles, so that whoever answers requests stays free meanwhile. */
import { parentPort } from 'node:worker_threads'
import { resample } from './resample.ts'
import type { FromResampleThread, ToResampleThread } from './resample-messages.ts'

const port = parentPort
if (!port) throw new Error('resample-thread is started as a worker thread')

port.on('message', ({ id, plan, tiles }: ToResampleThread) => {
  const pixels = resample(plan, tiles)
  const moved = pixels ? [pixels.buffer as ArrayBuffer] : []
  port.postMessage({ id, pixels } satisfies FromResampleThread, moved)
})

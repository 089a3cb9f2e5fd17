/** The program of the thread that fits control points, so that whoever answers requests stays free meanwhile. */
import { parentPort } from 'node:worker_threads'
import { fitControlPoints, placePixels } from './fit.ts'
import type { FitAnswer, FromFitThread, ToFitThread } from './fit-messages.ts'
import { RasterError } from '../../../cog/raster-error.ts'

const port = parentPort
if (!port) throw new Error('fit-thread is started as a worker thread')

function answer(message: FromFitThread): void {
  port?.postMessage(message)
}

async function resultOf(asked: ToFitThread): Promise<FitAnswer> {
  return asked.type === 'fit'
    ? { type: 'fitted', report: await fitControlPoints(asked.request) }
    : { type: 'placed', places: await placePixels(asked.request) }
}

port.on('message', (asked: ToFitThread) => {
  resultOf(asked).then(answer, (error: unknown) => {
    if (error instanceof RasterError) answer({ type: 'refused', code: error.code, details: error.details })
    else answer({ type: 'broke', message: String(error) })
  })
})

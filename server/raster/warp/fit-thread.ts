/** The program of the thread that fits control points, so that whoever answers requests stays free meanwhile. */
import { parentPort } from 'node:worker_threads'
import { fitControlPoints } from './fit.ts'
import type { FromFitThread, ToFitThread } from './fit-messages.ts'
import { RasterError } from '../raster-error.ts'

const port = parentPort
if (!port) throw new Error('fit-thread is started as a worker thread')

function answer(message: FromFitThread): void {
  port?.postMessage(message)
}

port.on('message', (request: ToFitThread) => {
  fitControlPoints(request).then(
    (report) => answer({ type: 'fitted', report }),
    (error: unknown) => {
      if (error instanceof RasterError) answer({ type: 'refused', code: error.code, details: error.details })
      else answer({ type: 'broke', message: String(error) })
    },
  )
})

import { Worker } from 'node:worker_threads'
import type { FitReport, FitRequest } from './fit.ts'
import type { FromFitThread, ToFitThread } from './fit-messages.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../raster-error.ts'

/** A thread at rest gives its memory back after this long. */
const REST_MS = 60_000
/** Many times what the most points take on a busy machine. */
const LONGEST_MS = 60_000

/** Fits control points in a thread of its own, started when it is needed. One fit at a time: the caller queues. */
export class FitThread {
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined

  /**
   * As `fitControlPoints`. A thread that breaks or takes too long is replaced at the next fit.
   *
   * @throws RasterError as `fitControlPoints`, `tookTooLong`, `warpThreadFailed`
   */
  async fit(request: FitRequest, longestMs = LONGEST_MS): Promise<FitReport> {
    clearTimeout(this.#rest)
    const worker = (this.#worker ??= new Worker(builtProgram('fit-thread')))
    worker.ref()
    try {
      const report = await conversation(worker, request, longestMs)
      this.#letRest(worker)
      return report
    } catch (error) {
      const isSound = error instanceof RasterError && !BREAKS.has(error.code)
      if (isSound) this.#letRest(worker)
      else await this.stop()
      throw error
    }
  }

  /** Ends the thread at once. */
  async stop(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  /** A thread without work keeps no process alive. */
  #letRest(worker: Worker): void {
    worker.unref()
    this.#rest = setTimeout(() => void this.stop(), REST_MS).unref()
  }
}

const BREAKS: ReadonlySet<string> = new Set(['tookTooLong', 'warpThreadFailed'])

async function conversation(worker: Worker, request: FitRequest, longestMs: number): Promise<FitReport> {
  let leave = (): void => undefined
  try {
    return await new Promise<FitReport>((resolve, reject) => {
      const died = (cause: unknown): void => reject(new RasterError('warpThreadFailed', {}, { cause }))
      const ended = (code: number): void => died(new Error(`the thread that fits ended with ${code}`))
      const hear = (message: FromFitThread): void => {
        if (message.type === 'fitted') resolve(message.report)
        else if (message.type === 'refused') reject(new RasterError(message.code, message.details))
        else died(new Error(message.message))
      }
      const timer = setTimeout(() => reject(new RasterError('tookTooLong')), longestMs)
      leave = () => {
        clearTimeout(timer)
        worker.off('message', hear).off('error', died).off('exit', ended)
      }
      worker.on('message', hear).on('error', died).on('exit', ended)
      worker.postMessage(request satisfies ToFitThread)
    })
  } finally {
    leave()
  }
}

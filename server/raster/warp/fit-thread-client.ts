import { Worker } from 'node:worker_threads'
import type { FitReport, FitRequest, PlaceRequest } from './fit.ts'
import type { FitAnswer, FromFitThread, ToFitThread } from './fit-messages.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../../../cog/raster-error.ts'

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
    const answer = await this.#ask({ type: 'fit', request }, longestMs)
    if (answer.type !== 'fitted') throw new Error(`the thread that fits answered ${answer.type}`)
    return answer.report
  }

  /** As `placePixels`. @throws RasterError as `fit` */
  async place(request: PlaceRequest): Promise<Float64Array> {
    const answer = await this.#ask({ type: 'place', request }, LONGEST_MS)
    if (answer.type !== 'placed') throw new Error(`the thread that fits answered ${answer.type}`)
    return answer.places
  }

  async #ask(request: ToFitThread, longestMs: number): Promise<FitAnswer> {
    clearTimeout(this.#rest)
    const worker = (this.#worker ??= new Worker(builtProgram('fit-thread')))
    worker.ref()
    try {
      const answer = await conversation(worker, request, longestMs)
      this.#letRest(worker)
      return answer
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

async function conversation(worker: Worker, request: ToFitThread, longestMs: number): Promise<FitAnswer> {
  let leave = (): void => undefined
  try {
    return await new Promise<FitAnswer>((resolve, reject) => {
      const died = (cause: unknown): void => reject(new RasterError('warpThreadFailed', {}, { cause }))
      const ended = (code: number): void => died(new Error(`the thread that fits ended with ${code}`))
      const hear = (message: FromFitThread): void => {
        if (message.type === 'fitted' || message.type === 'placed') resolve(message)
        else if (message.type === 'refused') reject(new RasterError(message.code, message.details))
        else died(new Error(message.message))
      }
      const timer = setTimeout(() => reject(new RasterError('tookTooLong')), longestMs)
      leave = () => {
        clearTimeout(timer)
        worker.off('message', hear).off('error', died).off('exit', ended)
      }
      worker.on('message', hear).on('error', died).on('exit', ended)
      worker.postMessage(request)
    })
  } finally {
    leave()
  }
}

import { Worker } from 'node:worker_threads'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import type { DecodedTile } from './resample.ts'
import type { FromResampleThread, ToResampleThread } from './resample-messages.ts'
import type { TilePlan } from './tile-plan.ts'

/** A thread at rest gives its memory back after this long. */
const REST_MS = 60_000

interface Waiting {
  readonly resolve: (pixels: Uint8Array | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Resamples in a thread of its own, started when it is needed; one that breaks is replaced at the next picture. */
export class ResampleThread {
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  /** As `resample`. @throws RasterError `warpThreadFailed` */
  resample(plan: TilePlan, tiles: readonly DecodedTile[]): Promise<Uint8Array | undefined> {
    clearTimeout(this.#rest)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, plan, tiles } satisfies ToResampleThread)
    })
  }

  /** Ends the thread at once; what it works on fails. */
  async stop(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(builtProgram('resample-thread'))
    const died = (cause: unknown) => {
      if (this.#worker === worker) this.#worker = undefined
      const waiting = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of waiting) reject(new RasterError('warpThreadFailed', {}, { cause }))
    }
    worker.on('message', ({ id, pixels }: FromResampleThread) => {
      this.#waiting.get(id)?.resolve(pixels)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#letRest(worker)
    })
    worker.on('error', died)
    worker.on('exit', (code) => died(new Error(`the thread that resamples ended with ${code}`)))
    return worker
  }

  /** A thread without work keeps no process alive. */
  #letRest(worker: Worker): void {
    worker.unref()
    this.#rest = setTimeout(() => void this.stop(), REST_MS).unref()
  }
}

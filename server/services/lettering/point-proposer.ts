import { Worker } from 'node:worker_threads'
import { builtProgram } from '../../project-path.ts'
import { Refusal } from '../refusal.ts'
import { FairQueue } from '../transform/fair-queue.ts'
import type { FromProposingThread, ToProposingThread } from './proposing-messages.ts'

/** A thread at rest gives its memory back after this long. */
const REST_MS = 300_000
/** Several times what a map full of words takes in the whole world, on a busy machine too. */
const LONGEST_MS = 60_000

/**
 * Compares words with the names of the world in a thread of its own, started when it is needed: one scan at a time in
 * this process, the users taking turns, each with one at a time.
 */
export class PointProposer {
  readonly #queue = new FairQueue({ mostOfOne: 1, mostWaiting: 1 })
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined

  /**
   * @param signal its abort ends the waiting and the work
   * @throws Refusal 422 where it takes too long, 429 where another of the user's waits already, 503 at the signal
   */
  propose(userId: string, request: ToProposingThread, signal: AbortSignal): Promise<FromProposingThread> {
    return this.#queue.run(userId, () => this.#run(request, signal), signal)
  }

  /** Ends the thread at once. */
  async close(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #run(request: ToProposingThread, signal: AbortSignal): Promise<FromProposingThread> {
    clearTimeout(this.#rest)
    const worker = (this.#worker ??= new Worker(builtProgram('proposing-thread')))
    worker.ref()
    try {
      const result = await conversation(worker, request, signal)
      // A thread without work keeps no process alive.
      worker.unref()
      this.#rest = setTimeout(() => void this.close(), REST_MS).unref()
      return result
    } catch (error) {
      // It cannot be told to stop: what it computes ends with it.
      await this.close()
      throw error
    }
  }
}

async function conversation(
  worker: Worker,
  request: ToProposingThread,
  signal: AbortSignal,
): Promise<FromProposingThread> {
  let leave = (): void => undefined
  try {
    return await new Promise<FromProposingThread>((resolve, reject) => {
      const abort = () => reject(new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 }))
      const ended = (code: number) => reject(new Error(`the thread that proposes ended with ${code}`))
      const timer = setTimeout(() => reject(new Refusal(422, 'errors.lettering.tooLong')), LONGEST_MS)
      leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        worker.off('message', resolve).off('error', reject).off('exit', ended)
      }
      worker.on('message', resolve).on('error', reject).on('exit', ended)
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      else worker.postMessage(request)
    })
  } finally {
    leave()
  }
}

import { Worker } from 'node:worker_threads'
import { builtProgram } from '../../project-path.ts'
import { compiledKernel } from './kernel.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import type { FromThread, ThreadSetup, ToThread } from './warp-messages.ts'
import type { ThreadTask } from '../../../cog/warp/warp-schedule.ts'

export type FinishedNode = Extract<FromThread, { type: 'node' }>

interface Waiting {
  readonly resolve: (node: FinishedNode) => void
  readonly reject: (error: Error) => void
}

/** One warp thread, seen from the outside: tasks in, finished nodes out, several at a time. */
export class WarpThread {
  readonly #worker: Worker
  readonly #waiting = new Map<string, Waiting>()
  #failure: Error | undefined

  /** Starts the thread; it can be told what to do while its program is still being loaded. */
  constructor() {
    this.#worker = new Worker(builtProgram('warp-thread'))
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(new RasterError('warpThreadFailed', {}, { cause: error })))
    this.#worker.on('exit', () => this.#fail(new RasterError('warpThreadFailed')))
    compiledKernel().then(
      (module) => this.#worker.postMessage({ type: 'kernel', module } satisfies ToThread),
      (error: unknown) => this.#fail(new RasterError('warpThreadFailed', {}, { cause: error })),
    )
  }

  /** Tells the thread, once and before its first task, what it works on. */
  begin(setup: ThreadSetup): void {
    this.#worker.postMessage({ type: 'begin', setup } satisfies ToThread)
  }

  /** @throws RasterError `scanUnreadable` when the pyramid could not be read, `warpThreadFailed` for all else. */
  run(task: ThreadTask): Promise<FinishedNode> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure)
        return
      }
      this.#waiting.set(keyOf(task.type === 'block' ? 2 : task.level, task.x, task.y), { resolve, reject })
      this.#worker.postMessage(task satisfies ToThread)
    })
  }

  /** Ends the thread at once; tasks it still holds are rejected. */
  async stop(): Promise<void> {
    this.#fail(new RasterError('cancelled'))
    await this.#worker.terminate()
  }

  #receive(message: FromThread): void {
    if (message.type === 'failed') {
      const { reading, message: text } = message
      const code = reading ? 'scanUnreadable' : 'warpThreadFailed'
      this.#fail(new RasterError(code, { text }, { cause: new Error(text) }))
      return
    }
    const key = keyOf(message.level, message.x, message.y)
    this.#waiting.get(key)?.resolve(message)
    this.#waiting.delete(key)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}

function keyOf(level: number, x: number, y: number): string {
  return `${level}/${x}/${y}`
}

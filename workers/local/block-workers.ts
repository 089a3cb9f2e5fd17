import { proxy, transfer, wrap } from 'comlink'
import type { FinishedTiles, SourceWindows } from '../../cog/warp/warp-block.ts'
import type { ThreadTask } from '../../cog/warp/warp-schedule.ts'
import type { WarpSetup } from '../../cog/warp/warp-setup.ts'
import type { BlockWorkerApi } from './block-calls.ts'

/** Each holds a kernel and two windows of the scan. */
const MOST_WORKERS = 4

/** Workers that carry out tasks of a warp beside one another. */
export class BlockWorkers {
  readonly #workers: readonly Worker[]
  readonly #died: Promise<never>

  /** @param most as many as there are blocks: more would idle */
  constructor(most: number) {
    const count = Math.max(1, Math.min(navigator.hardwareConcurrency, MOST_WORKERS, most))
    this.#workers = Array.from(
      { length: count },
      () => new Worker(new URL('./block.worker.ts', import.meta.url), { type: 'module', name: 'block' }),
    )
    this.#died = new Promise((_, reject) => {
      for (const worker of this.#workers)
        worker.addEventListener('error', ({ message }) => reject(new Error(message || 'a worker ended')))
    })
    this.#died.catch(() => undefined)
  }

  /** Ways to carry out tasks, one after another on each: as many as are worth having. */
  async lanes(
    setup: WarpSetup,
    windows: SourceWindows,
    lanesEach: number,
  ): Promise<((task: ThreadTask) => Promise<FinishedTiles>)[]> {
    const read = proxy(async (window: Parameters<SourceWindows['read']>[0]) => {
      const rgba = await windows.read(window)
      return transfer(rgba, [rgba.buffer as ArrayBuffer])
    })
    const begun = this.#workers.map(async (worker) => {
      const api = wrap<BlockWorkerApi>(worker)
      await Promise.race([api.begin(setup, read), this.#died])
      return Array.from(
        { length: lanesEach },
        () => (task: ThreadTask) => Promise.race([api.carryOut(task), this.#died]),
      )
    })
    return (await Promise.all(begun)).flat()
  }

  close(): void {
    for (const worker of this.#workers) worker.terminate()
  }
}

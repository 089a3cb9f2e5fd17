import { blocksInMortonOrder } from '../file/cog-layout.ts'
import type { CogLayout } from '../file/cog-layout.ts'
import { OverviewTree } from '../file/overview-tree.ts'
import type { Quarter } from '../file/overview-tree.ts'

/** Work for a thread. */
export type ThreadTask =
  | { readonly type: 'block'; readonly x: number; readonly y: number }
  | {
      readonly type: 'parent'
      readonly level: number
      readonly x: number
      readonly y: number
      readonly quarters: readonly [Quarter, Quarter, Quarter, Quarter]
    }

/** What is finished already. */
export interface FinishedNodes {
  has(level: number, x: number, y: number): boolean
  /** The overview quarter of a finished node. */
  quarter(level: number, x: number, y: number): Promise<Quarter>
}

/** Level that a block ends at: its 2048 px are one tile there. */
const BLOCK_LEVEL = 2

/**
 * What is left to be done: blocks that the spool does not hold yet in Morton order, and before them every parent whose
 * four children are ready.
 */
export class WarpSchedule {
  readonly #layout: CogLayout
  readonly #spool: FinishedNodes
  readonly #tree: OverviewTree
  readonly #parents: ThreadTask[] = []
  readonly #blocks: Iterator<readonly [x: number, y: number]>
  readonly #blockCount: number
  #finishedBlocks = 0

  constructor(layout: CogLayout, spool: FinishedNodes) {
    this.#layout = layout
    this.#spool = spool
    this.#tree = new OverviewTree(layout)
    this.#blocks = blocksInMortonOrder(layout.blocksAcross, layout.blocksDown)
    this.#blockCount = layout.blocksAcross * layout.blocksDown
  }

  /** Share of the blocks that are done, 0 to 1. */
  get done(): number {
    return this.#finishedBlocks / this.#blockCount
  }

  /** Undefined when nothing can be begun now; a parent that is completed later is given to who completes it. */
  async next(): Promise<ThreadTask | undefined> {
    for (;;) {
      const parent = this.#parents.shift()
      if (parent) return parent
      const block = this.#blocks.next()
      // Parents may have been completed while spooled blocks were passed over.
      if (block.done) return this.#parents.shift()
      const [x, y] = block.value
      if (!this.#spool.has(BLOCK_LEVEL, x, y)) return { type: 'block', x, y }
      await this.#passSpooled(BLOCK_LEVEL, x, y)
    }
  }

  /** A node is in the spool: counts it, and queues the parent that it completes. */
  async finish(level: number, x: number, y: number, quarter: Quarter): Promise<void> {
    if (level === BLOCK_LEVEL) this.#finishedBlocks++
    const parent = this.#tree.add(level, x, y, quarter)
    if (!parent) return
    if (this.#spool.has(parent.level, parent.x, parent.y))
      await this.#passSpooled(parent.level, parent.x, parent.y)
    else this.#parents.push({ type: 'parent', ...parent })
  }

  /** A node of an earlier run; its quarter is read back only where the parent is still to be made. */
  async #passSpooled(level: number, x: number, y: number): Promise<void> {
    const hasParent = level + 1 < this.#layout.levels.length
    const needed = hasParent && !this.#spool.has(level + 1, x >> 1, y >> 1)
    await this.finish(level, x, y, needed ? await this.#spool.quarter(level, x, y) : null)
  }
}

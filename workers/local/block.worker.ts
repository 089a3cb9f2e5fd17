import { expose, transfer } from 'comlink'
import { BlockMaker, type FinishedTiles } from '../../cog/warp/warp-block.ts'
import { openWarper } from '../../cog/warp/warp-setup.ts'
import type { BlockWorkerApi } from './block-calls.ts'
import { CanvasTiles } from './canvas-tiles.ts'

// Never a static import: the module's top-level await would lose the first messages.
const loading = import('../../wasm-tps/pkg/wasm_tps.js')
let making: BlockMaker | undefined

const api: BlockWorkerApi = {
  async begin(setup, read) {
    const kernel = await loading
    const encoder = new CanvasTiles(setup.tileSize, setup.encoding)
    making = new BlockMaker(setup, kernel, await openWarper(kernel, setup), encoder, { read })
  },

  async carryOut(task) {
    if (!making) throw new Error('a task came before the work was begun')
    const { x, y } = task
    const made = await (task.type === 'block'
      ? making.block(x, y)
      : making.parent(task.level, x, y, task.quarters))
    return transfer(made, buffersOf(made))
  },
}

function buffersOf({ tiles, quarter }: FinishedTiles): ArrayBuffer[] {
  const parts = [...tiles.map(({ image }) => image), ...(quarter ? [quarter] : [])]
  return parts.map(({ buffer }) => buffer as ArrayBuffer)
}

expose(api)

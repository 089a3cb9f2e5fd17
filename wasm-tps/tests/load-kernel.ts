import { readFileSync } from 'node:fs'
import * as bindings from '../pkg/wasm_tps_bg.js'

const MODULE = new URL('../pkg/wasm_tps_bg.wasm', import.meta.url)

/** The committed package, instantiated in Node as the server's warp threads do it. */
export async function loadKernel(): Promise<typeof bindings> {
  const bytes = readFileSync(MODULE)
  const { instance } = await WebAssembly.instantiate(bytes, { './wasm_tps_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports['__wbindgen_start']
  if (typeof start === 'function') start()
  return bindings
}

import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type * as Kernel from '../../../wasm-tps/pkg/wasm_tps.d.ts'
import { projectPath } from '../../project-path.ts'

export type KernelModule = typeof Kernel

/** The bindings as wasm-bindgen writes them for bundlers: the instance has to be put in by hand. */
type Bindings = KernelModule & { __wbg_set_wasm(exports: WebAssembly.Exports): void }

let loading: Promise<KernelModule> | undefined

/** The warp kernel, one instance a thread, loaded at the first call. Node resolves no `.wasm` import, so it is done here. */
export function loadKernel(): Promise<KernelModule> {
  loading ??= instantiate()
  return loading
}

async function instantiate(): Promise<KernelModule> {
  const packageFile = (name: string): string => projectPath('wasm-tps', 'pkg', name)
  const bindings = (await import(
    /* @vite-ignore */ pathToFileURL(packageFile('wasm_tps_bg.js')).href
  )) as Bindings
  const bytes = await readFile(packageFile('wasm_tps_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './wasm_tps_bg.js': { ...bindings } })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return bindings
}

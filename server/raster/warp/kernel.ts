import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { projectPath } from '../../project-path.ts'
import type { KernelModule } from '../../../cog/warp/fit-model.ts'

/** The bindings as wasm-bindgen writes them for bundlers: the instance has to be put in by hand. */
type Bindings = KernelModule & { __wbg_set_wasm(exports: WebAssembly.Exports): void }

let loading: Promise<KernelModule> | undefined
let compiling: Promise<WebAssembly.Module> | undefined

/** The kernel's code, compiled once for all threads of the process. */
export function compiledKernel(): Promise<WebAssembly.Module> {
  compiling ??= readFile(packageFile('wasm_tps_bg.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiling
}

/** In a thread whose starter sends the kernel's code: waits for it. @returns what takes the code */
export function expectCompiledKernel(): (module: WebAssembly.Module) => void {
  let take: (module: WebAssembly.Module) => void = () => undefined
  compiling = new Promise((resolve) => {
    take = resolve
  })
  return (module) => take(module)
}

function packageFile(name: string): string {
  return projectPath('wasm-tps', 'pkg', name)
}

/** The warp kernel, one instance a thread, loaded at the first call. Node resolves no `.wasm` import, so it is done here. */
export function loadKernel(): Promise<KernelModule> {
  loading ??= instantiate()
  return loading
}

async function instantiate(): Promise<KernelModule> {
  const bindings = (await import(
    /* @vite-ignore */ pathToFileURL(packageFile('wasm_tps_bg.js')).href
  )) as Bindings
  const instance = await WebAssembly.instantiate(await compiledKernel(), {
    './wasm_tps_bg.js': { ...bindings },
  })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return bindings
}

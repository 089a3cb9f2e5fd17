import type { KernelError } from '../../wasm-tps/pkg/wasm_tps.js'
import type { WarpFailure } from './warp-api.ts'

const isKernelError = (error: unknown): error is KernelError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'indices' in error

/**
 * What the kernel threw, as a value. A KernelError is an expected failure. Anything else (a trap of WebAssembly, memory
 * that ran out) leaves the instance in an unknown state: `broken`.
 */
export function kernelFailure(error: unknown): { failure: WarpFailure; broken: boolean } {
  if (isKernelError(error)) {
    const { code, message, indices } = error
    return { failure: { code, message, indices: Array.from(indices) }, broken: false }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { failure: { code: 'workerDied', message, indices: [] }, broken: true }
}

import type { RasterErrorCode, RasterFailure } from './raster-api.ts'

/** An expected failure within the raster worker; it leaves the worker as a `RasterFailure`. */
export class RasterFailureError extends Error {
  override readonly name = 'RasterFailureError'
  readonly code: RasterErrorCode

  constructor(code: RasterErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What a caught error is to the caller. Whatever a reader throws over bytes it cannot make sense of is `damaged`. */
export function failureOf(error: unknown): RasterFailure {
  if (error instanceof RasterFailureError) return { code: error.code, message: error.message }
  return { code: 'damaged', message: error instanceof Error ? error.message : String(error) }
}

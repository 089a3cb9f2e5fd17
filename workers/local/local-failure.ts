import { RasterError } from '../../cog/raster-error.ts'
import type { LocalFailure, LocalScanErrorCode } from './local-api.ts'

/** An expected failure of a local conversion. */
export class LocalFailureError extends Error {
  readonly code: LocalScanErrorCode

  constructor(code: LocalScanErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What an error says as a value; what nobody expected is damage to the scan, which is all that comes from outside. */
export function localFailureOf(error: unknown): LocalFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RasterError) return { code: error.code, message, details: error.details }
  return { code: codeOf(error), message, details: {} }
}

function codeOf(error: unknown): LocalScanErrorCode {
  if (error instanceof LocalFailureError) return error.code
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'damaged'
}

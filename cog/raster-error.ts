import {
  RASTER_ERROR_MESSAGES,
  rasterErrorKey,
  type RasterErrorCode,
  type RasterErrorDetails,
} from '../contract/api/raster-failures.ts'

/**
 * An expected failure of the raster room. `messageKey` is what the API sends for translation; `details` are the
 * values that the text names. Jobs store `messageKey` and `details`.
 */
export class RasterError extends Error {
  readonly code: RasterErrorCode
  readonly details: RasterErrorDetails

  constructor(code: RasterErrorCode, details: RasterErrorDetails = {}, options?: ErrorOptions) {
    super(RASTER_ERROR_MESSAGES[code], options)
    this.name = 'RasterError'
    this.code = code
    this.details = details
  }

  get messageKey(): string {
    return rasterErrorKey(this.code)
  }
}

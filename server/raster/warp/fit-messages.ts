import type { FitReport, FitRequest } from './fit.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'

/** What the thread that fits is told: one fit at a time. */
export type ToFitThread = FitRequest

/** What it answers; after `broke` its kernel is not to be trusted any more. */
export type FromFitThread =
  | { readonly type: 'fitted'; readonly report: FitReport }
  | { readonly type: 'refused'; readonly code: RasterErrorCode; readonly details: RasterErrorDetails }
  | { readonly type: 'broke'; readonly message: string }

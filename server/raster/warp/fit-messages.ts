import type { FitReport, FitRequest, PlaceRequest } from './fit.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'

/** What the thread that fits is told: one fit at a time. */
export type ToFitThread =
  | { readonly type: 'fit'; readonly request: FitRequest }
  | { readonly type: 'place'; readonly request: PlaceRequest }

/** What it answers; after `broke` its kernel is not to be trusted any more. */
export type FromFitThread =
  | { readonly type: 'fitted'; readonly report: FitReport }
  | { readonly type: 'placed'; readonly places: Float64Array }
  | { readonly type: 'refused'; readonly code: RasterErrorCode; readonly details: RasterErrorDetails }
  | { readonly type: 'broke'; readonly message: string }

/** What comes of a request that is neither refused nor breaks the thread. */
export type FitAnswer = Extract<FromFitThread, { readonly type: 'fitted' | 'placed' }>

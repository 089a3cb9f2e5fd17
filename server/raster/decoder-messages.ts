import type { ConvertedScan } from './convert-scan.ts'
import type { RasterErrorCode, RasterErrorDetails } from './raster-error.ts'

/** One conversion; the fields are those of `ConvertScanOptions`. */
export interface ChildTask {
  readonly scanPath: string
  readonly originalExtension?: string
  readonly outFolder: string
}

/** Folder below `outFolder` for everything unfinished; the parent watches its growth and removes it. */
export const PARTIAL_FOLDER = '.partial'

/** What the server sends its decoder child over IPC. */
export type ToDecoder = { readonly type: 'convert'; readonly task: ChildTask }

/** What the child answers. */
export type FromDecoder =
  | { readonly type: 'done'; readonly result: ConvertedScan }
  | { readonly type: 'failed'; readonly code: RasterErrorCode; readonly details: RasterErrorDetails }

/** Resident memory, in bytes, at which the child gives up. */
export const DECODER_MEMORY_BYTES = 512 * 1024 * 1024
/** Exit code of a child that reached it. */
export const OUT_OF_MEMORY_EXIT = 86

import type { ConvertedScan } from './converted-scan.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'

/** One conversion; the fields are those of `ConvertScanOptions`. */
export interface ChildTask {
  readonly scanPath: string
  readonly originalExtension?: string
  readonly outFolder: string
}

/** Folder below `outFolder` for everything unfinished; the parent watches its growth and removes it. */
export const PARTIAL_FOLDER = '.partial'

/** What the server sends its decoder child over IPC; `memoryBytes` is the resident memory at which it gives up. */
export type ToDecoder = { readonly type: 'convert'; readonly task: ChildTask; readonly memoryBytes: number }

/** What the child answers. */
export type FromDecoder =
  /** The head was read: so many pixels follow. */
  | { readonly type: 'probed'; readonly pixels: number }
  | { readonly type: 'done'; readonly result: ConvertedScan }
  | { readonly type: 'failed'; readonly code: RasterErrorCode; readonly details: RasterErrorDetails }

import type { ConvertedScan } from './converted-scan.ts'
import type { UnpackedScan } from './unpacked-scan.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'

/** One scan; the fields are those of `ConvertScanOptions`. */
export interface ChildTask {
  readonly scanPath: string
  readonly originalExtension?: string
  readonly outFolder: string
}

/** One scan to lay out for the warp. */
export interface UnpackTask extends ChildTask {
  /** Room on the disk that is not to be taken. */
  readonly keptFreeBytes: number
}

/** Tiles of one picture, in files of `scanPath` named by their number, row after row, to put together. Pixels. */
export interface AssembleTask extends ChildTask {
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
}

/** What each kind of work is told. */
export interface DecoderTasks {
  readonly convert: ChildTask
  readonly unpack: UnpackTask
  readonly assemble: AssembleTask
}

/** What each kind of work gives. */
export interface DecoderResults {
  readonly convert: ConvertedScan
  readonly unpack: UnpackedScan
  readonly assemble: { readonly bytes: number }
}

/** Folder below `outFolder` for everything unfinished; the parent watches its growth and removes it. */
export const PARTIAL_FOLDER = '.partial'

/** What the server sends its decoder child over IPC; `memoryBytes` is the resident memory at which it gives up. */
export type ToDecoder = {
  [Kind in keyof DecoderTasks]: {
    readonly type: Kind
    readonly task: DecoderTasks[Kind]
    readonly memoryBytes: number
  }
}[keyof DecoderTasks]

/** What the child answers. */
export type FromDecoder<Result = DecoderResults[keyof DecoderResults]> =
  /** The head was read: so many pixels follow. */
  | { readonly type: 'probed'; readonly pixels: number }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'failed'; readonly code: RasterErrorCode; readonly details: RasterErrorDetails }

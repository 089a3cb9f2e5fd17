import type { TransformationBody } from '../../contract/rules/control-points.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../contract/api/raster-failures.ts'

/** What the worker of local conversions is asked and what it answers. */

/** What a local conversion is told. */
export interface LocalProgress {
  readonly stage: 'reading' | 'pyramid' | 'warping' | 'writing'
  readonly done: number
  readonly total: number
}

/** How a map is published on this device: its points as the contract's transform request names them. */
export type LocalPublishRequest = TransformationBody & {
  readonly encoding: 'jpeg' | 'webp' | 'lossless'
  /** Written into the file. */
  readonly title?: string
}

/**
 * unreadable (no JPEG, PNG, WebP, GIF or TIFF), unsupported (a kind of TIFF that cannot be read here), unwritten (an
 * encoding that this browser does not write), damaged, tooLarge (for the memory of this device), full (no room on its
 * disk). What is wrong with control points is named as the server does.
 */
export type LocalScanErrorCode =
  | 'unreadable'
  | 'unsupported'
  | 'unwritten'
  | 'damaged'
  | 'tooLarge'
  | 'full'
  | RasterErrorCode

export interface LocalFailure {
  readonly code: LocalScanErrorCode
  readonly message: string
  /** Values that its text names. */
  readonly details: RasterErrorDetails
}

/** Answers cross the thread as values, so that the code of an error survives. */
export type LocalAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: LocalFailure }

/** What a scan can be. */
export type LocalScanFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff'

/** A scan that was converted. */
export interface ConvertedLocally {
  /** By its content, whatever its name says. */
  readonly format: LocalScanFormat
  /** Size of the upright scan. */
  readonly width: number
  readonly height: number
  /** Size of the pyramid's file. */
  readonly bytes: number
  /** 300 px at the most. */
  readonly thumbnail: Blob
}

/** A published file that waits to be read. */
export interface PublishedLocally {
  readonly bytes: number
  readonly width: number
  readonly height: number
  /** GeoJSON of what is shown. */
  readonly outline: string
  /** For programs that read the place of a picture from a file beside it; in the system of the published file. */
  readonly worldFile: string
}

/** What the worker offers through comlink. */
export interface LocalWorkerApi {
  /** `lockName`: a Web Lock the worker holds while it lives. */
  ready(lockName: string | null): Promise<void>
  convert(
    scan: Blob,
    target: FileSystemFileHandle,
    onProgress: (progress: LocalProgress) => void,
  ): Promise<LocalAnswer<ConvertedLocally>>
  /** `folder` is for what is needed on the way; the caller removes it when the worker has ended. */
  publish(
    scan: Blob,
    request: LocalPublishRequest,
    folder: FileSystemDirectoryHandle,
    onProgress: (progress: LocalProgress) => void,
  ): Promise<LocalAnswer<PublishedLocally>>
  /** The next bytes of the published file, in order; null after the last. */
  nextPart(): Promise<LocalAnswer<Uint8Array<ArrayBuffer> | null>>
}

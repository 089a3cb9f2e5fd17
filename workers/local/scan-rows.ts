/** Rows of a scan, from the top. */
export interface Strip {
  readonly top: number
  readonly rows: number
  /** RGBA, straight alpha, row by row. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
}

/** A scan whose pixels can be read from the top to the bottom, more than once. */
export interface ScanRows {
  /** Of the upright scan. */
  readonly width: number
  readonly height: number
  /** Whether a pixel may be transparent. */
  readonly mayHide: boolean
  /** Strips of `STRIP_ROWS` rows; the last one may have fewer. */
  strips(): AsyncIterable<Strip>
  close(): void
}

/** A row of tiles. */
export const STRIP_ROWS = 512

/** What is written into a published file beside its pixels, and how these are encoded. */

/** One enabled control point of a warp. */
export interface WarpGcp {
  /** Pixels of the upright scan: origin at the outer top-left corner, y down. */
  readonly image: readonly [x: number, y: number]
  /** EPSG:3857 metres. */
  readonly map: readonly [x: number, y: number]
}

/** `webp`: RGBA, quality 85; `jpeg`: YCbCr quality 85 with a 1-bit mask; `deflate`: lossless RGBA. */
export const ENCODINGS = ['webp', 'jpeg', 'deflate'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Kept in the file's metadata beside the control points and the transformation. */
export interface CogMetadata {
  readonly title?: string
  /** Who made the map. */
  readonly author?: string
  /** Whom to name. */
  readonly attribution?: string
  /** Address of the licence. */
  readonly licence?: string
}

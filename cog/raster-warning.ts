/** Something the user should know about a scan or a warp that nevertheless succeeded. */
export const RASTER_WARNING_CODES = [
  /** Only the first page of a TIFF or frame of an animation was taken; `count` says how many there are. */
  'firstPageOnly',
  /** EXIF `orientation` (2–8) says that the stored picture does not stand upright; it was turned. */
  'turnedUpright',
  /** Only the largest page of a TIFF was taken, number `page` of `count`. */
  'largestPageOnly',
  /** A JPEG holds bytes that do not belong to it, or lacks its last ones; its pixels are whole but for a few. */
  'faultyJpeg',
  /** Samples of more than 8 bits were stretched to 8 between `low` and `high`. */
  'stretched',
  /** The file carries georeferencing that cannot be converted: its system (`crs`) is unknown, or it reaches a pole. */
  'georeferencingUnusable',
  /** The file carries `count` control points, of which `kept`, evenly taken, are offered. */
  'pointsThinned',
  /** No sample is brighter than `high` of 255: the picture is all but black. */
  'nearlyBlack',
  /** All control points of a side lie almost on a line. */
  'nearlyCollinear',
  /** Identical control points counted once (`count`). */
  'duplicatesIgnored',
  /** The warp folds somewhere inside the footprint. */
  'folds',
  /** The resolution was lowered by `factor` so that the output keeps to four times the scan's pixels. */
  'resolutionLowered',
  /** The original scan is gone or cannot be read any more: the warp took the copy made for display, which is lossy. */
  'originalUnread',
] as const

export type RasterWarningCode = (typeof RASTER_WARNING_CODES)[number]

export interface RasterWarning {
  readonly code: RasterWarningCode
  /** Values that a translated text (`warnings.raster.<code>`) names. */
  readonly details?: Readonly<Record<string, string | number>>
}

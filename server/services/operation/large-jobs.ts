/** Bytes of a pixel that is stored as it is. */
const BYTES_A_PIXEL = 3

/** What is known of a job's size when it is asked for, or once its scan's head was read. */
export interface JobSize {
  /** Of the scan or of the overlay, whichever is larger. */
  readonly pixels?: number
  /** Of the uploaded file, as long as its pixels are not known: it may have to be fetched before anybody looks at it. */
  readonly bytes?: number
}

/**
 * Whether a conversion or a transform is large: it may keep a slot for many minutes, so it stays out of those that are
 * reserved for small ones.
 *
 * @param largeJobPixels pixels from which on it is; 0: no job is
 */
export function isLargeJob(largeJobPixels: number, { pixels = 0, bytes = 0 }: JobSize): boolean {
  return largeJobPixels > 0 && Math.max(pixels, bytes / BYTES_A_PIXEL) >= largeJobPixels
}

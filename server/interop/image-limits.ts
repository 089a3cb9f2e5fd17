/** The largest picture that is made for one request: its sides and its pixels. */
export const IMAGE_LIMITS = { maxWidth: 4_096, maxHeight: 4_096, maxArea: 8_388_608 } as const

/** The factor, 1 at most, that brings a size within the limits. */
export function shrinkToLimits(width: number, height: number): number {
  const { maxWidth, maxHeight, maxArea } = IMAGE_LIMITS
  return Math.min(1, maxWidth / width, maxHeight / height, Math.sqrt(maxArea / (width * height)))
}

/** Whether a picture of that size is made. */
export function isWithinLimits(width: number, height: number): boolean {
  const { maxWidth, maxHeight, maxArea } = IMAGE_LIMITS
  return width <= maxWidth && height <= maxHeight && width * height <= maxArea
}

/** The largest picture for strangers of a kind that takes long to make: one without loss, in WebP, or enlarged. */
export const COSTLY_AREA = 2_097_152

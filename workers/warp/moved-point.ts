/** The one point in which two lists of GCPs differ, as it is in the second. */
export interface MovedPoint {
  readonly index: number
  readonly imageX: number
  readonly imageY: number
  readonly mapX: number
  readonly mapY: number
  /** Its map point is the same. */
  readonly onlyImage: boolean
}

const FIELDS = 4

/**
 * Compares `[imageX, imageY, mapX, mapY] * n`. Equal lists give point 0 unmoved, so that a drag that comes back to its
 * start is still a drag; null when more than one point differs or their numbers do.
 */
export function movedPoint(before: Float64Array, after: Float64Array): MovedPoint | null {
  if (before.length !== after.length || after.length < FIELDS) return null
  let index: number | null = null
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue
    const point = Math.floor(at / FIELDS)
    if (index !== null && index !== point) return null
    index = point
  }
  const from = FIELDS * (index ?? 0)
  const [imageX = 0, imageY = 0, mapX = 0, mapY = 0] = after.subarray(from, from + FIELDS)
  const onlyImage = before[from + 2] === mapX && before[from + 3] === mapY
  return { index: index ?? 0, imageX, imageY, mapX, mapY, onlyImage }
}

type Corner = readonly [number, number]

/** So many corners are weighed one by one; of more, as many evenly from all. */
const WEIGHED = 400

/**
 * A ring with few corners: those go first without which the shape changes least (Visvalingam and Whyatt 1993, by the area
 * of the triangle with both neighbours), so that the corners of a sheet stay.
 *
 * @param most corners that may be left, at least 3
 */
export function thinRing(ring: readonly Corner[], most: number): Corner[] {
  const step = Math.max(1, Math.ceil(ring.length / WEIGHED))
  const corners = ring.filter((_, at) => at % step === 0)
  const at = (index: number) => corners[(index + corners.length) % corners.length]!
  const areaAt = (index: number) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [at(index - 1), at(index), at(index + 1)]
    return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
  }
  const areas = corners.map((_, index) => areaAt(index))
  while (corners.length > Math.max(most, 3)) {
    const least = areas.indexOf(Math.min(...areas))
    corners.splice(least, 1)
    areas.splice(least, 1)
    for (const neighbour of [least - 1, least]) {
      const index = (neighbour + corners.length) % corners.length
      areas[index] = areaAt(index)
    }
  }
  return corners
}

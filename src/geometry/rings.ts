/** Rings one after another, none closed; `ringEnds`: pair index after each ring. */
interface RingsOfPairs {
  readonly coordinates: Float64Array
  readonly ringEnds: Uint32Array
}

/** Whether a place lies within rings, even-odd: not in their holes. */
export function isInRings(
  [x, y]: readonly [number, number],
  { coordinates, ringEnds }: RingsOfPairs,
): boolean {
  let isIn = false
  let start = 0
  for (const end of ringEnds) {
    for (let at = start, before = end - 1; at < end; before = at++) {
      const [ax = NaN, ay = NaN] = [coordinates[2 * at], coordinates[2 * at + 1]]
      const [bx = NaN, by = NaN] = [coordinates[2 * before], coordinates[2 * before + 1]]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
    }
    start = end
  }
  return isIn
}

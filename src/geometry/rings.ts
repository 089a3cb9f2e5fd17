/** Rings one after another, none closed; `ringEnds`: pair index after each ring. */
interface RingsOfPairs {
  readonly coordinates: Float64Array
  readonly ringEnds: Uint32Array
}

/** Rings as they are listed, one array of pairs each, laid out one after another. */
export function packedRings(rings: readonly (readonly (readonly [number, number])[])[]): RingsOfPairs {
  let end = 0
  return {
    coordinates: Float64Array.from(rings.flat(2)),
    ringEnds: Uint32Array.from(rings, (ring) => (end += ring.length)),
  }
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

/** The middle of the box around each ring; none where there are no rings. */
export function middlesOfRings(rings: RingsOfPairs | undefined): readonly (readonly [number, number])[] {
  const middles: [number, number][] = []
  let start = 0
  for (const end of rings?.ringEnds ?? []) {
    const pairs = rings?.coordinates.subarray(2 * start, 2 * end) ?? []
    const middle = (odd: 0 | 1) => {
      const values = Array.from(pairs).filter((_, at) => at % 2 === odd)
      return (Math.min(...values) + Math.max(...values)) / 2
    }
    middles.push([middle(0), middle(1)])
    start = end
  }
  return middles
}

/** A closed ring as x, y, x, y, …, the first point not repeated. */
export type FlatRing = readonly number[]

/** Twice the area is positive where the ring runs clockwise on a plane whose y points down. */
export function signedArea(ring: FlatRing): number {
  let doubled = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    doubled += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!
  }
  return doubled / 2
}

function holds(ring: FlatRing, x: number, y: number): boolean {
  let isInside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[before]!, ring[before + 1]!]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

/**
 * Rings that count even-odd as a vector tile has them, on a plane whose y points down: each outer ring clockwise, the
 * holes in it after it, anticlockwise.
 */
export function woundRings(rings: readonly FlatRing[]): FlatRing[] {
  const whole = rings.filter((ring) => ring.length >= 6)
  const holders = whole.map((ring, at) =>
    whole.flatMap((other, index) => (index !== at && holds(other, ring[0]!, ring[1]!) ? [index] : [])),
  )
  const depth = (at: number) => holders[at]!.length
  return whole.flatMap((ring, at) => {
    if (depth(at) % 2 === 1) return []
    const holes = whole.filter((_, index) => depth(index) === depth(at) + 1 && holders[index]!.includes(at))
    return [wound(ring, true), ...holes.map((hole) => wound(hole, false))]
  })
}

function wound(ring: FlatRing, isClockwise: boolean): FlatRing {
  return signedArea(ring) > 0 === isClockwise ? ring : reversed(ring)
}

function reversed(ring: FlatRing): FlatRing {
  const points: number[] = []
  for (let at = ring.length - 2; at >= 0; at -= 2) points.push(ring[at]!, ring[at + 1]!)
  return points
}

/** Keeps what lies on the side of `limit` where `side · coordinate` is larger. */
export function cutAt(ring: FlatRing, axis: 0 | 1, limit: number, side: 1 | -1): FlatRing {
  const isIn = (at: number) => side * ring[at + axis]! >= side * limit
  let hasOutside = false
  for (let at = 0; at < ring.length && !hasOutside; at += 2) hasOutside = !isIn(at)
  if (!hasOutside) return ring
  const result: number[] = []
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    if (isIn(at) !== isIn(before)) {
      const share = (limit - ring[before + axis]!) / (ring[at + axis]! - ring[before + axis]!)
      const other = ring[before + 1 - axis]! + share * (ring[at + 1 - axis]! - ring[before + 1 - axis]!)
      if (axis === 0) result.push(limit, other)
      else result.push(other, limit)
    }
    if (isIn(at)) result.push(ring[at]!, ring[at + 1]!)
  }
  return result
}

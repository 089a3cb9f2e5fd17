import { DESCRIPTION } from './features.ts'
import type { Features } from './features.ts'

/** Index of a feature of one picture and of one of the other. */
export interface Pair {
  readonly from: number
  readonly to: number
}

/** The nearest description must be nearer than the next by this factor: marks that repeat are no evidence. */
const NEARER = 0.8
/** Next descriptions closer to the nearest than this, in its sizes, are the same spot again. */
const SAME_SPOT = 1.5

/** Features that are each other's nearest, and clearly nearer than any other. */
export function pairFeatures(from: Features, to: Features): Pair[] {
  const pairs: Pair[] = []
  for (let index = 0; index < from.count; index++) {
    const other = nearestOf(from, index, to)
    if (other !== null && nearestOf(to, other, from) === index) pairs.push({ from: index, to: other })
  }
  return pairs
}

/** The nearest among the others to a feature; null where none is clearly nearest. */
function nearestOf(from: Features, index: number, to: Features): number | null {
  const own = from.descriptions.subarray(index * DESCRIPTION, (index + 1) * DESCRIPTION)
  let [best, nearest, next] = [-1, Infinity, Infinity]
  for (let other = 0; other < to.count; other++) {
    const distance = distanceUpTo(own, to.descriptions, other * DESCRIPTION, next)
    if (distance >= next) continue
    if (distance >= nearest) {
      if (!isSameSpot(to, best, other)) next = distance
      continue
    }
    if (best >= 0 && !isSameSpot(to, best, other)) next = nearest
    best = other
    nearest = distance
  }
  return best >= 0 && nearest < NEARER * NEARER * next ? best : null
}

const isSameSpot = ({ x, y, size }: Features, a: number, b: number) =>
  Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0)) < SAME_SPOT * (size[a] ?? 0)

/** Squared distance; given up where it passes `most`. */
function distanceUpTo(own: Float32Array, all: Float32Array, first: number, most: number): number {
  let sum = 0
  for (let at = 0; at < DESCRIPTION; at += 16) {
    for (let one = at; one < at + 16; one++) {
      const difference = (own[one] ?? 0) - (all[first + one] ?? 0)
      sum += difference * difference
    }
    if (sum >= most) return sum
  }
  return sum
}

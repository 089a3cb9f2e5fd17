import type { Features } from './features.ts'
import type { Pair } from './pair-features.ts'
import { affineOf, missOf, scaleOf, squaredMissOf, similarityThrough, stretchOf } from './plane-transform.ts'
import type { PlacePair, PlaneTransform } from './plane-transform.ts'

/** The transform that most pairs agree on. */
export interface Consensus {
  readonly transform: PlaneTransform
  readonly agreeing: readonly PlacePair[]
}

/** The second scan may be so much smaller or larger, counted in what it shows. */
const SMALLEST_SCALE = 0.36
const LARGEST_SCALE = 2.8
/** Paper stretches by less. */
const MOST_STRETCH = 1.12
/** Pairs agree within this, px of pictures of some 1200: first with a similarity, which knows no stretch of paper. */
const ROUGH_PX = 7
const FINE_PX = 4
/** Two pairs are tried together only where what each says of turn and size alone is about theirs. */
const TURN_OFF = 0.5
const SIZE_OFF = Math.log(1.8)
const MOST_TRIES = 6_000
/** No more are tried once two that belong together would have been met but for so small a chance. */
const CHANCE_OF_MISSING = 1e-6
const REFITS = 6

/**
 * The transform that most pairs of features agree on, found by trying similarities through two of them (RANSAC), then an
 * affine through all that agree. The same pairs give the same result.
 */
export function consensusOf(from: Features, to: Features, pairs: readonly Pair[]): Consensus | null {
  const places = pairs.map((pair) => placePairOf(from, to, pair))
  const turns = pairs.map((pair) => (to.angle[pair.to] ?? 0) - (from.angle[pair.from] ?? 0))
  const sizes = pairs.map((pair) => Math.log((to.size[pair.to] ?? 1) / (from.size[pair.from] ?? 1)))
  const random = randomNumbers()
  const pick = () => Math.floor(random() * places.length)
  let best: PlaneTransform | null = null
  let most = 0
  let tries = places.length > 1 ? MOST_TRIES : 0
  for (let attempt = 0; attempt < tries; attempt++) {
    const [one, two] = [pick(), pick()]
    const [first, second] = [places[one], places[two]]
    const transform = first && second && one !== two && similarityThrough(first, second)
    if (!transform || !isPossible(transform)) continue
    const turn = Math.atan2(transform[3], transform[0])
    const size = Math.log(scaleOf(transform))
    const isLikely = [one, two].every(
      (at) =>
        Math.abs(Math.sin(((turns[at] ?? 0) - turn) / 2)) < Math.sin(TURN_OFF / 2) &&
        Math.abs((sizes[at] ?? 0) - size) < SIZE_OFF,
    )
    if (!isLikely) continue
    let count = 0
    for (const pair of places) if (squaredMissOf(transform, pair) < ROUGH_PX ** 2) count++
    if (count <= most) continue
    most = count
    best = transform
    const bothAgree = (count / places.length) ** 2
    tries = Math.min(
      tries,
      Math.ceil(4 * (Math.log(CHANCE_OF_MISSING) / Math.log1p(-Math.min(0.99, bothAgree)))),
    )
  }
  return best && settled(best, places)
}

/** Fits again and again through those that agree, until they are the same. */
function settled(first: PlaneTransform, places: readonly PlacePair[]): Consensus | null {
  let transform = first
  for (let round = 0; round < REFITS; round++) {
    const within = round === 0 ? ROUGH_PX : FINE_PX
    const fitted = affineOf(places.filter((pair) => missOf(transform, pair) < within))
    if (!fitted || !isPossible(fitted)) return null
    transform = fitted
  }
  const agreeing = distinct(places.filter((pair) => missOf(transform, pair) < FINE_PX))
  if (agreeing.length === 0) return null
  return { transform, agreeing }
}

function isPossible(transform: PlaneTransform): boolean {
  const scale = scaleOf(transform)
  return scale > SMALLEST_SCALE && scale < LARGEST_SCALE && stretchOf(transform) < MOST_STRETCH
}

/** One spot may be a feature twice, with two directions: it counts once. */
function distinct(pairs: readonly PlacePair[]): PlacePair[] {
  const seen = new Set<string>()
  return pairs.filter(({ from, to }) => {
    const key = [...from, ...to].map((value) => Math.round(value / 2)).join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

const placePairOf = (from: Features, to: Features, pair: Pair): PlacePair => ({
  from: [from.x[pair.from] ?? 0, from.y[pair.from] ?? 0],
  to: [to.x[pair.to] ?? 0, to.y[pair.to] ?? 0],
})

/** Numbers from 0 to 1, the same ones each time (mulberry32). */
function randomNumbers(): () => number {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

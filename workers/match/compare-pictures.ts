import { consensusOf } from './consensus.ts'
import type { Consensus } from './consensus.ts'
import { findPlace } from './correlate.ts'
import { featuresOf } from './features.ts'
import type { FloatPicture } from './float-picture.ts'
import { pairFeatures } from './pair-features.ts'
import { affineOf, missOf, moved, squaredMissOf } from './plane-transform.ts'
import type { PlacePair, PlaneTransform } from './plane-transform.ts'

/** What is being done; each takes about as long. */
export type CompareStep = 'first' | 'second' | 'pairs' | 'check'

/** How one picture lies on another, or that they do not show the same. */
export interface Comparison {
  /** From px of the first picture to px of the second; null: they do not match. */
  readonly transform: PlaneTransform | null
  /** Spots that agree on it. */
  readonly spots: number
  /** Root mean square of what these miss it by, px of the second picture. */
  readonly missPx: number
  /** Of the places that both show, the share that looks alike; 0 to 1. */
  readonly alikeShare: number
}

/** Fewer spots agree by chance, or by a mark that repeats; of unrelated maps 4 do at most. */
const FEWEST_SPOTS = 9
/** Different sheets share frames, letters and legends: most of what both show must be alike. */
const LEAST_ALIKE_SHARE = 0.45
/** Fewer places than this say nothing. */
const FEWEST_PLACES = 12
/** Places that are looked at, along the longer side. */
const PLACES_ALONG = 22
/** Places within this of the transform say how it is to be, px; first and then. */
const REFIT_PX = [5, 3, 2]
const CHECK = { radius: 13, reach: 5, alike: 0.5, mostBeyond: 0.35 }

/** Compares two pictures of 1000 to 1600 px. `onStep` is told what begins. */
export function comparePictures(
  from: FloatPicture,
  to: FloatPicture,
  onStep: (step: CompareStep) => void = () => undefined,
): Comparison {
  onStep('first')
  const ownFeatures = featuresOf(from)
  onStep('second')
  const otherFeatures = featuresOf(to)
  onStep('pairs')
  const pairs = pairFeatures(ownFeatures, otherFeatures)
  const consensus = consensusOf(ownFeatures, otherFeatures, pairs)
  onStep('check')
  if (!consensus || consensus.agreeing.length < FEWEST_SPOTS) return refused(consensus, 0)
  const rough = checked(from, to, consensus.transform)
  // Spots are few at times, and all in one part; places that were looked at are everywhere.
  const transform = refitted(consensus.transform, rough.found)
  const { alikeShare } = checked(from, to, transform)
  if (alikeShare < LEAST_ALIKE_SHARE) return refused(consensus, alikeShare)
  return {
    transform,
    spots: consensus.agreeing.length,
    missPx: rootMeanSquare(transform, consensus),
    alikeShare,
  }
}

function rootMeanSquare(transform: PlaneTransform, { agreeing }: Consensus): number {
  const squares = agreeing.reduce((total, pair) => total + squaredMissOf(transform, pair), 0)
  return Math.sqrt(squares / agreeing.length)
}

/** The affine through places that were found, without those that lie apart; the first one where these are few. */
function refitted(first: PlaneTransform, found: readonly PlacePair[]): PlaneTransform {
  let transform = first
  for (const within of REFIT_PX) {
    const near = found.filter((pair) => missOf(transform, pair) < within)
    if (near.length < FEWEST_PLACES) return transform
    transform = affineOf(near) ?? transform
  }
  return transform
}

const refused = (consensus: Consensus | null, alikeShare: number): Comparison => ({
  transform: null,
  spots: consensus?.agreeing.length ?? 0,
  missPx: 0,
  alikeShare,
})

interface Checked {
  /** Places whose surroundings are alike, and where they are. */
  readonly found: readonly PlacePair[]
  /** Their share of all, plain paper left out. */
  readonly alikeShare: number
}

/** Looks at places all over what both pictures show. */
function checked(from: FloatPicture, to: FloatPicture, transform: PlaneTransform): Checked {
  const pitch = Math.min(Math.max(from.width, from.height), overlapSide(from, to, transform)) / PLACES_ALONG
  const found: PlacePair[] = []
  let looked = 0
  for (let y = pitch / 2; y < from.height; y += pitch) {
    for (let x = pitch / 2; x < from.width; x += pitch) {
      const { kind, place } = findPlace(from, to, transform, [x, y], CHECK)
      if (kind === 'found') found.push({ from: [x, y], to: place })
      if (kind === 'found' || kind === 'different') looked += 1
    }
  }
  return { found, alikeShare: looked < FEWEST_PLACES ? 0 : found.length / looked }
}

/** The longer side of what the second picture covers of the first, px of the first. */
function overlapSide(from: FloatPicture, to: FloatPicture, transform: PlaneTransform): number {
  const step = Math.max(from.width, from.height) / 40
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (let y = 0; y < from.height; y += step) {
    for (let x = 0; x < from.width; x += step) {
      const [u, v] = moved(transform, [x, y])
      if (u < 0 || v < 0 || u > to.width || v > to.height) continue
      left = Math.min(left, x)
      right = Math.max(right, x + step)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + step)
    }
  }
  return Math.max(step, right - left, bottom - top)
}

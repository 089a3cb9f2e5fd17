import { fitAffine, fitSimilarity, invertAffine, stretches, type Affine } from './affine.ts'
import { flattenMatches, TOLERANCE, toleratedShare, type Candidates, type ScanSize } from './candidates.ts'
import { log10PoissonTail } from './chance.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Label } from './labels.ts'
import { toPlane, type LocalPlane } from './local-plane.ts'
import { drawTrials, MAX_DIAGONAL_KM, MIN_DIAGONAL_KM, type Trial } from './trials.ts'

/** Where the scan lies by the labels that agree on it. */
export interface Consensus {
  readonly plane: LocalPlane
  /** From the scan [px, from its middle, y up] to the plane [km]. */
  readonly affine: Affine
  /** Number of labels that agree. */
  readonly agreed: number
  /** log10 of the odds that chance does not give as much. */
  readonly odds: number
}

export interface ConsensusOptions extends ScanSize {
  readonly seed: number
  readonly signal?: AbortSignal | undefined
}

/** How much more a scan may be stretched one way than the other. */
const MAX_STRETCH = 1.35
/** How widely the labels that agree lie in any direction: deviation as a share of the diagonal. */
const MIN_SPREAD = 0.03
const MAX_ROUNDS = 10
/** Odds at which no better place is looked for. */
const ENOUGH_ODDS = 15

/** The place of the scan that the labels agree on best, or undefined where none do. */
export function findConsensus(
  labels: readonly Label[],
  gazetteer: Gazetteer,
  options: ConsensusOptions,
): Consensus | undefined {
  const diagonal = Math.hypot(options.width, options.height)
  const candidates = flattenMatches(labels, gazetteer, options)
  const { seed, signal } = options
  let best: Consensus | undefined
  for (const trials of drawTrials(labels, candidates, { diagonal, seed, signal })) {
    for (const trial of trials) {
      signal?.throwIfAborted()
      const refined = refine(trial, { labels, candidates, diagonal, share: toleratedShare(options) })
      if (refined && refined.odds > (best?.odds ?? -Infinity)) best = refined
    }
    if (best && best.odds >= ENOUGH_ODDS) break
  }
  return best
}

interface Evidence {
  readonly labels: readonly Label[]
  readonly candidates: Candidates
  readonly diagonal: number
  readonly share: number
}

/** Fits the labels that agree, by a similarity first and by an affine then, and gives the fit with the best odds. */
function refine({ plane, similarity }: Trial, evidence: Evidence): Consensus | undefined {
  const { candidates, diagonal } = evidence
  const planar = toPlanar(candidates, plane)
  let best: Consensus | undefined
  let affine: Affine = similarity
  for (const [fit, points] of [
    [fitSimilarity, 2],
    [fitAffine, 3],
  ] as const)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const placed = placeOnScan(affine, planar)
      if (!placed) return best
      const agreed = agreeing(placed, candidates, diagonal)
      if (agreed.length <= points) break
      const next = fit({
        from: agreed.flatMap((at) => [candidates.x[at]!, candidates.y[at]!]),
        to: agreed.flatMap((at) => [planar[at * 2]!, planar[at * 2 + 1]!]),
      })
      if (!next || !isPlausible(next, diagonal)) break
      affine = next
      const evaluated = oddsOf(affine, points, planar, evidence)
      if (evaluated.odds > (best?.odds ?? -Infinity)) best = { plane, affine, ...evaluated }
      else if (round > 1) break
    }
  return best
}

function toPlanar({ count, vectors }: Candidates, plane: LocalPlane): Float64Array {
  const planar = new Float64Array(count * 2)
  for (let at = 0; at < count; at += 1)
    planar.set(toPlane(plane, vectors[at * 3]!, vectors[at * 3 + 1]!, vectors[at * 3 + 2]!), at * 2)
  return planar
}

/** The candidates' places on the scan. */
function placeOnScan(affine: Affine, planar: Float64Array): Float64Array | undefined {
  const inverse = invertAffine(affine)
  if (!inverse) return undefined
  const [a, b, c, d, e, f] = inverse
  const placed = new Float64Array(planar.length)
  for (let at = 0; at < planar.length; at += 2) {
    placed[at] = a * planar[at]! + b * planar[at + 1]! + c
    placed[at + 1] = d * planar[at]! + e * planar[at + 1]! + f
  }
  return placed
}

/** Candidates within the tolerance: the nearest of a label, and one label a place. */
function agreeing(placed: Float64Array, candidates: Candidates, diagonal: number): number[] {
  const near: { at: number; distance: number }[] = []
  for (let at = 0; at < candidates.count; at += 1) {
    const distance = Math.hypot(placed[at * 2]! - candidates.x[at]!, placed[at * 2 + 1]! - candidates.y[at]!)
    if (distance <= diagonal * TOLERANCE) near.push({ at, distance })
  }
  near.sort((a, b) => a.distance - b.distance)
  const labels = new Set<number>()
  const places = new Set<number>()
  const agreed: number[] = []
  for (const { at } of near) {
    const label = candidates.label[at]!
    const place = candidates.place[at]!
    if (labels.has(label) || places.has(place)) continue
    labels.add(label)
    places.add(place)
    agreed.push(at)
  }
  return agreed
}

/** Neither mirrored nor much distorted, and of a size that maps have. */
function isPlausible(affine: Affine, diagonal: number): boolean {
  const { most, least } = stretches(affine)
  return (
    least > 0 &&
    most / least <= MAX_STRETCH &&
    least * diagonal >= MIN_DIAGONAL_KM &&
    most * diagonal <= MAX_DIAGONAL_KM
  )
}

/** Labels in one spot or in a line place no map. */
function isSpread(agreed: readonly number[], { x, y }: Candidates, diagonal: number): boolean {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const mx = mean(agreed.map((at) => x[at]!))
  const my = mean(agreed.map((at) => y[at]!))
  const xx = mean(agreed.map((at) => (x[at]! - mx) ** 2))
  const yy = mean(agreed.map((at) => (y[at]! - my) ** 2))
  const xy = mean(agreed.map((at) => (x[at]! - mx) * (y[at]! - my)))
  const least = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy)
  return Math.sqrt(Math.max(0, least)) >= diagonal * MIN_SPREAD
}

/**
 * How many labels agree on a fit, and the odds against chance, as a number of false alarms (Desolneux, Moisan and Morel,
 * 2000): the probability that chance lets as many labels agree, without the two or three that the fit may pass through,
 * times the ways to choose these.
 */
function oddsOf(
  affine: Affine,
  points: 2 | 3,
  planar: Float64Array,
  evidence: Evidence,
): { agreed: number; odds: number } {
  const { candidates, diagonal } = evidence
  const placed = placeOnScan(affine, planar)
  const agreed = placed ? agreeing(placed, candidates, diagonal) : []
  if (!placed || agreed.length <= points || !isSpread(agreed, candidates, diagonal))
    return { agreed: agreed.length, odds: -Infinity }
  const orders = points === 2 ? 2 : 6
  // Twice as many tests, for similarities and affines are both tried.
  const ways = points * Math.log10(candidates.count) - Math.log10(orders) + Math.log10(2)
  const tail = log10PoissonTail(agreed.length - points, expectedByChance(placed, evidence))
  return { agreed: agreed.length, odds: -(ways + tail) }
}

/**
 * How many labels would agree if the places found for them were those of any other label of the scan. Labels and places
 * both gather in valleys and around cities, so that an even share of the scan would be too little.
 */
function expectedByChance(placed: Float64Array, evidence: Evidence): number {
  const { labels, candidates, diagonal, share } = evidence
  const squared = (diagonal * TOLERANCE) ** 2
  const chance = new Float64Array(labels.length)
  for (let at = 0; at < candidates.count; at += 1) {
    const x = placed[at * 2]!
    const y = placed[at * 2 + 1]!
    if (x * x + y * y > (diagonal * (0.5 + TOLERANCE)) ** 2) continue
    let near = 0
    for (const label of labels) if ((label.x - x) ** 2 + (label.y - y) ** 2 <= squared) near += 1
    chance[candidates.label[at]!]! += Math.max(share, near / labels.length)
  }
  return chance.reduce((sum, one) => sum + Math.min(1, one), 0)
}

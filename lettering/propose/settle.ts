import { applyAffine, fitAffine, invertAffine, type Affine } from './affine.ts'
import { TOLERANCE } from './candidates.ts'
import type { Consensus } from './consensus.ts'
import type { Gazetteer } from './gazetteer.ts'
import { endShares, endsOf, END_COUNT, meanEnd, type EndModel } from './label-ends.ts'
import { labelsOf, type Label, type LabelMatch } from './labels.ts'
import { toPlane } from './local-plane.ts'
import type { Lettering } from '../words.ts'

/** A label at its place. */
export interface SettledPair {
  readonly label: Label
  readonly match: LabelMatch
  /** Where the place lies on the scan by the label alone [px, from the middle, y up]. */
  readonly x: number
  readonly y: number
  /** log10 of the odds that the label names this place. */
  readonly odds: number
}

/** How far beyond the scan places are looked for, as a share of its sides: the fit may be off at the edges. */
const MARGIN = 0.05
/** How alike names must be where the place of the scan is known. */
const RULE = { atLeast: 0.75, limit: 6, minLength: 3 }
/** Least deviation of labels from their places, as a share of the diagonal. */
const MIN_DEVIATION = 0.002
/** Deviations that a place may lie from an end of its label. */
const MAX_DEVIATIONS = 2.5
/** How much more a better name counts than a nearer place: Tours itself goes before Joué-lès-Tours beside it. */
const SIMILARITY_POWER = 24
const PAIRINGS = 4
const ROUNDS = 12
/** Labels that every end counts more: an end that no label chose yet is not impossible. */
const END_PRIOR = 0.2
/** Farthest that a proposed point lies from where the others have it, as a share of the diagonal. */
const MAX_RESIDUAL = 0.015
/** Pairs below are left out: ten to one. */
const MIN_ODDS = 1

interface Pair {
  readonly label: Label
  readonly match: LabelMatch
  readonly ends: readonly number[]
  /** The place in the plane [km]. */
  readonly place: readonly [number, number]
}

interface Fit {
  readonly affine: Affine
  readonly model: EndModel
}

/**
 * The labels of a scan whose place is roughly known, each with its place: all names of the area are looked up, and which
 * end of its label a place lies at is learned over the whole map (expectation maximization).
 */
export function settleLabels(
  lettering: Lettering,
  gazetteer: Gazetteer,
  consensus: Consensus,
): SettledPair[] {
  const { width, height } = lettering
  const diagonal = Math.hypot(width, height)
  const pairs = pairsAround(lettering, gazetteer, consensus)
  let fit: Fit = {
    affine: consensus.affine,
    model: {
      shares: Array.from({ length: END_COUNT }, () => 1 / END_COUNT),
      deviation: diagonal * TOLERANCE * 0.5,
    },
  }
  let chosen: Pair[] = []
  for (let pairing = 0; pairing < PAIRINGS; pairing += 1) {
    chosen = choosePairs(pairs, fit, diagonal)
    const next = learn(chosen, fit, diagonal)
    if (!next) break
    fit = next
  }
  return judge(chosen, pairs, fit, lettering)
}

function pairsAround(lettering: Lettering, gazetteer: Gazetteer, { plane, affine }: Consensus): Pair[] {
  const inverse = invertAffine(affine)
  if (!inverse) return []
  const { vectors } = gazetteer
  const placeOf = (place: number) =>
    toPlane(plane, vectors[place * 3]!, vectors[place * 3 + 1]!, vectors[place * 3 + 2]!)
  const region = gazetteer.region((place) => {
    const [x, y] = applyAffine(inverse, ...placeOf(place))
    return Math.abs(x) <= lettering.width * (0.5 + MARGIN) && Math.abs(y) <= lettering.height * (0.5 + MARGIN)
  })
  return labelsOf(lettering, gazetteer, region, RULE).flatMap((label) => {
    const ends = endsOf(label)
    return label.matches.map((match) => ({ label, match, ends, place: placeOf(match.place) }))
  })
}

/** The likeliest pairs: one place a label and one label a place. */
function choosePairs(pairs: readonly Pair[], { affine, model }: Fit, diagonal: number): Pair[] {
  const inverse = invertAffine(affine)
  if (!inverse) return []
  const near: { pair: Pair; score: number }[] = []
  for (const pair of pairs) {
    const placed = applyAffine(inverse, ...pair.place)
    if (Math.hypot(placed[0] - pair.label.x, placed[1] - pair.label.y) > reach(pair, diagonal)) continue
    const { density } = endShares(pair.ends, placed, model)
    if (density * 2 * Math.PI * model.deviation ** 2 < Math.exp(-(MAX_DEVIATIONS ** 2) / 2) / END_COUNT)
      continue
    near.push({ pair, score: density * pair.match.similarity ** SIMILARITY_POWER })
  }
  near.sort((a, b) => b.score - a.score)
  const labels = new Set<Label>()
  const places = new Set<number>()
  const chosen: Pair[] = []
  for (const { pair } of near) {
    if (labels.has(pair.label) || places.has(pair.match.place)) continue
    labels.add(pair.label)
    places.add(pair.match.place)
    chosen.push(pair)
  }
  return chosen
}

/** How far from its label's middle a place may lie [px]: beyond the label's end by the tolerance of the search. */
function reach({ label: { word } }: Pair, diagonal: number): number {
  return diagonal * TOLERANCE + Math.min(Math.hypot(word.width, word.height) / 2, diagonal * TOLERANCE)
}

/**
 * Learns the ends of the labels and the affine together. It begins at the ends as they are and at each end alone, for from
 * one beginning the ends of one side may be taken for those of the other, with the map shifted by a label's length.
 */
function learn(pairs: readonly Pair[], fit: Fit, diagonal: number): Fit | undefined {
  if (pairs.length < 4) return undefined
  const beginnings = fit.model.shares.flatMap((_, end) => beginAt(end, pairs, fit) ?? [])
  let best: { fit: Fit; likelihood: number } | undefined
  for (const beginning of [fit, ...beginnings]) {
    const learned = learnFrom(pairs, beginning, diagonal)
    if (learned && learned.likelihood > (best?.likelihood ?? -Infinity)) best = learned
  }
  return best?.fit
}

/** The affine through one end of all labels, where most of their places may lie. */
function beginAt(end: number, pairs: readonly Pair[], { model }: Fit): Fit | undefined {
  const affine = fitAffine({
    from: pairs.flatMap(({ ends }) => [ends[end * 2]!, ends[end * 2 + 1]!]),
    to: pairs.flatMap(({ place }) => [...place]),
  })
  const shares = model.shares.map((_, other) => (other === end ? 0.6 : 0.4 / (END_COUNT - 1)))
  return affine && { affine, model: { ...model, shares } }
}

/** Expectation maximization from one beginning, with the log likelihood that it ends at. */
function learnFrom(
  pairs: readonly Pair[],
  { affine, model }: Fit,
  diagonal: number,
): { fit: Fit; likelihood: number } | undefined {
  const to = pairs.flatMap(({ place }) => [...place])
  let likelihood = -Infinity
  for (let round = 0; round <= ROUNDS; round += 1) {
    const inverse = invertAffine(affine)
    if (!inverse) return undefined
    const placed = pairs.map(({ place }) => applyAffine(inverse, ...place))
    const expected = pairs.map(({ ends }, at) => endShares(ends, placed[at]!, model))
    likelihood = expected.reduce((sum, { density }) => sum + Math.log(density + Number.MIN_VALUE), 0)
    if (round === ROUNDS) break
    const from = pairs.flatMap(({ ends }, at) => meanEnd(ends, expected[at]!.shares))
    const next = fitAffine({ from, to })
    if (!next) return undefined
    let squares = 0
    for (const [at, { ends }] of pairs.entries())
      for (const [end, share] of expected[at]!.shares.entries())
        squares +=
          share * ((ends[end * 2]! - placed[at]![0]) ** 2 + (ends[end * 2 + 1]! - placed[at]![1]) ** 2)
    model = {
      shares: model.shares.map(
        (_, end) =>
          (expected.reduce((sum, { shares }) => sum + shares[end]!, 0) + END_PRIOR) /
          (pairs.length + END_COUNT * END_PRIOR),
      ),
      deviation: Math.max(Math.sqrt(squares / (2 * pairs.length)), diagonal * MIN_DEVIATION),
    }
    affine = next
  }
  return { fit: { affine, model }, likelihood }
}

/** The odds of each pair against a chance match of a name that is as alike, and where its place lies by the label. */
function judge(
  chosen: readonly Pair[],
  pairs: readonly Pair[],
  { affine, model }: Fit,
  { width, height, words }: Lettering,
): SettledPair[] {
  const inverse = invertAffine(affine)
  if (!inverse) return []
  const diagonal = Math.hypot(width, height)
  const right = new Set(chosen)
  const others = pairs
    .filter((pair) => !right.has(pair))
    .map(({ match }) => match.similarity)
    .sort((a, b) => b - a)
  const share = Math.min(0.9, (chosen.length + 1) / (words.length + 2))
  return chosen.flatMap((pair) => {
    const placed = applyAffine(inverse, ...pair.place)
    const { shares, density } = endShares(pair.ends, placed, model)
    const asAlike = others.findIndex((other) => other < pair.match.similarity - 1e-9)
    const expected = ((asAlike === -1 ? others.length : asAlike) + 1) / words.length
    const odds = Math.log10((share / (1 - share)) * density * ((width * height) / expected))
    const [x, y] = meanEnd(pair.ends, shares)
    if (odds < MIN_ODDS || Math.hypot(x - placed[0], y - placed[1]) > diagonal * MAX_RESIDUAL) return []
    return [{ label: pair.label, match: pair.match, x, y, odds }]
  })
}

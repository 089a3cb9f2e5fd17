import type { Affine } from './affine.ts'
import { TOLERANCE, type Candidates } from './candidates.ts'
import type { Label } from './labels.ts'
import { EARTH_KM, localPlane, toPlane, type LocalPlane } from './local-plane.ts'
import { randomNumbers } from './random.ts'

/** Diagonals of scans that are looked for [km]. */
export const MIN_DIAGONAL_KM = 8
export const MAX_DIAGONAL_KM = 5000
/** Two labels nearer than this share of the diagonal place nothing. */
const MIN_BASE = 0.08
/** Pairs of labels that are drawn, and candidates that are compared with trials: some seconds of one core. */
const MAX_DRAWS = 20_000_000
const MAX_COMPARISONS = 1_000_000_000
/** All pairs are tried up to this number. */
const MAX_PAIRS = 250_000
/** Pairs that are tried before the best trials are given back. */
const BATCH = 20_000
/** Best trials of a batch. */
const MAX_BEST = 12

export interface TrialOptions {
  /** Diagonal of the scan [px]. */
  readonly diagonal: number
  readonly seed: number
  readonly signal?: AbortSignal | undefined
}

/** A place of the scan by two labels. */
export interface Trial {
  readonly plane: LocalPlane
  readonly similarity: Affine
  readonly surprise: number
}

/**
 * Tries pairs of labels, all of them where they are few, and gives the most surprising trials of each batch. A caller that
 * has seen enough ends the iteration.
 */
export function* drawTrials(
  labels: readonly Label[],
  candidates: Candidates,
  { diagonal, seed, signal }: TrialOptions,
): Generator<Trial[]> {
  const { count, label, place } = candidates
  const agree = agreement(labels.length, candidates, diagonal * TOLERANCE)
  let best: Trial[] = []
  let compared = 0
  let tried = 0
  for (const [one, other] of pairsOf(labels, candidates, seed)) {
    if (label[one] === label[other] || place[one] === place[other]) continue
    const trial = similarityOf(candidates, one, other, diagonal)
    if (!trial) continue
    const surprise = agree(trial.plane, trial.similarity, diagonal)
    if (best.length < MAX_BEST || surprise > best.at(-1)!.surprise) {
      const at = best.findIndex((ranked) => ranked.surprise < surprise)
      best.splice(at === -1 ? best.length : at, 0, { ...trial, surprise })
      if (best.length > MAX_BEST) best.pop()
    }
    tried += 1
    compared += count
    if (tried % 1024 === 0) signal?.throwIfAborted()
    if (tried % BATCH === 0) {
      yield best
      best = []
    }
    if (compared > MAX_COMPARISONS) break
  }
  yield best
}

/** Pairs of candidates: all of them where they are few, else drawn by weight. The pair is one array, changed in place. */
function* pairsOf(
  labels: readonly Label[],
  candidates: Candidates,
  seed: number,
): Generator<readonly [number, number]> {
  const { count } = candidates
  const pair: [number, number] = [0, 0]
  if ((count * (count - 1)) / 2 <= MAX_PAIRS) {
    for (pair[0] = 0; pair[0] < count; pair[0] += 1)
      for (pair[1] = pair[0] + 1; pair[1] < count; pair[1] += 1) yield pair
    return
  }
  const draw = weightedDraw(weightsOf(labels, candidates), randomNumbers(seed))
  for (let drawn = 0; drawn < MAX_DRAWS; drawn += 1) {
    pair[0] = draw()
    pair[1] = draw()
    yield pair
  }
}

/** Sure readings that are very like few places come first. */
function weightsOf(labels: readonly Label[], candidates: Candidates): Float64Array {
  return Float64Array.from({ length: candidates.count }, (_, at) => {
    const { word, matches } = labels[candidates.label[at]!]!
    const { similarity, read } = matches[candidates.match[at]!]!
    return (
      ((0.2 + Math.min(1, Math.max(0, word.certainty))) * similarity ** 8 * Math.min(1, read.length / 8)) /
      matches.length
    )
  })
}

function weightedDraw(weights: Float64Array, random: () => number): () => number {
  const sums = new Float64Array(weights.length)
  let total = 0
  for (const [at, weight] of weights.entries()) sums[at] = total += weight
  return () => {
    const wanted = random() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Where the scan lies when two labels stand at their places. Undefined for implausible scales. */
function similarityOf(
  { x, y, vectors }: Candidates,
  one: number,
  other: number,
  diagonal: number,
): Omit<Trial, 'surprise'> | undefined {
  const dx = x[other]! - x[one]!
  const dy = y[other]! - y[one]!
  const base = Math.hypot(dx, dy)
  if (base < diagonal * MIN_BASE) return undefined
  const [ax, ay, az] = [vectors[one * 3]!, vectors[one * 3 + 1]!, vectors[one * 3 + 2]!]
  const [bx, by, bz] = [vectors[other * 3]!, vectors[other * 3 + 1]!, vectors[other * 3 + 2]!]
  const chord = Math.hypot(bx - ax, by - ay, bz - az) * EARTH_KM
  const length = (chord / base) * diagonal
  if (!(length >= MIN_DIAGONAL_KM && length <= MAX_DIAGONAL_KM)) return undefined
  const plane = localPlane(ax + bx, ay + by, az + bz)
  const [ux, uy] = toPlane(plane, ax, ay, az)
  const [vx, vy] = toPlane(plane, bx, by, bz)
  const turn = ((vx - ux) * dx + (vy - uy) * dy) / base ** 2
  const sine = ((vy - uy) * dx - (vx - ux) * dy) / base ** 2
  return {
    plane,
    similarity: [
      turn,
      -sine,
      ux - turn * x[one]! + sine * y[one]!,
      sine,
      turn,
      uy - sine * x[one]! - turn * y[one]!,
    ],
  }
}

/** How surprising the labels are together that lie where a similarity has them; a label and a place count once. */
function agreement(labelCount: number, candidates: Candidates, tolerance: number) {
  const { count, label, place, x, y, vectors, surprise } = candidates
  const labelTrial = new Int32Array(labelCount)
  const placeTrial = new Map<number, number>()
  let trial = 0
  return (plane: LocalPlane, similarity: Affine, diagonal: number): number => {
    trial += 1
    const [a, , c, d, , f] = similarity
    const scale = a * a + d * d
    const [mx, my, mz] = plane.centre
    // The whole scan lies within its diagonal of any of its labels.
    const nearest = 1 - ((Math.sqrt(scale) * diagonal) / EARTH_KM) ** 2 / 2
    const squared = tolerance * tolerance
    let sum = 0
    for (let at = 0; at < count; at += 1) {
      const vx = vectors[at * 3]!
      const vy = vectors[at * 3 + 1]!
      const vz = vectors[at * 3 + 2]!
      const cosine = vx * mx + vy * my + vz * mz
      if (cosine < nearest || labelTrial[label[at]!] === trial) continue
      const away = (2 * EARTH_KM) / (1 + cosine)
      const { east, north } = plane
      const u = away * (vx * east[0] + vy * east[1]) - c
      const v = away * (vx * north[0] + vy * north[1] + vz * north[2]) - f
      const dx = (a * u + d * v) / scale - x[at]!
      const dy = (a * v - d * u) / scale - y[at]!
      if (dx * dx + dy * dy > squared || placeTrial.get(place[at]!) === trial) continue
      labelTrial[label[at]!] = trial
      placeTrial.set(place[at]!, trial)
      sum += surprise[at]!
    }
    return sum
  }
}

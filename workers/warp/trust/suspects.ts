import { EARTH_RADIUS_METRES } from '../../../contract/web-mercator.ts'
import type { Suspect } from '../warp-api.ts'
import { type Pair, type Prediction, predictionOf, unlikeliness } from './local-affine.ts'
import { nearPairs } from './near-pairs.ts'

/** Neighbours that a point is judged by: few enough to bend with the sheet, enough to contradict one of their own. */
const NEIGHBOURS = 8
/** Fewest neighbours that can contradict a point. */
const FEWEST = 4
/** Neighbours kept in reserve, for those that are found wrong themselves. */
const RESERVE = 16
/** A hand is no surer than a pixel, however well its points agree. */
const HAND_PX = 1
/** The spread of a neighbourhood is taken as if so many numbers of the usual one were among its own. */
const PRIOR_FREEDOM = 4
/** From this score on a point is left out before the others are judged. */
const REMOVAL_SCORE = 3
/** Most points that are left out one after another. */
const MOST_REMOVED = 16

/** Which side is predicted from which. */
type Direction = (typeof DIRECTIONS)[number]
/**
 * Both are asked: an image point set wrongly has the right neighbours on the map, a map point typed wrongly has them on
 * the scan.
 */
const DIRECTIONS = ['imageFromMap', 'mapFromImage'] as const

/**
 * All points, the most suspicious first. Each is held against an affine fit of its nearest neighbours, and its distance
 * against how well they agree with each other: so a sheet full of distortion hides no wrong point, and distortion alone
 * names none. The worst is left out and the others are judged anew, as it spoils what its neighbours say.
 *
 * Decision: docs/decisions/2026-11-24-points-that-are-wrong.md
 *
 * @param gcps - `[imageX, imageY, mapX, mapY] * n`
 */
export function suspectsOf(gcps: Float64Array): Suspect[] {
  const sides = DIRECTIONS.map((direction) => openSide(direction, gcps))
  const count = gcps.length / 4
  const mostRemoved = Math.min(MOST_REMOVED, Math.floor(count / 4))
  const removed = new Set<number>()
  const ranked: Suspect[] = []
  for (;;) {
    const judged = judge(sides, removed, count)
    const [worst] = judged
    if (!worst) break
    if (removed.size >= mostRemoved || worst.score < REMOVAL_SCORE) {
      ranked.push(...judged)
      break
    }
    ranked.push(worst)
    removed.add(worst.index)
    for (const side of sides) side.leaveOut(worst.index, removed)
  }
  return ranked.toSorted((a, b) => b.score - a.score)
}

/** The points that are left, each by the direction that speaks against it more clearly; the worst first. */
function judge(sides: readonly Side[], removed: ReadonlySet<number>, count: number): Suspect[] {
  const usual = sides.map((side) => side.usualSquare(removed))
  const judged: Suspect[] = []
  for (let index = 0; index < count; index++) {
    if (removed.has(index)) continue
    const [one, other] = sides.map((side, at) => side.suspect(index, usual[at] ?? 0))
    if (one && other) judged.push(one.score >= other.score ? one : other)
  }
  return judged.toSorted((a, b) => b.score - a.score)
}

interface Side {
  /** The middle of all neighbourhoods' squared spreads. */
  readonly usualSquare: (removed: ReadonlySet<number>) => number
  readonly suspect: (index: number, usualSquare: number) => Suspect
  readonly leaveOut: (index: number, removed: ReadonlySet<number>) => void
}

interface Neighbourhood {
  readonly members: readonly number[]
  /** Null where the neighbours lie on a line or are too few. */
  readonly prediction: Prediction | null
  /** Ground metres a unit of what is predicted. */
  readonly groundScale: number
}

function openSide(direction: Direction, gcps: Float64Array): Side {
  const pairs = pairsOf(direction, gcps)
  const near = nearPairs(pairs, NEIGHBOURS + RESERVE)
  const toImage = direction === 'imageFromMap'

  const neighbourhood = (index: number, removed: ReadonlySet<number>): Neighbourhood => {
    const members = (near[index] ?? []).filter((at) => !removed.has(at)).slice(0, NEIGHBOURS)
    const place = pairs[index]
    const around = members.map((at) => pairs[at]!)
    const prediction = place && members.length >= FEWEST ? predictionOf(around, place) : null
    const northing = members.reduce((sum, at) => sum + (gcps[4 * at + 3] ?? 0), 0) / members.length
    const ground = 1 / Math.cosh(northing / EARTH_RADIUS_METRES)
    return { members, prediction, groundScale: prediction && toImage ? ground / prediction.scale : ground }
  }
  const all = pairs.map((_, index) => neighbourhood(index, new Set()))

  return {
    usualSquare(removed) {
      const squares = all.flatMap(({ prediction }, index) =>
        prediction && prediction.freedom > 0 && !removed.has(index) ? [prediction.spread ** 2] : [],
      )
      return squares.toSorted((a, b) => a - b)[Math.floor(squares.length / 2)] ?? 0
    },
    suspect(index, usualSquare) {
      const { prediction, groundScale } = all[index]!
      if (!prediction) return { index, score: 0, metres: 0, neighbours: 0, agreeMetres: 0 }
      const [, , x, y] = pairs[index]!
      const freedom = prediction.freedom + PRIOR_FREEDOM
      const hand = HAND_PX * (toImage ? 1 : prediction.scale)
      const spreadSquare =
        (prediction.freedom * prediction.spread ** 2 + PRIOR_FREEDOM * usualSquare) / freedom + hand ** 2
      const square = (x - prediction.x) ** 2 + (y - prediction.y) ** 2
      return {
        index,
        score: unlikeliness(square / 2 / (spreadSquare * (1 + prediction.leverage)), freedom),
        metres: Math.sqrt(square) * groundScale,
        neighbours: prediction.pairs,
        agreeMetres: prediction.spread * Math.SQRT2 * groundScale,
      }
    },
    leaveOut(index, removed) {
      for (const [at, { members }] of all.entries())
        if (members.includes(index)) all[at] = neighbourhood(at, removed)
    },
  }
}

/** `[sourceX, sourceY, targetX, targetY]` of each point. */
function pairsOf(direction: Direction, gcps: Float64Array): readonly Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at + 3 < gcps.length; at += 4) {
    const [imageX, imageY, mapX, mapY] = gcps.subarray(at, at + 4) as unknown as Pair
    pairs.push(direction === 'imageFromMap' ? [mapX, mapY, imageX, imageY] : [imageX, imageY, mapX, mapY])
  }
  return pairs
}

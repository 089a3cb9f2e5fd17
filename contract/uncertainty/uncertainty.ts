import { MEANINGFUL_POINTS, type TransformationType } from '../control-points.ts'
import { distanceOutside, hullOf, inOrder, type Place } from './hull.ts'
import { leverageOf } from './leverage.ts'

/** What a fit says of its control points; both arrays in their order. */
export interface FittedPoints {
  readonly type: TransformationType
  /** Map points, `[x, y] * n` EPSG:3857 metres. */
  readonly map: ArrayLike<number>
  /** Lengths of the leave-one-out errors in ground metres; NaN where there is none. */
  readonly leaveOneOutMetres: ArrayLike<number>
}

/** How far off a map may be, at any place of it. */
export interface Uncertainty {
  /** Ground metres around a map point within which the true place lies, nine times of ten. NaN for no place. */
  radiusAt(x: number, y: number): number
}

/** How the error of a transformation grows away from its points; found on real maps with points kept back. */
interface Growth {
  /** Power of the distance to the nearest points. */
  readonly gap: number
  /** Weight of the distance outside of the points' hull. */
  readonly outside: number
}

// A spline follows its points, so that it is surer near them; the others average over all of them.
const SPLINE: Growth = { gap: 0.35, outside: 2 }
const AVERAGING: Growth = { gap: 0.15, outside: 1 }

/** The share of places that the radius is to hold. */
const SHARE = 0.9
/** Nearest points whose mean distance says how well a place is covered. */
const NEAREST = 3
/** Nearest points whose middle error the radius is never below. */
const WITNESSES = 5
/** Nearer than this share of the usual distance the error shrinks no more: hands are not that sure. */
const LEAST_GAP = 0.3
/** Reach of the errors near a place, in usual distances between points. */
const REACH = 2.5
/** The errors near a place count against so many of the whole map's. */
const PRIOR_WEIGHT = 20
/** One error counts for at most so many middle ones. */
const MOST_ERROR = 4
/** A point that no other can replace makes the fit this much less sure without it, at the most. */
const MOST_LEVERAGE = 0.999

/**
 * The uncertainty of a map from its control points: what the errors of the points around a place say, larger where
 * points are far and larger still outside of them, all times one factor by which it holds for nine of ten of the map's own
 * points, each left out. Null below six points that can be judged: nothing honest can be said then.
 *
 * Decision: docs/decisions/2026-11-28-how-far-off-a-place-may-be.md
 */
export function uncertaintyOf(fitted: FittedPoints): Uncertainty | null {
  const judged = judgedPoints(fitted)
  const { places, errors, toPlane } = judged
  if (places.length < MEANINGFUL_POINTS) return null
  const { gap, outside } = fitted.type === 'TPS' ? SPLINE : AVERAGING
  const leverage = leverageOf(fitted.type, places)
  const sorted = places.toSorted(inOrder)
  const hull = hullOf(sorted)

  const surroundings = places.map((place, at) => nearest(judged, place, at))
  const spacing = medianOf(surroundings.map(({ distance }) => distance))
  const growth = (distance: number, beyond: number, lever: number) =>
    Math.max(distance / spacing, LEAST_GAP) ** gap *
    (1 + outside * Math.sqrt(beyond / spacing)) *
    Math.sqrt(1 + lever)

  const corners = new Set(hull)
  const growths = places.map((place, at) => {
    const rest = corners.has(place) ? hullOf(sorted.filter((other) => other !== place)) : null
    const own = Math.min(leverage(place), MOST_LEVERAGE)
    const beyond = rest ? distanceOutside(rest, place) : 0
    return growth(surroundings[at]!.distance, beyond, own / (1 - own))
  })
  const levelAt = levels(judged, growths, REACH * spacing)
  const factor = nineTenths(
    places.map((place, at) => {
      const error = errors[at]!
      return error <= surroundings[at]!.error ? 0 : error / (growths[at]! * levelAt(place, at))
    }),
  )

  return {
    radiusAt(x, y) {
      const place = toPlane(x, y)
      if (!Number.isFinite(place[0] + place[1])) return NaN
      const { distance, error } = nearest(judged, place)
      const grown = growth(distance, distanceOutside(hull, place), leverage(place))
      return Math.max(error, factor * grown * levelAt(place))
    },
  }
}

interface JudgedPoints {
  /** About their middle, in units of their spread. */
  readonly places: readonly Place[]
  /** The same as columns: they are gone through for every place that is asked for. */
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly errors: Float64Array
  readonly toPlane: (x: number, y: number) => Place
}

/** The points with a known error, equal ones once. */
function judgedPoints({ map, leaveOneOutMetres }: FittedPoints): JudgedPoints {
  const points = new Map<string, readonly [x: number, y: number, error: number]>()
  for (let at = 0; at < leaveOneOutMetres.length; at++) {
    const [x, y, error] = [map[2 * at] ?? NaN, map[2 * at + 1] ?? NaN, leaveOneOutMetres[at] ?? NaN]
    const isKnown = Number.isFinite(x + y + error)
    if (isKnown && !points.has(`${x},${y}`)) points.set(`${x},${y}`, [x, y, error])
  }
  const all = [...points.values()]
  const middleX = all.reduce((sum, [x]) => sum + x, 0) / all.length
  const middleY = all.reduce((sum, [, y]) => sum + y, 0) / all.length
  const squares = all.reduce((sum, [x, y]) => sum + (x - middleX) ** 2 + (y - middleY) ** 2, 0)
  const spread = Math.sqrt(squares / all.length)
  const toPlane = (x: number, y: number): Place => [(x - middleX) / spread, (y - middleY) / spread]
  const places = all.map(([x, y]) => toPlane(x, y))
  return {
    places,
    xs: Float64Array.from(places, ([x]) => x),
    ys: Float64Array.from(places, ([, y]) => y),
    errors: Float64Array.from(all, ([, , error]) => error),
    toPlane,
  }
}

/** How far the nearest points are from a place, and the middle one of their errors. */
function nearest(
  { xs, ys, errors }: JudgedPoints,
  [x, y]: Place,
  leftOut = -1,
): { readonly distance: number; readonly error: number } {
  const squares = new Float64Array(WITNESSES).fill(Infinity)
  const found = new Int32Array(WITNESSES)
  for (let at = 0; at < xs.length; at++) {
    const [dx, dy] = [xs[at]! - x, ys[at]! - y]
    const square = dx * dx + dy * dy
    if (square >= squares[WITNESSES - 1]! || at === leftOut) continue
    let to = WITNESSES - 1
    for (; to > 0 && squares[to - 1]! > square; to--) {
      squares[to] = squares[to - 1]!
      found[to] = found[to - 1]!
    }
    squares[to] = square
    found[to] = at
  }
  let sum = 0
  for (let rank = 0; rank < NEAREST; rank++) sum += Math.sqrt(squares[rank]!)
  return { distance: sum / NEAREST, error: medianOf([...found].map((at) => errors[at]!)) }
}

/**
 * The level of the errors around a place, each error taken back to what it would be amid the points. Beside the level of
 * the whole map it counts the more, the more points are near.
 */
function levels(
  { xs, ys, errors }: JudgedPoints,
  growths: readonly number[],
  reach: number,
): (place: Place, leftOut?: number) => number {
  const plain = errors.map((error, at) => error / growths[at]!)
  const middle = medianOf(plain)
  const bounded = middle > 0 ? plain.map((error) => Math.min(error, MOST_ERROR * middle)) : plain
  const whole = bounded.reduce((sum, error) => sum + error, 0) / bounded.length
  const scale = 1 / (reach * reach)
  return ([x, y], leftOut = -1) => {
    let weights = PRIOR_WEIGHT
    let sum = PRIOR_WEIGHT * whole
    for (let at = 0; at < xs.length; at++) {
      if (at === leftOut) continue
      const [dx, dy] = [xs[at]! - x, ys[at]! - y]
      const far = 1 + (dx * dx + dy * dy) * scale
      const weight = 1 / (far * far)
      weights += weight
      sum += weight * bounded[at]!
    }
    return sum / weights
  }
}

function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/**
 * What nine of ten of all values lie below, those given being a sample. Fewer than nine do not reach so far: their largest
 * is raised as if large values were so many times rarer as they are larger (an exponential tail).
 */
function nineTenths(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const count = sorted.length
  const rank = SHARE * (count + 1) - 1
  if (rank > count - 1) return (sorted[count - 1] ?? NaN) * (Math.log(1 - SHARE) / -Math.log(count + 1))
  const below = sorted[Math.floor(rank)] ?? NaN
  return below + (rank - Math.floor(rank)) * ((sorted[Math.ceil(rank)] ?? below) - below)
}

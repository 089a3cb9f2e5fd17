/** What an affine fit to a few pairs says of a place that it was not given. */
export interface Prediction {
  /** Where the place's source falls. */
  readonly x: number
  readonly y: number
  /** By how much the prediction is less sure than a pair of the fit: 0 amid them, growing outside. */
  readonly leverage: number
  /** Spread of the pairs about the fit along one axis, units of the target; 0 for three pairs. */
  readonly spread: number
  /** How many pairs it is taken from. */
  readonly pairs: number
  /** How many independent numbers the spread is taken from. */
  readonly freedom: number
  /** Units of the target a unit of the source, by area. */
  readonly scale: number
}

/** Pairs as columns: `[sourceX, sourceY, targetX, targetY]` each. */
export type Pair = readonly [sourceX: number, sourceY: number, targetX: number, targetY: number]

interface Fit {
  readonly predict: (pair: Pair) => { readonly x: number; readonly y: number; readonly leverage: number }
  readonly squares: number
  readonly scale: number
}

/** Least-squares affine of target from source, null for pairs on one line. Sources are taken about their mean. */
function affine(pairs: readonly Pair[]): Fit | null {
  const n = pairs.length
  let [mx, my, tx, ty] = [0, 0, 0, 0]
  for (const [x, y, u, v] of pairs) {
    mx += x / n
    my += y / n
    tx += u / n
    ty += v / n
  }
  let [sxx, sxy, syy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0]
  for (const [x, y, u, v] of pairs) {
    const [dx, dy] = [x - mx, y - my]
    sxx += dx * dx
    sxy += dx * dy
    syy += dy * dy
    xu += dx * (u - tx)
    yu += dy * (u - tx)
    xv += dx * (v - ty)
    yv += dy * (v - ty)
  }
  const determinant = sxx * syy - sxy * sxy
  // Neighbours almost on one line say nothing of what lies beside it.
  if (!(determinant > 1e-4 * (sxx + syy) ** 2)) return null
  const a = (xu * syy - yu * sxy) / determinant
  const b = (yu * sxx - xu * sxy) / determinant
  const c = (xv * syy - yv * sxy) / determinant
  const d = (yv * sxx - xv * sxy) / determinant
  const predict = ([x, y]: Pair) => {
    const [dx, dy] = [x - mx, y - my]
    return {
      x: tx + a * dx + b * dy,
      y: ty + c * dx + d * dy,
      leverage: 1 / n + (dx * dx * syy - 2 * dx * dy * sxy + dy * dy * sxx) / determinant,
    }
  }
  let squares = 0
  for (const pair of pairs) {
    const { x, y } = predict(pair)
    squares += (pair[2] - x) ** 2 + (pair[3] - y) ** 2
  }
  return { predict, squares, scale: Math.sqrt(Math.abs(a * d - b * c)) }
}

/** A pair that the others of its fit contradict so much is left out of it: a chance of one in a thousand. */
const LEAVE_OUT = 3
/** Fewest pairs of a fit from which one may be left out. */
const FEWEST_TO_CHOOSE = 6

/**
 * Where the pairs put a source, with how well they agree. Pairs that the rest contradict are left out one after another,
 * at most a quarter of them, so that a second wrong point nearby does not hide the first.
 */
export function predictionOf(pairs: readonly Pair[], place: Pair): Prediction | null {
  let kept = pairs
  let fit = affine(kept)
  const least = Math.max(FEWEST_TO_CHOOSE, Math.ceil(pairs.length * 0.75))
  while (fit && kept.length > least) {
    const worst = worstOf(kept, fit)
    if (worst === null) break
    kept = kept.filter((_, at) => at !== worst)
    fit = affine(kept)
  }
  if (!fit) return null
  const freedom = 2 * (kept.length - 3)
  return {
    ...fit.predict(place),
    pairs: kept.length,
    spread: freedom > 0 ? Math.sqrt(fit.squares / freedom) : 0,
    freedom,
    scale: fit.scale,
  }
}

/** Index of the pair that the others contradict most; null when none stands out. */
function worstOf(pairs: readonly Pair[], { predict, squares }: Fit): number | null {
  const freedom = 2 * (pairs.length - 4)
  let [worst, most]: [number | null, number] = [null, LEAVE_OUT]
  for (const [at, pair] of pairs.entries()) {
    const { x, y, leverage } = predict(pair)
    const room = Math.max(1 - leverage, 1e-9)
    const square = ((pair[2] - x) ** 2 + (pair[3] - y) ** 2) / room
    const rest = Math.max(squares - square, 0) / freedom
    const unlikely = unlikeliness(square / 2 / Math.max(rest, 1e-12), freedom)
    if (unlikely > most) [worst, most] = [at, unlikely]
  }
  return worst
}

/**
 * How unlikely a ratio of two spreads is by chance, as the decimal logarithm of one in how many: the tail of Fisher's F
 * with two numbers above and `freedom` below.
 */
export function unlikeliness(ratio: number, freedom: number): number {
  return (freedom / 2) * Math.log10(1 + (2 * ratio) / freedom)
}

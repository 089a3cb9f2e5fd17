/** x′ = a·x + b·y + c, y′ = d·x + e·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export interface Pairs {
  /** [x0, y0, x1, …] before and after. */
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** One a pair; 1 where absent. */
  readonly weights?: readonly number[]
}

/** The affine of least squares through pairs. Undefined where they lie in a line or there are fewer than three. */
export function fitAffine({ from, to, weights }: Pairs): Affine | undefined {
  const moments = momentsOf(from, to, weights)
  const { sxx, sxy, syy, sxu, syu, sxv, syv } = moments
  const determinant = sxx * syy - sxy * sxy
  if (!(determinant > 1e-9 * (sxx + syy) ** 2)) return undefined
  const a = (sxu * syy - syu * sxy) / determinant
  const b = (syu * sxx - sxu * sxy) / determinant
  const d = (sxv * syy - syv * sxy) / determinant
  const e = (syv * sxx - sxv * sxy) / determinant
  return around(moments, a, b, d, e)
}

/** The similarity (turn, scale, shift; never mirrored) of least squares through pairs. Undefined for pairs in one spot. */
export function fitSimilarity({ from, to, weights }: Pairs): Affine | undefined {
  const moments = momentsOf(from, to, weights)
  const spread = moments.sxx + moments.syy
  if (!(spread > 0)) return undefined
  const a = (moments.sxu + moments.syv) / spread
  const d = (moments.sxv - moments.syu) / spread
  return around(moments, a, -d, d, a)
}

interface Moments {
  x: number
  y: number
  u: number
  v: number
  sxx: number
  sxy: number
  syy: number
  sxu: number
  syu: number
  sxv: number
  syv: number
}

function momentsOf(
  from: readonly number[],
  to: readonly number[],
  weights: readonly number[] | undefined,
): Moments {
  const sums: Moments = { x: 0, y: 0, u: 0, v: 0, sxx: 0, sxy: 0, syy: 0, sxu: 0, syu: 0, sxv: 0, syv: 0 }
  let total = 0
  for (let at = 0; at * 2 < from.length; at += 1) {
    const weight = weights?.[at] ?? 1
    total += weight
    sums.x += weight * from[at * 2]!
    sums.y += weight * from[at * 2 + 1]!
    sums.u += weight * to[at * 2]!
    sums.v += weight * to[at * 2 + 1]!
  }
  sums.x /= total
  sums.y /= total
  sums.u /= total
  sums.v /= total
  for (let at = 0; at * 2 < from.length; at += 1) {
    const weight = weights?.[at] ?? 1
    const x = from[at * 2]! - sums.x
    const y = from[at * 2 + 1]! - sums.y
    const u = to[at * 2]! - sums.u
    const v = to[at * 2 + 1]! - sums.v
    sums.sxx += weight * x * x
    sums.sxy += weight * x * y
    sums.syy += weight * y * y
    sums.sxu += weight * x * u
    sums.syu += weight * y * u
    sums.sxv += weight * x * v
    sums.syv += weight * y * v
  }
  return sums
}

function around({ x, y, u, v }: Moments, a: number, b: number, d: number, e: number): Affine {
  return [a, b, u - a * x - b * y, d, e, v - d * x - e * y]
}

export function applyAffine([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] {
  return [a * x + b * y + c, d * x + e * y + f]
}

/** Undefined where everything falls into a line. */
export function invertAffine([a, b, c, d, e, f]: Affine): Affine | undefined {
  const determinant = a * e - b * d
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined
  const [ia, ib, id, ie] = [e / determinant, -b / determinant, -d / determinant, a / determinant]
  return [ia, ib, -ia * c - ib * f, id, ie, -id * c - ie * f]
}

/** By how much an affine stretches at most and at least; `least` is negative where it mirrors. */
export function stretches([a, b, , d, e]: Affine): { most: number; least: number } {
  const turned = Math.hypot(a + e, d - b) / 2
  const mirrored = Math.hypot(a - e, d + b) / 2
  return { most: turned + mirrored, least: turned - mirrored }
}

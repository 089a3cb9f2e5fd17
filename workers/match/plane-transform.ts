/** x' = a x + b y + c, y' = d x + e y + f. */
export type PlaneTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Place = readonly [x: number, y: number]

/** A place and where it goes. */
export interface PlacePair {
  readonly from: Place
  readonly to: Place
}

/** Where a place goes. */
export const moved = ([a, b, c, d, e, f]: PlaneTransform, [x, y]: Place): Place => [
  a * x + b * y + c,
  d * x + e * y + f,
]

/** How far a pair lies from where the transform puts it, squared. */
export function squaredMissOf([a, b, c, d, e, f]: PlaneTransform, { from, to }: PlacePair): number {
  const [x, y] = from
  return (a * x + b * y + c - to[0]) ** 2 + (d * x + e * y + f - to[1]) ** 2
}

/** How far a pair lies from where the transform puts it. */
export const missOf = (transform: PlaneTransform, pair: PlacePair): number =>
  Math.sqrt(squaredMissOf(transform, pair))

/** With places of both pictures in other pixels: `fromScale` and `toScale` new px for one of before. */
export function inPixels(
  [a, b, c, d, e, f]: PlaneTransform,
  fromScale: number,
  toScale: number,
): PlaneTransform {
  const ratio = toScale / fromScale
  return [a * ratio, b * ratio, c * toScale, d * ratio, e * ratio, f * toScale]
}

/** The way back. */
export function inverseOf([a, b, c, d, e, f]: PlaneTransform): PlaneTransform {
  const determinant = a * e - b * d
  const [p, q, r, s] = [e / determinant, -b / determinant, -d / determinant, a / determinant]
  return [p, q, -(p * c + q * f), r, s, -(r * c + s * f)]
}

/** By how much it enlarges, the middle of its two directions. */
export const scaleOf = ([a, b, , d, e]: PlaneTransform) => Math.sqrt(Math.abs(a * e - b * d))

/** How much more it stretches one direction than the other; 1 of a similarity. Infinity where it mirrors. */
export function stretchOf([a, b, , d, e]: PlaneTransform): number {
  if (a * e - b * d <= 0) return Infinity
  const [sum, difference] = [Math.hypot(a + e, d - b), Math.hypot(a - e, d + b)]
  return (sum + difference) / (sum - difference)
}

/** The similarity through two pairs; null where they start at one place. */
export function similarityThrough(first: PlacePair, second: PlacePair): PlaneTransform | null {
  const [dx, dy] = [second.from[0] - first.from[0], second.from[1] - first.from[1]]
  const [ex, ey] = [second.to[0] - first.to[0], second.to[1] - first.to[1]]
  const length = dx * dx + dy * dy
  if (length === 0) return null
  const a = (dx * ex + dy * ey) / length
  const d = (dx * ey - dy * ex) / length
  const [x, y] = first.from
  return [a, -d, first.to[0] - a * x + d * y, d, a, first.to[1] - d * x - a * y]
}

/** The affine of least squares; null where the places lie on a line. */
export function affineOf(pairs: readonly PlacePair[]): PlaneTransform | null {
  const count = pairs.length
  if (count < 3) return null
  const mean = (value: (pair: PlacePair) => number) =>
    pairs.reduce((total, pair) => total + value(pair), 0) / count
  const [mx, my] = [mean(({ from }) => from[0]), mean(({ from }) => from[1])]
  const [nx, ny] = [mean(({ to }) => to[0]), mean(({ to }) => to[1])]
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0]
  for (const { from, to } of pairs) {
    const [x, y, u, v] = [from[0] - mx, from[1] - my, to[0] - nx, to[1] - ny]
    xx += x * x
    xy += x * y
    yy += y * y
    xu += x * u
    yu += y * u
    xv += x * v
    yv += y * v
  }
  const determinant = xx * yy - xy * xy
  if (!(determinant > 1e-9 * (xx + yy) ** 2)) return null
  const solve = (p: number, q: number) => [(p * yy - q * xy) / determinant, (q * xx - p * xy) / determinant]
  const [a = 0, b = 0] = solve(xu, yu)
  const [d = 0, e = 0] = solve(xv, yv)
  return [a, b, nx - a * mx - b * my, d, e, ny - d * mx - e * my]
}

/** With the first picture counted from `origin` on, and what it gives moved by `by`. */
export function shifted([a, b, c, d, e, f]: PlaneTransform, origin: Place, by: Place): PlaneTransform {
  const [x, y] = origin
  return [a, b, c + a * x + b * y + by[0], d, e, f + d * x + e * y + by[1]]
}

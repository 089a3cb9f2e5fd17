import { valueAt } from './float-picture.ts'
import type { FloatPicture } from './float-picture.ts'
import { inverseOf, moved } from './plane-transform.ts'
import type { Place, PlaneTransform } from './plane-transform.ts'

/** What is looked for: a square of the first picture as the second would show it. */
export interface SearchSize {
  /** Half the side of the square, px of the second picture. */
  readonly radius: number
  /** So far from where the transform puts it is it looked for, px of the second picture. */
  readonly reach: number
  /** The least likeness that counts as found. */
  readonly alike: number
  /** So much of the square may lie beyond the edge of a picture, 0 to 1. */
  readonly mostBeyond: number
}

/** How the surroundings of a place are found in the second picture. */
export interface Found {
  /** `found`: here; `plain`: nothing is to be seen there in either; `different`: something else; `outside`. */
  readonly kind: 'found' | 'plain' | 'different' | 'outside'
  /** Where the place lies in the second picture; of `found` as the pictures say, else as the transform has it. */
  readonly place: Place
  /** How alike they are, -1 to 1; 0 where it was not tried. */
  readonly likeness: number
}

/** Surroundings that vary by less are plain paper. Of black to white; standard deviation. */
const PLAIN = 0.018
/**
 * Each px away from where the transform puts it costs so much likeness: along a line every place is alike, and the
 * nearest is meant.
 */
const COST_OF_WAY = 0.0006

/**
 * Looks for the surroundings of a place of the first picture near where the transform puts it in the second, by normalised
 * cross-correlation: light and contrast do not matter.
 */
export function findPlace(
  from: FloatPicture,
  to: FloatPicture,
  transform: PlaneTransform,
  place: Place,
  size: SearchSize,
): Found {
  const { radius, reach, alike, mostBeyond } = size
  const expected = moved(transform, place)
  const isOutside = expected[0] < 0 || expected[1] < 0 || expected[0] > to.width || expected[1] > to.height
  if (isOutside) return { kind: 'outside', place: expected, likeness: 0 }
  const template = squareAround(from, inverseOf(transform), expected, radius)
  const area = areaAround(to, expected, radius + reach)
  if (shareBeyond(template) > mostBeyond) return { kind: 'outside', place: expected, likeness: 0 }
  const isPlain = [template, middleOf(area, radius + reach, radius)]
    .map(deviationOf)
    .map((value) => value < PLAIN)
  if (isPlain.every(Boolean)) return { kind: 'plain', place: expected, likeness: 0 }
  if (isPlain.some(Boolean)) return { kind: 'different', place: expected, likeness: 0 }
  const likeness = likenessAround(template, area, size)
  const side = 2 * reach + 1
  const score = (at: number) => {
    const [x, y] = [(at % side) - reach, Math.floor(at / side) - reach]
    return (likeness[at] ?? 0) - COST_OF_WAY * (x * x + y * y)
  }
  let best = 0
  for (let at = 1; at < likeness.length; at++) if (score(at) > score(best)) best = at
  const value = likeness[best] ?? 0
  const [x, y] = [best % side, Math.floor(best / side)]
  const isAtEdge = x === 0 || y === 0 || x === side - 1 || y === side - 1
  if (value < alike || isAtEdge) return { kind: 'different', place: expected, likeness: value }
  const shiftX = x - reach + peakOf(score(best - 1), score(best), score(best + 1))
  const shiftY = y - reach + peakOf(score(best - side), score(best), score(best + side))
  return { kind: 'found', place: [expected[0] + shiftX, expected[1] + shiftY], likeness: value }
}

/** A square of the first picture around a place of the second, in px of the second; NaN beyond its edge. */
function squareAround(
  from: FloatPicture,
  back: PlaneTransform,
  [cx, cy]: Place,
  radius: number,
): Float32Array {
  const side = 2 * radius + 1
  const values = new Float32Array(side * side)
  // A picture that is shrunk is looked at in four places a px, so that fine lines are not stepped over.
  const steps = Math.hypot(back[0], back[3]) > 1.4 ? [-0.25, 0.25] : [0]
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let sum = 0
      for (const dy of steps) {
        for (const dx of steps) {
          sum += valueAt(from, ...moved(back, [cx + x - radius + dx, cy + y - radius + dy]))
        }
      }
      values[y * side + x] = sum / steps.length ** 2
    }
  }
  return values
}

function areaAround(to: FloatPicture, [cx, cy]: Place, radius: number): Float32Array {
  const side = 2 * radius + 1
  const values = new Float32Array(side * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) values[y * side + x] = valueAt(to, cx + x - radius, cy + y - radius)
  }
  return values
}

function middleOf(area: Float32Array, radius: number, inner: number): Float32Array {
  const [side, own, edge] = [2 * radius + 1, 2 * inner + 1, radius - inner]
  return Float32Array.from(
    { length: own * own },
    (_, at) => area[(Math.floor(at / own) + edge) * side + (at % own) + edge] ?? Number.NaN,
  )
}

const shareBeyond = (values: Float32Array) =>
  values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0) / values.length

function deviationOf(values: Float32Array): number {
  let [count, sum, squares] = [0, 0, 0]
  for (const value of values) {
    if (Number.isNaN(value)) continue
    count += 1
    sum += value
    squares += value * value
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** How alike the template is at each shift up to `reach`, row by row; what lies beyond either picture does not count. */
function likenessAround(
  template: Float32Array,
  area: Float32Array,
  { radius, reach, mostBeyond }: SearchSize,
): Float32Array {
  const [side, whole, shifts] = [2 * radius + 1, 2 * (radius + reach) + 1, 2 * reach + 1]
  const result = new Float32Array(shifts * shifts)
  const least = template.length * (1 - mostBeyond)
  for (let shift = 0; shift < result.length; shift++) {
    const first = Math.floor(shift / shifts) * whole + (shift % shifts)
    let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const one = template[y * side + x] ?? 0
        const other = area[first + y * whole + x] ?? 0
        const product = one * other
        if (product !== product) continue
        n += 1
        a += one
        b += other
        aa += one * one
        bb += other * other
        ab += product
      }
    }
    const spread = Math.sqrt(Math.max(0, n * aa - a * a) * Math.max(0, n * bb - b * b))
    result[shift] = n < least || spread === 0 ? -1 : (n * ab - a * b) / spread
  }
  return result
}

/** Where a parabola through three values has its top, from the middle one. */
function peakOf(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend))
}

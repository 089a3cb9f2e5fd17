import { blurred, everySecond } from './float-picture.ts'
import type { FloatPicture } from './float-picture.ts'

/** Blurs of an octave between its own and the double. */
export const STEPS = 3
/** Blur of the first picture of an octave, in its px. */
export const FIRST_SIGMA = 1.6
/** What a scan is blurred by as it is. */
const OWN_SIGMA = 0.5
const SMALLEST_SIDE = 32
/** Spots of less contrast are noise. */
const FAINTEST = 0.008
/** Spots longer than this are lines: their place along them is open. */
const LONGEST = 8
const BORDER_PX = 8

/** Blurs of a picture at one size; its px are 2^level of the picture's. */
export interface Octave {
  readonly level: number
  readonly blurs: readonly FloatPicture[]
}

/** A place that stands out from what is around it at its own size. */
export interface Spot {
  /** Place in px of the octave, to the middle of its pixels. */
  readonly x: number
  readonly y: number
  /** Index of the blur, a number with a fraction. */
  readonly step: number
  readonly contrast: number
}

/** Blurs of a picture at its size, the half, the quarter, and so on. */
export function octavesOf(picture: FloatPicture): Octave[] {
  const octaves: Octave[] = []
  let base = blurred(picture, Math.sqrt(FIRST_SIGMA ** 2 - OWN_SIGMA ** 2))
  for (let level = 0; Math.min(base.width, base.height) >= SMALLEST_SIDE; level++) {
    const blurs = [base]
    for (let step = 1; step < STEPS + 3; step++) {
      const [before, now] = [step - 1, step].map((at) => FIRST_SIGMA * 2 ** (at / STEPS))
      blurs.push(blurred(blurs.at(-1) ?? base, Math.sqrt((now ?? 0) ** 2 - (before ?? 0) ** 2)))
    }
    octaves.push({ level, blurs })
    base = everySecond(blurs[STEPS] ?? base)
  }
  return octaves
}

/** The spots of an octave: where the difference of two blurs is greatest or least of all around it, in size too. */
export function spotsOf({ blurs }: Octave): Spot[] {
  const differences = blurs.slice(1).map((blur, at) => differenceOf(blur, blurs[at] ?? blur))
  const spots: Spot[] = []
  for (let step = 1; step <= STEPS; step++) {
    const [below, here, above] = [differences[step - 1], differences[step], differences[step + 1]]
    if (!below || !here || !above) continue
    const { width, height, values } = here
    for (let y = BORDER_PX; y < height - BORDER_PX; y++) {
      for (let x = BORDER_PX; x < width - BORDER_PX; x++) {
        const at = y * width + x
        if (Math.abs(values[at] ?? 0) < FAINTEST * 0.8) continue
        if (!isExtreme(at, width, below.values, values, above.values)) continue
        const spot = refined(x, y, step, differences)
        if (spot) spots.push(spot)
      }
    }
  }
  return spots
}

function differenceOf(a: FloatPicture, b: FloatPicture): FloatPicture {
  const values = new Float32Array(a.values.length)
  for (let at = 0; at < values.length; at++) values[at] = (a.values[at] ?? 0) - (b.values[at] ?? 0)
  return { ...a, values }
}

function isExtreme(
  at: number,
  width: number,
  below: Float32Array,
  here: Float32Array,
  above: Float32Array,
): boolean {
  const value = here[at] ?? 0
  const sign = value > 0 ? 1 : -1
  const own = sign * value
  for (let row = -width; row <= width; row += width) {
    for (let column = -1; column <= 1; column++) {
      const other = at + row + column
      if (other !== at && sign * (here[other] ?? 0) >= own) return false
      if (sign * (below[other] ?? 0) >= own || sign * (above[other] ?? 0) >= own) return false
    }
  }
  return true
}

/** The spot between the pixels, by a parabola through its neighbours; null where it is faint or a line. */
function refined(x: number, y: number, step: number, differences: readonly FloatPicture[]): Spot | null {
  const value = (dx: number, dy: number, ds: number) => {
    const of = differences[step + ds]
    return of?.values[(y + dy) * of.width + x + dx] ?? 0
  }
  const centre = value(0, 0, 0)
  const gx = (value(1, 0, 0) - value(-1, 0, 0)) / 2
  const gy = (value(0, 1, 0) - value(0, -1, 0)) / 2
  const gs = (value(0, 0, 1) - value(0, 0, -1)) / 2
  const xx = value(1, 0, 0) + value(-1, 0, 0) - 2 * centre
  const yy = value(0, 1, 0) + value(0, -1, 0) - 2 * centre
  const ss = value(0, 0, 1) + value(0, 0, -1) - 2 * centre
  const xy = (value(1, 1, 0) - value(-1, 1, 0) - value(1, -1, 0) + value(-1, -1, 0)) / 4
  const determinant = xx * yy - xy * xy
  const trace = xx + yy
  if (determinant <= 0 || (trace * trace) / determinant > (LONGEST + 1) ** 2 / LONGEST) return null
  // Size apart from place: they hang together little, and this cannot run away.
  const dx = -(yy * gx - xy * gy) / determinant
  const dy = -(xx * gy - xy * gx) / determinant
  const ds = ss === 0 ? 0 : -gs / ss
  if (Math.abs(dx) > 1 || Math.abs(dy) > 1 || Math.abs(ds) > 1) return null
  const contrast = Math.abs(centre + (gx * dx + gy * dy + gs * ds) / 2)
  return contrast < FAINTEST ? null : { x: x + dx, y: y + dy, step: step + ds, contrast }
}

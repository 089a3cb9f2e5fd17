/** A grey picture of a scan: a byte a pixel, row by row, 0 is black. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A corner [px of the scan, y down; the middle of the first pixel is 0.5]. */
export type Corner = readonly [x: number, y: number]

/** The four corners of a neat line, from the top left one clockwise on the screen. */
export interface NeatLine {
  readonly corners: readonly [Corner, Corner, Corner, Corner]
  /** How far the corners lie from a sheet of this shape, as a share of its diagonal. */
  readonly misfit: number
}

/** Lengths of a sheet's sides on the ground, in any one unit. */
export interface SheetShape {
  readonly top: number
  readonly bottom: number
  readonly height: number
}

/** Slices of a side that a line must show in. */
const SLICES = 48
/** How far from the scan's edge a side may lie, as a share of the scan. */
const BAND = 0.3
/** Part of a side that is looked at, from one end to the other: titles and corners say nothing about the line. */
const FROM = 0.12
const TO = 0.88
/** How steep a side may be: the scan's turn in radians, about 1.2°. */
const MAX_SLOPE = 0.021
/** Slopes that are tried, at most. */
const SLOPES = 61
/** Lines of a side that are combined with those of the others. */
const MAX_LINES = 24
/** Worst misfit of a sheet, as a share of its diagonal: paper shrinks by about half a percent. */
const MAX_MISFIT = 0.004
/** What paper and drawing leave, as a share of the diagonal. */
const PAPER_MISFIT = 0.002
/** Another frame so far away, as a share of the scan's diagonal, and with so much of the score is a doubt. */
const MAX_DOUBT = 0.006
const MAX_RIVAL = 0.9
/** How much the turns of the four sides may differ, in radians. */
const MAX_SHEAR = 0.003

/** A line of one side: its place in the middle of the scan and its slope against the side. */
interface SideLine {
  readonly at: number
  readonly slope: number
  readonly score: number
}

/**
 * Finds the neat line of a sheet whose shape is known: the four lines with ink within and paper outside that fit the
 * shape best. Undefined where no four lines fit, or others at another place do almost as well.
 */
export function findNeatLine(picture: GreyPicture, shape: SheetShape): NeatLine | undefined {
  const dark = darkLevel(picture)
  const [across, down] = [profiles(picture, 'x', dark), profiles(picture, 'y', dark)]
  const frames = framesOf(across, down, picture, shape)
  const best = frames[0]
  if (!best) return undefined
  const apart = MAX_DOUBT * Math.hypot(picture.width, picture.height)
  const other = frames.find(
    ({ corners }) =>
      Math.max(
        ...corners.map(([x, y], at) => Math.hypot(x - best.corners[at]![0], y - best.corners[at]![1])),
      ) > apart,
  )
  if (other && other.score > best.score * MAX_RIVAL) return undefined
  const [l, r, t, b] = best.lines
  const corners = cornersOf(
    refineLine(l, across, false),
    refineLine(r, across, true),
    refineLine(t, down, false),
    refineLine(b, down, true),
    picture,
  )
  const misfit = misfitOf(corners, shape)
  return misfit <= MAX_MISFIT ? { corners, misfit } : undefined
}

interface Frame {
  readonly lines: readonly [SideLine, SideLine, SideLine, SideLine]
  readonly corners: NeatLine['corners']
  readonly score: number
}

/** Four lines that turn alike and fit the shape, the best first; those that cannot rival the best are left out. */
function framesOf(across: Profiles, down: Profiles, picture: GreyPicture, shape: SheetShape): Frame[] {
  const [left, right] = [linesOf(across, false), linesOf(across, true)]
  const [top, bottom] = [linesOf(down, false), linesOf(down, true)]
  const frames: Frame[] = []
  let best = 0
  for (const l of left)
    for (const r of right)
      for (const t of top)
        for (const b of bottom) {
          const strength = (l.score * r.score * t.score * b.score) ** 0.25
          // The lines are sorted: those that follow are weaker still.
          if (strength < best * MAX_RIVAL) break
          const turns = [-l.slope, -r.slope, t.slope, b.slope]
          if (Math.max(...turns) - Math.min(...turns) > MAX_SHEAR) continue
          const corners = cornersOf(l, r, t, b, picture)
          const misfit = misfitOf(corners, shape)
          if (misfit > MAX_MISFIT) continue
          const score = strength * Math.exp(-((misfit / PAPER_MISFIT) ** 2) / 2)
          if (score < best * MAX_RIVAL) continue
          best = Math.max(best, score)
          frames.push({ lines: [l, r, t, b], corners, score })
        }
  return frames.sort((one, other) => other.score - one.score)
}

function cornersOf(
  left: SideLine,
  right: SideLine,
  top: SideLine,
  bottom: SideLine,
  picture: GreyPicture,
): NeatLine['corners'] {
  return [
    meet(left, top, picture),
    meet(right, top, picture),
    meet(right, bottom, picture),
    meet(left, bottom, picture),
  ]
}

/** Moves a line to the border of the margin, where ink begins in most slices. */
function refineLine(line: SideLine, { length, along, middles, ink }: Profiles, far: boolean): SideLine {
  const inward = far ? -1 : 1
  const reach = Math.max(3, Math.ceil(length * 0.0022))
  const wide = Math.max(3, Math.round(length * 0.001))
  let best = { ...line, score: -Infinity }
  for (let shift = -reach; shift <= reach; shift += 0.5)
    for (let turn = -10; turn <= 10; turn += 1) {
      const slope = line.slope + turn * (reach / along) * 0.25
      let score = 0
      for (const [slice, profile] of ink.entries()) {
        const u = line.at + shift + slope * (middles[slice]! - along / 2)
        let [outside, inside] = [0, 0]
        for (let k = 1; k <= wide; k += 1) outside += between(profile, u - inward * (k + 1))
        for (let k = -1; k <= 1; k += 1) inside += between(profile, u + inward * k)
        score += Math.min(0.6, inside / 3) - outside / wide
      }
      if (score > best.score) best = { at: line.at + shift, slope, score }
    }
  return best
}

/** A profile's value between two pixels; 0 outside of it. */
function between(profile: Float32Array, u: number): number {
  const pixel = Math.floor(u)
  const rest = u - pixel
  return (profile[pixel] ?? 0) * (1 - rest) + (profile[pixel + 1] ?? 0) * rest
}

/** Pixels below are ink: half way from the paper to the darkest tenth. */
function darkLevel({ data }: GreyPicture): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < data.length; at += 7) counts[data[at]!]! += 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  const level = (share: number) => {
    let sum = 0
    for (let grey = 0; grey < 256; grey += 1) if ((sum += counts[grey]!) >= total * share) return grey
    return 255
  }
  return level(0.6) * 0.85
}

interface Profiles {
  /** Length of a profile, across the lines [px]. */
  readonly length: number
  /** Length along the lines [px]. */
  readonly along: number
  /** Middle of a slice along the lines [px]. */
  readonly middles: readonly number[]
  /** Share of ink, 0 to 1; a profile a slice. */
  readonly ink: readonly Float32Array[]
}

/** Shares of ink across the lines of a direction: lines that x crosses stand upright. */
function profiles({ width, height, data }: GreyPicture, across: 'x' | 'y', dark: number): Profiles {
  const [length, along] = across === 'x' ? [width, height] : [height, width]
  const borders = Array.from({ length: SLICES + 1 }, (_, slice) =>
    Math.floor(along * (FROM + ((TO - FROM) * slice) / SLICES)),
  )
  const ink = Array.from({ length: SLICES }, () => new Float32Array(length))
  for (const [slice, profile] of ink.entries()) {
    const [from, to] = [borders[slice]!, borders[slice + 1]!]
    // Row by row either way: a column's pixels lie far apart in memory.
    const [y0, y1, x0, x1] = across === 'x' ? [from, to, 0, width] : [0, height, from, to]
    for (let y = y0; y < y1; y += 1)
      for (let x = x0; x < x1; x += 1) if (data[y * width + x]! < dark) profile[across === 'x' ? x : y]! += 1
    for (let u = 0; u < length; u += 1) profile[u]! /= Math.max(1, to - from)
  }
  const middles = ink.map((_, slice) => (borders[slice]! + borders[slice + 1]! - 1) / 2)
  return { length, along, middles, ink }
}

/** Lines near one side with the picture inside of them and the margin outside. */
function linesOf({ length, along, middles, ink }: Profiles, far: boolean): SideLine[] {
  const wide = Math.max(8, Math.round(length * 0.012))
  const near = Math.max(2, Math.round(length * 0.001))
  const sums = ink.map((profile) => {
    const sum = new Float64Array(length + 1)
    for (let u = 0; u < length; u += 1) sum[u + 1] = sum[u]! + profile[u]!
    return sum
  })
  const lines: SideLine[] = []
  const stride = Math.max(1, Math.floor(length / 3000))
  // Finer than half a pixel at a side's end nothing changes.
  const slopes = Math.min(SLOPES, 2 * Math.ceil(MAX_SLOPE * along) + 1)
  const start = far ? Math.floor(length * (1 - BAND)) : wide + 1
  const end = far ? length - wide - 1 : Math.floor(length * BAND)
  for (let at = start; at < end; at += stride)
    for (let turn = 0; turn < slopes; turn += 1) {
      const slope = ((turn / (slopes - 1)) * 2 - 1) * MAX_SLOPE
      let line = 0
      let step = 0
      for (const [slice, profile] of ink.entries()) {
        const u = Math.round(at + slope * (middles[slice]! - along / 2))
        if (u < wide + 1 || u >= length - wide - 1) continue
        const sum = sums[slice]!
        const before = (sum[u - near]! - sum[u - wide]!) / (wide - near)
        const after = (sum[u + wide]! - sum[u + near + 1]!) / (wide - near - 1)
        const [inside, outside] = far ? [before, after] : [after, before]
        line += Math.min(0.4, Math.max(0, profile[u]! - Math.max(before, after)))
        step += Math.max(-0.2, Math.min(0.2, inside - outside))
      }
      const score = (line / SLICES) * Math.max(0, step / SLICES)
      if (score > 0) lines.push({ at, slope, score })
    }
  lines.sort((a, b) => b.score - a.score)
  const best: SideLine[] = []
  for (const line of lines) {
    if (best.length === MAX_LINES) break
    if (best.every((other) => Math.abs(other.at - line.at) > 4 || Math.abs(other.slope - line.slope) > 0.003))
      best.push(line)
  }
  return best
}

/** Where an upright and a level line meet. */
function meet(upright: SideLine, level: SideLine, { width, height }: GreyPicture): Corner {
  let [x, y] = [upright.at, level.at]
  for (let round = 0; round < 3; round += 1) {
    x = upright.at + upright.slope * (y - height / 2)
    y = level.at + level.slope * (x - width / 2)
  }
  return [x + 0.5, y + 0.5]
}

/** How far four corners lie from a sheet of a shape that is turned, moved and scaled to fit, as a share of the diagonal. */
function misfitOf(corners: NeatLine['corners'], { top, bottom, height }: SheetShape): number {
  const expected: Corner[] = [
    [-top / 2, -height / 2],
    [top / 2, -height / 2],
    [bottom / 2, height / 2],
    [-bottom / 2, height / 2],
  ]
  const mx = corners.reduce((sum, [x]) => sum + x, 0) / 4
  const my = corners.reduce((sum, [, y]) => sum + y, 0) / 4
  let [a, b, size] = [0, 0, 0]
  for (const [at, [x, y]] of corners.entries()) {
    const [ex, ey] = expected[at]!
    a += ex * (x - mx) + ey * (y - my)
    b += ex * (y - my) - ey * (x - mx)
    size += ex * ex + ey * ey
  }
  a /= size
  b /= size
  const worst = Math.max(
    ...corners.map(([x, y], at) => {
      const [ex, ey] = expected[at]!
      return Math.hypot(a * ex - b * ey + mx - x, b * ex + a * ey + my - y)
    }),
  )
  return worst / (Math.hypot(a, b) * Math.hypot((top + bottom) / 2, height))
}

import type { ImagePoint, MaskRing } from '../../contract/control-points.ts'

/** A corner of a mask: its ring, and its place in that. */
export interface MaskCorner {
  readonly ring: number
  readonly corner: number
}

/** A polygon has this many corners, and fewer enclose nothing. */
export const FEWEST_CORNERS = 3

/** Area of a ring in square px, without its direction. */
export function ringArea(ring: MaskRing): number {
  let twice = 0
  ring.forEach(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice) / 2
}

export const cornerOf = (mask: readonly MaskRing[], { ring, corner }: MaskCorner): ImagePoint | undefined =>
  mask[ring]?.[corner]

/** With a corner elsewhere; the same mask where there is none such. */
export function withCornerMoved(
  mask: readonly MaskRing[],
  at: MaskCorner,
  place: ImagePoint,
): readonly MaskRing[] {
  const ring = mask[at.ring]
  return ring?.[at.corner] ? mask.with(at.ring, ring.with(at.corner, place)) : mask
}

/** With a corner more, which becomes `at`. */
export function withCornerInserted(
  mask: readonly MaskRing[],
  at: MaskCorner,
  place: ImagePoint,
): readonly MaskRing[] {
  const ring = mask[at.ring]
  return ring ? mask.with(at.ring, ring.toSpliced(at.corner, 0, place)) : mask
}

/** Without a corner; a triangle goes with it. */
export function withoutCorner(mask: readonly MaskRing[], at: MaskCorner): readonly MaskRing[] {
  const ring = mask[at.ring]
  if (!ring?.[at.corner]) return mask
  return ring.length > FEWEST_CORNERS
    ? mask.with(at.ring, ring.toSpliced(at.corner, 1))
    : mask.toSpliced(at.ring, 1)
}

/** The next corner, or the one before, through all rings and around; null where there is none. */
export function steppedCorner(
  mask: readonly MaskRing[],
  from: MaskCorner | null,
  step: 1 | -1,
): MaskCorner | null {
  const all = mask.flatMap((ring, at) => ring.map((_, corner) => ({ ring: at, corner })))
  const index = from ? all.findIndex(({ ring, corner }) => ring === from.ring && corner === from.corner) : -1
  if (index < 0) return (step === 1 ? all[0] : all.at(-1)) ?? null
  return all[(index + step + all.length) % all.length] ?? null
}

/**
 * The place nearest to `place` where a corner makes right angles: on the lines that stand at right angles on the edges
 * before and after it, or where both meet if that is about as near.
 *
 * @param before - the two corners before it, the nearest first; `after` likewise. With only one before, the edge to it
 * goes across or down.
 * @param reach - how much farther the meeting may be than the nearer line, in px.
 */
export function squaredPlace(
  place: ImagePoint,
  before: readonly [ImagePoint?, ImagePoint?],
  after: readonly [ImagePoint?, ImagePoint?],
  reach: number,
): ImagePoint {
  const lines = [uprightLine(before), uprightLine(after)].filter((line) => line !== null)
  const feet = lines.map((line) => footOn(line, place))
  const [first, second] = lines
  const nearest = feet.toSorted((a, b) => between(place, a) - between(place, b))[0]
  if (!nearest) return besides(place, before[0])
  const meeting = first && second && crossing(first, second)
  if (meeting && between(place, meeting) <= between(place, nearest) + reach) return meeting
  return nearest
}

/** A point of a line and its direction, of length 1. */
interface Line {
  readonly from: ImagePoint
  readonly way: readonly [number, number]
}

/** Through the nearest corner, at right angles to the edge that ends there. */
function uprightLine([near, far]: readonly [ImagePoint?, ImagePoint?]): Line | null {
  if (!near || !far) return null
  const [x, y] = [near[0] - far[0], near[1] - far[1]]
  const length = Math.hypot(x, y)
  return length === 0 ? null : { from: near, way: [-y / length, x / length] }
}

function footOn({ from, way }: Line, [x, y]: ImagePoint): ImagePoint {
  const along = (x - from[0]) * way[0] + (y - from[1]) * way[1]
  return [from[0] + along * way[0], from[1] + along * way[1]]
}

/** Null: they are parallel. */
function crossing(a: Line, b: Line): ImagePoint | null {
  const turn = a.way[0] * b.way[1] - a.way[1] * b.way[0]
  if (Math.abs(turn) < 1e-6) return null
  const [x, y] = [b.from[0] - a.from[0], b.from[1] - a.from[1]]
  const along = (x * b.way[1] - y * b.way[0]) / turn
  return [a.from[0] + along * a.way[0], a.from[1] + along * a.way[1]]
}

/** Straight across or straight down from another corner, whichever is nearer. */
function besides([x, y]: ImagePoint, other: ImagePoint | undefined): ImagePoint {
  if (!other) return [x, y]
  return Math.abs(x - other[0]) < Math.abs(y - other[1]) ? [other[0], y] : [x, other[1]]
}

const between = (a: ImagePoint, b: ImagePoint) => Math.hypot(a[0] - b[0], a[1] - b[1])

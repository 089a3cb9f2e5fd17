/** A place in any plane whose axes have the same unit. */
export type Xy = readonly [x: number, y: number]

/** What a line, an outline or a place of the base map is. */
export type SnapSubject =
  | 'coast'
  | 'lake'
  | 'water'
  | 'river'
  | 'border'
  | 'region'
  | 'road'
  | 'railway'
  | 'building'
  | 'place'

/** One line, outline or place as a tile has it. */
export interface SnapShape {
  readonly of: SnapSubject
  /** An outline is closed: its last point joins its first, which is not repeated. */
  readonly form: 'place' | 'line' | 'outline'
  readonly points: readonly Xy[]
  readonly name?: string | undefined
}

/** What can be snapped to. */
export interface SnapTarget {
  /** `end`: where a line ends alone; `corner`: where one turns. */
  readonly what: 'crossing' | 'end' | 'corner' | 'place'
  /** Null: where lines of several kinds cross. */
  readonly of: SnapSubject | null
  readonly at: Xy
  /** Of all that meet there. */
  readonly names: readonly string[]
}

export interface SnapMeasures {
  /** Lines that bend by less than this bend nowhere, in the unit of the shapes. */
  readonly tolerance: number
  /** What lies so near together is one place, in the unit of the shapes. */
  readonly join: number
}

/** From this turn on a bend is a corner. */
const CORNER_DEGREES = 30
/** Two ways that leave a place within this angle are one. */
const SAME_WAY_DEGREES = 12

/** Lines that cross one another with a meaning: what crosses a border by chance marks nothing. */
const MEETING: readonly (readonly SnapSubject[])[] = [
  ['road', 'railway', 'river'],
  ['border', 'region'],
]

/** All places of the shapes that one can snap to, in no order. */
export function snapTargets(shapes: readonly SnapShape[], measures: SnapMeasures): SnapTarget[] {
  const places = shapes
    .filter(({ form }) => form === 'place')
    .flatMap(({ of, points, name }) =>
      points.map((at): SnapTarget => ({ what: 'place', of, at, names: name ? [name] : [] })),
    )
  const nodes = MEETING.flatMap((subjects) =>
    nodesOf(
      shapes.filter(({ form, of }) => form === 'line' && subjects.includes(of)),
      measures.join,
    ),
  )
  const corners = shapes
    .filter(({ form }) => form !== 'place')
    .flatMap(({ of, form, points, name }) =>
      cornersOf(points, form === 'outline', measures.tolerance).map((at): SnapTarget => ({
        what: 'corner',
        of,
        at,
        names: name ? [name] : [],
      })),
    )
  return [...places, ...nodes, ...corners]
}

/** At one place the rarer counts. */
const RANK = { crossing: 0, place: 1, end: 2, corner: 3 } as const

/** The nearest target within a reach; of those that lie as near the crossing, then the town, the end, the corner. */
export function nearestTarget<T extends Pick<SnapTarget, 'what' | 'at'>>(
  targets: readonly T[],
  place: Xy,
  reach: number,
): T | null {
  const within = targets
    .map((target) => ({ target, away: wayBetween(target.at, place) }))
    .filter(({ away }) => away <= reach)
  const least = within.reduce((min, { away }) => Math.min(min, away), reach)
  const [nearest] = within
    .filter(({ away }) => away <= least + reach * AS_NEAR)
    .toSorted((a, b) => RANK[a.target.what] - RANK[b.target.what] || a.away - b.away)
  return nearest?.target ?? null
}

/** As near as makes no difference, as a share of the reach. */
const AS_NEAR = 0.05

const wayBetween = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Where a line turns that is drawn no more exactly than `tolerance`: of its own points. */
export function cornersOf(points: readonly Xy[], isClosed: boolean, tolerance: number): Xy[] {
  const kept = isClosed ? simplifiedRing(points, tolerance) : simplified(points, tolerance)
  return kept.filter((at, index) => {
    const before = kept[isClosed ? (index - 1 + kept.length) % kept.length : index - 1]
    const after = kept[isClosed ? (index + 1) % kept.length : index + 1]
    return before !== undefined && after !== undefined && turnAt(before, at, after) >= CORNER_DEGREES
  })
}

/** By how much the way from a over b to c turns at b: 0 goes straight on. Degrees. */
function turnAt(a: Xy, b: Xy, c: Xy): number {
  return apart(directionOf(a, b), directionOf(b, c))
}

const directionOf = (from: Xy, to: Xy) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
const apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

/** Douglas and Peucker's: the fewest of the points that leave none farther off than `tolerance`. */
function simplified(points: readonly Xy[], tolerance: number): readonly Xy[] {
  const keeps = new Uint8Array(points.length)
  const spans: [number, number][] = [[0, points.length - 1]]
  keeps[0] = keeps[points.length - 1] = 1
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let [farthest, at] = [tolerance, -1]
    for (let index = first + 1; index < last; index += 1) {
      const away = wayToSegment(points[index]!, points[first]!, points[last]!)
      if (away > farthest) [farthest, at] = [away, index]
    }
    if (at < 0) continue
    keeps[at] = 1
    spans.push([first, at], [at, last])
  }
  return points.filter((_point, index) => keeps[index] === 1)
}

/** A ring has no ends: it is cut where it is widest, and what is no bend of its own goes. */
function simplifiedRing(points: readonly Xy[], tolerance: number): readonly Xy[] {
  const [first] = points
  if (!first || points.length < 3) return []
  const across = farthestFrom(points, first)
  const start = farthestFrom(points, points[across]!)
  const ring = [...points.slice(start), ...points.slice(0, start)]
  const half = (across - start + points.length) % points.length
  const there = simplified(ring.slice(0, half + 1), tolerance)
  const back = simplified([...ring.slice(half), ring[0]!], tolerance)
  return [...there.slice(0, -1), ...back.slice(0, -1)]
}

function farthestFrom(points: readonly Xy[], from: Xy): number {
  let [most, at] = [-1, 0]
  points.forEach((point, index) => {
    const away = wayBetween(point, from)
    if (away > most) [most, at] = [away, index]
  })
  return at
}

function wayToSegment(point: Xy, a: Xy, b: Xy): number {
  return wayBetween(point, nearestOnSegment(point, a, b))
}

function nearestOnSegment(point: Xy, a: Xy, b: Xy): Xy {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
  const t = Math.min(1, Math.max(0, along))
  return [a[0] + t * dx, a[1] + t * dy]
}

interface Segment {
  readonly a: Xy
  readonly b: Xy
  readonly line: number
  readonly index: number
  readonly of: SnapSubject
  readonly name: string | undefined
}

/** A place where lines meet or end, with the ways that leave it. */
interface Node {
  readonly at: Xy
  readonly ways: { readonly degrees: number; readonly segment: Segment }[]
}

/** Crossings and ends of lines. */
function nodesOf(lines: readonly SnapShape[], join: number): SnapTarget[] {
  const segments = lines
    .flatMap(({ points, of, name }, line) =>
      points.slice(1).map((b, index): Segment => ({ a: points[index]!, b, line, index, of, name })),
    )
    .toSorted((s, t) => Math.min(s.a[0], s.b[0]) - Math.min(t.a[0], t.b[0]))
  const places = lines.flatMap(({ points }) => [points[0], points.at(-1)].filter((end) => end !== undefined))
  segments.forEach((segment, index) => {
    const right = Math.max(segment.a[0], segment.b[0]) + join
    for (let next = index + 1; next < segments.length; next += 1) {
      const other = segments[next]!
      if (Math.min(other.a[0], other.b[0]) > right) break
      if (other.line === segment.line && Math.abs(other.index - segment.index) <= 1) continue
      const at = meetingOf(segment, other, join)
      if (at) places.push(at)
    }
  })
  const nodes = joined(places, join)
  for (const segment of segments) addWays(nodes, segment, join)
  return nodes.flatMap(targetOf)
}

/** Places from west to east, of which those within `join` of one another are one. */
function joined(places: readonly Xy[], join: number): Node[] {
  const nodes: Node[] = []
  for (const at of places.toSorted((a, b) => a[0] - b[0])) {
    let isNew = true
    for (let index = nodes.length - 1; index >= 0 && isNew; index -= 1) {
      const other = nodes[index]!.at
      if (at[0] - other[0] > join) break
      isNew = wayBetween(other, at) > join
    }
    if (isNew) nodes.push({ at, ways: [] })
  }
  return nodes
}

/** Notes at the places along a segment in which ways it leaves them. @param nodes - from west to east. */
function addWays(nodes: readonly Node[], segment: Segment, join: number): void {
  const { a, b } = segment
  const right = Math.max(a[0], b[0]) + join
  for (let index = firstFrom(nodes, Math.min(a[0], b[0]) - join); index < nodes.length; index += 1) {
    const { at, ways } = nodes[index]!
    if (at[0] > right) break
    if (wayToSegment(at, a, b) > join) continue
    for (const end of [a, b])
      if (wayBetween(at, end) > join) ways.push({ degrees: directionOf(at, end), segment })
  }
}

/** The first of the nodes that lies no farther west than `x`. */
function firstFrom(nodes: readonly Node[], x: number): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]!.at[0] < x) low = middle + 1
    else high = middle
  }
  return low
}

function targetOf({ at, ways }: Node): SnapTarget[] {
  const apartOnes: number[] = []
  for (const { degrees } of ways) {
    if (apartOnes.every((other) => apart(other, degrees) > SAME_WAY_DEGREES)) apartOnes.push(degrees)
  }
  // Two ways are one line that goes on under another name.
  const what = apartOnes.length > 2 ? 'crossing' : apartOnes.length === 1 ? 'end' : null
  if (!what) return []
  const subjects = [...new Set(ways.map(({ segment }) => segment.of))]
  const names = [...new Set(ways.flatMap(({ segment }) => segment.name ?? []))]
  return [{ what, of: subjects.length === 1 ? subjects[0]! : null, at, names }]
}

/** Where two segments meet; null: nowhere, or along a part of both. */
function meetingOf(s: Segment, t: Segment, join: number): Xy | null {
  const [sMin, sMax] = s.a[1] < s.b[1] ? [s.a[1], s.b[1]] : [s.b[1], s.a[1]]
  if (Math.min(t.a[1], t.b[1]) > sMax + join || Math.max(t.a[1], t.b[1]) < sMin - join) return null
  // An end that lies on the other line is the place itself, to the last digit.
  for (const [end, other] of [
    [s.a, t],
    [s.b, t],
    [t.a, s],
    [t.b, s],
  ] as const) {
    if (wayToSegment(end, other.a, other.b) <= join) return end
  }
  const [sx, sy, tx, ty] = [s.b[0] - s.a[0], s.b[1] - s.a[1], t.b[0] - t.a[0], t.b[1] - t.a[1]]
  const cross = sx * ty - sy * tx
  if (cross === 0) return null
  const [ox, oy] = [t.a[0] - s.a[0], t.a[1] - s.a[1]]
  const [u, v] = [(ox * ty - oy * tx) / cross, (ox * sy - oy * sx) / cross]
  return u >= 0 && u <= 1 && v >= 0 && v <= 1 ? [s.a[0] + u * sx, s.a[1] + u * sy] : null
}

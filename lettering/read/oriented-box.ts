/** A rectangle that lies at any angle. */
export interface OrientedBox {
  /** Its middle. */
  readonly x: number
  readonly y: number
  /** Extent along `angle` and across it. */
  readonly width: number
  readonly height: number
  /** Degrees, clockwise on the screen from the x axis. */
  readonly angle: number
}

export type Point = readonly [x: number, y: number]

const DEGREE = Math.PI / 180

/** Its corners: clockwise on the screen from where a text along its angle begins, above the letters. */
export function cornersOf({ x, y, width, height, angle }: OrientedBox): readonly Point[] {
  const [cos, sin] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)]
  const corner = (along: number, across: number): Point => [
    x + (along * width * cos - across * height * sin) / 2,
    y + (along * width * sin + across * height * cos) / 2,
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** The same rectangle read the other way round. */
export function reversed(box: OrientedBox): OrientedBox {
  return { ...box, angle: normalAngle(box.angle + 180) }
}

/** −180 < angle ≤ 180. */
export function normalAngle(angle: number): number {
  const turned = angle % 360
  if (turned > 180) return turned - 360
  return turned <= -180 ? turned + 360 : turned
}

/**
 * The smallest rectangle around points: one of its sides lies on a side of their convex hull. Its angle is within
 * 45 degrees of the x axis.
 */
export function smallestBox(points: readonly Point[]): OrientedBox {
  const hull = convexHull(points)
  let best: OrientedBox | undefined
  for (const [at, from] of hull.entries()) {
    const to = hull[(at + 1) % hull.length]!
    const box = boxAlong(hull, Math.atan2(to[1] - from[1], to[0] - from[0]))
    if (!best || box.width * box.height < best.width * best.height) best = box
  }
  return best ?? { x: 0, y: 0, width: 0, height: 0, angle: 0 }
}

function boxAlong(points: readonly Point[], direction: number): OrientedBox {
  // A side upright or upside down spans the same rectangle as one along the x axis.
  const quarter = Math.PI / 2
  const angle = direction - Math.round(direction / quarter) * quarter
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const along = x * cos + y * sin
    const across = y * cos - x * sin
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left,
    height: bottom - top,
    angle: angle / DEGREE,
  }
}

/** Andrew's monotone chain. */
function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    chain.pop()
    return chain
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Area that two rectangles share. */
export function sharedArea(a: OrientedBox, b: OrientedBox): number {
  const reach = (Math.hypot(a.width, a.height) + Math.hypot(b.width, b.height)) / 2
  if (Math.hypot(a.x - b.x, a.y - b.y) >= reach) return 0
  let shape = cornersOf(a)
  const edges = cornersOf(b)
  for (const [at, from] of edges.entries()) shape = clipped(shape, from, edges[(at + 1) % edges.length]!)
  let twice = 0
  for (const [at, [x, y]] of shape.entries()) {
    const [nextX, nextY] = shape[(at + 1) % shape.length]!
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice) / 2
}

/** The part of a convex shape that is on the inner side of an edge (Sutherland and Hodgman). */
function clipped(shape: readonly Point[], from: Point, to: Point): readonly Point[] {
  return shape.flatMap((point, at) => {
    const next = shape[(at + 1) % shape.length]!
    const [here, there] = [turn(from, to, point), turn(from, to, next)]
    const kept: Point[] = here >= 0 ? [point] : []
    if (here * there < 0) {
      const part = here / (here - there)
      kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])])
    }
    return kept
  })
}

type Xy = readonly [x: number, y: number]

/** Nodes on the map, row by row from the south-west; those of the rim count as outside. */
export interface Lattice {
  readonly columns: number
  readonly rows: number
  /** Metres between two nodes. */
  readonly step: number
  /** The south-west node. */
  readonly origin: Xy
}

/** Halvings of the way between two nodes in looking for the edge. */
const HALVINGS = 9

/**
 * Rings around the nodes that are inside (marching squares), each at the very edge on the lines between nodes: outer rings
 * anticlockwise, holes clockwise.
 */
export function contourOf(lattice: Lattice, isInside: (places: readonly Xy[]) => boolean[]): Xy[][] {
  const { columns, rows, step, origin } = lattice
  const position = (node: number): Xy => [
    origin[0] + (node % columns) * step,
    origin[1] + Math.floor(node / columns) * step,
  ]
  const inside = isInside(Array.from({ length: columns * rows }, (_, node) => position(node)))
  const next = nextCrossings(columns, rows, (node) => inside[node] ?? false)
  const crossings = [...next.keys()]
  const edges = crossings.map((edge): [Xy, Xy] => {
    const low = edge >> 1
    const high = edge % 2 === 0 ? low + 1 : low + columns
    return inside[low] ? [position(low), position(high)] : [position(high), position(low)]
  })
  for (let round = 0; round < HALVINGS; round++) {
    const middles = edges.map(([a, b]): Xy => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
    isInside(middles).forEach((isIn, at) => {
      edges[at]![isIn ? 0 : 1] = middles[at]!
    })
  }
  const found = new Map(crossings.map((edge, at) => [edge, edges[at]![0]]))
  return ringsOf(next, (edge) => found.get(edge)!)
}

/**
 * The crossing that follows each, what is inside on the left. Edge 2 · node leads from it to the east, 2 · node + 1 to the
 * north. Where two corners across a cell are inside they are joined.
 */
function nextCrossings(
  columns: number,
  rows: number,
  isInside: (node: number) => boolean,
): Map<number, number> {
  const next = new Map<number, number>()
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const node = row * columns + column
      const states = [node, node + 1, node + 1 + columns, node + columns].map(isInside)
      const edges = [2 * node, 2 * (node + 1) + 1, 2 * (node + columns), 2 * node + 1]
      for (let leaving = 0; leaving < 4; leaving++) {
        if (!states[leaving] || states[(leaving + 1) % 4]) continue
        const entering = [1, 2, 3]
          .map((turn) => (leaving + turn) % 4)
          .find((edge) => !states[edge] && states[(edge + 1) % 4])
        if (entering !== undefined) next.set(edges[leaving]!, edges[entering]!)
      }
    }
  return next
}

function ringsOf(next: Map<number, number>, placeOf: (edge: number) => Xy): Xy[][] {
  const rings: Xy[][] = []
  for (const start of next.keys()) {
    const ring: Xy[] = []
    for (let edge: number | undefined = start; edge !== undefined && next.has(edge);) {
      ring.push(placeOf(edge))
      const following: number | undefined = next.get(edge)
      next.delete(edge)
      edge = following
    }
    if (ring.length > 2) rings.push(ring)
  }
  return rings
}

/** A ring without the points within `tolerance` of the line between their neighbours kept (Douglas, Peucker, 1973). */
export function simplified(ring: readonly Xy[], tolerance: number): Xy[] {
  const far = farthest(ring, ring[0] ?? [0, 0])
  const kept = new Set([0, far])
  const spans: [number, number][] = [
    [0, far],
    [far, ring.length],
  ]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    const [from, to] = [ring[first]!, ring[last % ring.length]!]
    let [worst, most] = [-1, tolerance]
    for (let at = first + 1; at < last; at++) {
      const off = distanceToLine(ring[at]!, from, to)
      if (off > most) [worst, most] = [at, off]
    }
    if (worst < 0) continue
    kept.add(worst)
    spans.push([first, worst], [worst, last])
  }
  return kept.size > 2 ? ring.filter((_, at) => kept.has(at)) : [...ring]
}

function farthest(ring: readonly Xy[], from: Xy): number {
  const distances = ring.map(([x, y]) => Math.hypot(x - from[0], y - from[1]))
  return distances.reduce((best, distance, at) => (distance > (distances[best] ?? 0) ? at : best), 0)
}

/** How far a place lies from the line through two others. */
export function distanceToLine([x, y]: Xy, from: Xy, to: Xy): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return Math.abs(dx * (y - from[1]) - dy * (x - from[0])) / Math.hypot(dx, dy)
}

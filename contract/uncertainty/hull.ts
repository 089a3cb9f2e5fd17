/** A place in a plane. */
export type Place = readonly [x: number, y: number]

/** Which side of the line from `a` to `b` a place lies on: above 0 on the left. */
const sideOf = (a: Place, b: Place, place: Place) =>
  (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])

/** Orders places as `hullOf` needs them. */
export const inOrder = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1]

/** The convex hull, counter-clockwise (Andrew's monotone chain). @param sorted - by `inOrder` */
export function hullOf(sorted: readonly Place[]): readonly Place[] {
  return [...chainOf(sorted), ...chainOf(sorted.toReversed())]
}

function chainOf(places: readonly Place[]): readonly Place[] {
  const chain: Place[] = []
  for (const place of places) {
    while (chain.length > 1 && sideOf(chain.at(-2)!, chain.at(-1)!, place) <= 0) chain.pop()
    chain.push(place)
  }
  // The last one begins the other chain.
  return chain.slice(0, -1)
}

/** How far a place lies outside of a hull; 0 inside. A hull of two corners has no inside. */
export function distanceOutside(hull: readonly Place[], place: Place): number {
  if (isInside(hull, place)) return 0
  let square = Infinity
  for (let at = 0; at < hull.length; at++)
    square = Math.min(square, squareToEdge(hull[at]!, hull[(at + 1) % hull.length]!, place))
  return Math.sqrt(square)
}

function isInside(hull: readonly Place[], place: Place): boolean {
  for (let at = 0; at < hull.length; at++)
    if (sideOf(hull[at]!, hull[(at + 1) % hull.length]!, place) < 0) return false
  return hull.length > 2
}

function squareToEdge(from: Place, to: Place, place: Place): number {
  const [edgeX, edgeY] = [to[0] - from[0], to[1] - from[1]]
  const [x, y] = [place[0] - from[0], place[1] - from[1]]
  const square = edgeX * edgeX + edgeY * edgeY
  const share = square > 0 ? Math.min(1, Math.max(0, (x * edgeX + y * edgeY) / square)) : 0
  return (x - share * edgeX) ** 2 + (y - share * edgeY) ** 2
}

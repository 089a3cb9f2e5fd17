/** Points that are proposed first: as many as a person looks at one by one. */
const FIRST = 12

/** Ranks points: up to 12 of the likelier half that are spread well, then the others by their odds. */
export function rankSpread<T extends { readonly x: number; readonly y: number; readonly odds: number }>(
  points: readonly T[],
): T[] {
  const byOdds = [...points].sort((a, b) => b.odds - a.odds)
  const likely = byOdds.slice(0, Math.max(FIRST, Math.ceil(points.length / 2)))
  const first: T[] = []
  const distances = likely.map(() => Infinity)
  while (first.length < Math.min(FIRST, likely.length)) {
    // The point farthest from those already ranked; the likeliest one begins.
    let next = 0
    for (const [at, distance] of distances.entries()) if (distance > distances[next]!) next = at
    const point = likely[next]!
    first.push(point)
    for (const [at, { x, y }] of likely.entries())
      distances[at] = Math.min(distances[at]!, Math.hypot(x - point.x, y - point.y))
    distances[next] = -1
  }
  const ranked = new Set(first)
  return [...first, ...byOdds.filter((point) => !ranked.has(point))]
}

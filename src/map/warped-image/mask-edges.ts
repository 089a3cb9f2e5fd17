import type { MaskRing } from '../../../contract/control-points.ts'

/** Edges of all rings, `[x0, y0, x1, y1] * n` in scan px; a point is shown where a ray crosses them an odd number of times. */
export function maskEdges(mask: readonly MaskRing[]): Float32Array {
  const edges: number[] = []
  for (const ring of mask) {
    ring.forEach(([x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
      edges.push(x, y, nextX, nextY)
    })
  }
  return Float32Array.from(edges)
}

/** How a box of the scan lies to the mask: all shown, nothing shown, or cut by an edge. */
export function boxInMask(
  edges: Float32Array,
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
): 'inside' | 'outside' | 'cut' {
  if (edges.length === 0) return 'inside'
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  let inside = false
  for (let at = 0; at < edges.length; at += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = edges.subarray(at, at + 4)
    // The edge's own box touching is enough: at worst a tile is tested by the fragment for nothing.
    if (
      Math.max(x0, x1) >= minX &&
      Math.min(x0, x1) <= maxX &&
      Math.max(y0, y1) >= minY &&
      Math.min(y0, y1) <= maxY
    )
      return 'cut'
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside
  }
  return inside ? 'inside' : 'outside'
}

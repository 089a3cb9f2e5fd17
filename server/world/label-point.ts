import type { MultiPolygon, Polygon, Position } from 'geojson'

/**
 * A place for an area's name: of a grid of points inside its largest part the one farthest from the outline.
 * The grid has `samples` lines a side. `squareDegrees` is the size of that part, in degrees of longitude at its middle latitude.
 */
export function labelPoint(
  area: Polygon | MultiPolygon,
  samples = 24,
): { point: [number, number]; squareDegrees: number } {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  let largest: Position[][] = []
  let size = -1
  for (const polygon of polygons) {
    const own = Math.abs(signedArea(polygon[0] ?? []))
    if (own > size) [largest, size] = [polygon, own]
  }
  const outline = largest[0] ?? []
  const lons = outline.map((p) => p[0]!)
  const lats = outline.map((p) => p[1]!)
  if (lons.length === 0) return { point: [0, 0], squareDegrees: 0 }
  const [west, east] = [lons.reduce((a, b) => Math.min(a, b)), lons.reduce((a, b) => Math.max(a, b))]
  const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))]
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  let best: [number, number] = [(west + east) / 2, (south + north) / 2]
  let bestDistance = -1
  for (let i = 1; i < samples; i++)
    for (let j = 1; j < samples; j++) {
      const lon = west + ((east - west) * i) / samples
      const lat = south + ((north - south) * j) / samples
      const distance = distanceInside(largest, lon, lat, shrink)
      if (distance > bestDistance) [best, bestDistance] = [[lon, lat], distance]
    }
  return { point: best, squareDegrees: size * shrink }
}

function signedArea(ring: readonly Position[]): number {
  let twice = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    twice += ring[j]![0]! * ring[i]![1]! - ring[i]![0]! * ring[j]![1]!
  return twice / 2
}

/** Distance to the nearest edge in degrees (longitudes shrunk), or −1 outside. */
function distanceInside(polygon: readonly Position[][], lon: number, lat: number, shrink: number): number {
  let inside = false
  let nearest = Infinity
  for (const ring of polygon)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = [ring[j]![0]!, ring[j]![1]!]
      const [bx, by] = [ring[i]![0]!, ring[i]![1]!]
      if (ay > lat !== by > lat && lon < ((ax - bx) * (lat - by)) / (ay - by) + bx) inside = !inside
      const [dx, dy] = [(bx - ax) * shrink, by - ay]
      const [px, py] = [(lon - ax) * shrink, lat - ay]
      const along = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)))
      nearest = Math.min(nearest, (px - along * dx) ** 2 + (py - along * dy) ** 2)
    }
  return inside ? Math.sqrt(nearest) : -1
}

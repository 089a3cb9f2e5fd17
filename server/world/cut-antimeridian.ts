import type { MultiPolygon, Polygon, Position } from 'geojson'

/**
 * Areas of a sphere as areas of a plane map. world-atlas joins what Natural Earth had cut at 180°, so that a ring may
 * step from 179.9° to −179.9° or run around a pole; drawn as they are, such rings streak across the whole map.
 * The result holds what lies between −180° − `overlap` and 180° + `overlap`, the world repeating beyond its edges:
 * with an overlap wider than a tile's margin the cuts are never seen.
 */
export function cutAntimeridian(area: Polygon | MultiPolygon, overlap: number): MultiPolygon {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  const west = -180 - overlap
  const east = 180 + overlap
  const cut: Position[][][] = []
  for (const polygon of polygons) {
    if (overlap === 0 && polygon.every(staysOnOneSide)) {
      cut.push(polygon)
      continue
    }
    const rings = alignHoles(polygon.map(unwrap))
    for (const shift of [-360, 0, 360]) {
      const [outline, ...holes] = rings.map((ring) => clip(ring, shift, west, east))
      if (outline) cut.push([outline, ...holes.filter((hole) => hole !== undefined)])
    }
  }
  return { type: 'MultiPolygon', coordinates: cut }
}

/** Whether no step of a ring crosses the date line. */
const staysOnOneSide = (ring: readonly Position[]) =>
  ring.every((point, i) => i === 0 || Math.abs(point[0]! - ring[i - 1]![0]!) <= 180)

/** The ring with continuous longitudes; one that runs around a pole is closed over it. */
function unwrap(ring: readonly Position[]): Position[] {
  const unwrapped: Position[] = []
  let turns = 0
  let last: number | undefined
  for (const [lon = 0, lat = 0] of ring) {
    if (last !== undefined && lon - last > 180) turns -= 360
    if (last !== undefined && lon - last < -180) turns += 360
    last = lon
    unwrapped.push([lon + turns, lat])
  }
  const [first, end] = [unwrapped[0], unwrapped.at(-1)]
  if (!first || !end || Math.abs(end[0]! - first[0]!) < 180) return unwrapped
  const pole = unwrapped.reduce((sum, point) => sum + point[1]!, 0) < 0 ? -90 : 90
  return [...unwrapped, [end[0]!, pole], [first[0]!, pole], first]
}

/** Brings each hole to the same turn as the outline around it. */
function alignHoles(rings: Position[][]): Position[][] {
  const [outline, ...holes] = rings
  if (!outline) return []
  const middle = (ring: Position[]) => ring.reduce((sum, point) => sum + point[0]!, 0) / ring.length
  const centre = middle(outline)
  return [
    outline,
    ...holes.map((hole) => {
      const turns = 360 * Math.round((centre - middle(hole)) / 360)
      return turns === 0 ? hole : hole.map(([lon = 0, lat = 0]) => [lon + turns, lat])
    }),
  ]
}

/** The part of a shifted ring between two meridians (Sutherland and Hodgman), or undefined where there is none. */
function clip(ring: readonly Position[], shift: number, west: number, east: number): Position[] | undefined {
  const shifted = ring.map(([lon = 0, lat = 0]): Position => [lon + shift, lat])
  const min = shifted.reduce((least, point) => Math.min(least, point[0]!), Infinity)
  const max = shifted.reduce((most, point) => Math.max(most, point[0]!), -Infinity)
  if (max <= west || min >= east) return undefined
  if (min >= west && max <= east) return shifted
  const cut = halfPlane(halfPlane(shifted, west, 1), east, -1)
  if (cut.length < 3) return undefined
  return [...cut, cut[0]!]
}

/** Keeps the side of a meridian where (lon − meridian) × side ≥ 0; the ring comes back open. */
function halfPlane(ring: readonly Position[], meridian: number, side: 1 | -1): Position[] {
  const result: Position[] = []
  let last = ring.at(-1)
  for (const point of ring) {
    if (last) {
      const before = (last[0]! - meridian) * side
      const now = (point[0]! - meridian) * side
      if (before < 0 !== now < 0) {
        const share = before / (before - now)
        result.push([meridian, last[1]! + share * (point[1]! - last[1]!)])
      }
      if (now >= 0) result.push(point)
    }
    last = point
  }
  return result
}

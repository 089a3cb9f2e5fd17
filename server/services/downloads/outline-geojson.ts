import { lonLatOf } from '../../../contract/web-mercator.ts'
import { type FlatRing, signedArea, woundRings } from '../find/outlines/tile-geometry.ts'

/** Digits after the point of a degree: a centimetre. */
const DEGREE_DIGITS = 7

type Position = [lon: number, lat: number]

/**
 * Rings of an outline (EPSG:3857 metres, even-odd) as polygons of GeoJSON: closed, outer rings anticlockwise, each
 * followed by its holes (RFC 7946).
 */
export function outlinePolygons(rings: readonly (readonly (readonly [number, number])[])[]): Position[][][] {
  // On a plane whose y points down outer rings run clockwise: turned upside down they run the other way.
  const wound = woundRings(rings.map((ring): FlatRing => ring.flatMap(([x, y]) => [x, y])))
  const polygons: Position[][][] = []
  for (const ring of wound) {
    const closed = closedRing(ring)
    if (signedArea(ring) > 0) polygons.push([closed])
    else polygons.at(-1)?.push(closed)
  }
  return polygons
}

function closedRing(ring: FlatRing): Position[] {
  const positions: Position[] = []
  for (let at = 0; at < ring.length; at += 2) {
    const [lon, lat] = lonLatOf([ring[at]!, ring[at + 1]!])
    positions.push([Number(lon.toFixed(DEGREE_DIGITS)), Number(lat.toFixed(DEGREE_DIGITS))])
  }
  return [...positions, positions[0]!]
}

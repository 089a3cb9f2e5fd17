import type { Corners } from '../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { partsOf } from '../../contract/worlds.ts'
import { cutAt, type FlatRing, signedArea, woundRings } from './rings.ts'

/** Digits after the point of a degree: a centimetre. */
const DEGREE_DIGITS = 7

type Position = [lon: number, lat: number]

/**
 * Rings of an outline (EPSG:3857 metres, even-odd) as polygons of GeoJSON: closed, outer rings anticlockwise, each
 * followed by its holes, and cut at the date line (RFC 7946).
 */
export function outlinePolygons(rings: readonly (readonly (readonly [number, number])[])[]): Position[][][] {
  // On a plane whose y points down outer rings run clockwise: turned upside down they run the other way.
  const wound = woundRings(rings.map((ring): FlatRing => ring.flatMap(([x, y]) => [x, y])))
  const box = boxAround(wound)
  const worlds = box ? partsOf(box).map(({ world }) => world) : []
  return worlds.flatMap((world) => polygonsOf(wound.map((ring) => ringInWorld(ring, world))))
}

/** What is told of a map beside its outline. */
interface OutlinedMap {
  readonly id?: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** A map's outline as a file of GeoJSON. @param rings as {@link outlinePolygons} takes them */
export function outlineGeoJson(
  { id, properties }: OutlinedMap,
  rings: Parameters<typeof outlinePolygons>[0],
): string {
  const geometry = { type: 'MultiPolygon', coordinates: outlinePolygons(rings) }
  const feature = { type: 'Feature', ...(id !== undefined && { id }), properties, geometry }
  return JSON.stringify({ type: 'FeatureCollection', features: [feature] })
}

/** The part of a ring that lies in one world, as it lies within ±180°; empty where there is none. */
function ringInWorld(ring: FlatRing, world: number): FlatRing {
  const moved = ring.map((metres, at) => (at % 2 === 0 ? metres - world : metres))
  return cutAt(cutAt(moved, 0, -WORLD_HALF_METRES, 1), 0, WORLD_HALF_METRES, -1)
}

function boxAround(rings: readonly FlatRing[]): Corners | null {
  const bounds = (axis: 0 | 1, most: (a: number, b: number) => number, start: number) =>
    rings.reduce(
      (edge, ring) => ring.reduce((one, metres, at) => (at % 2 === axis ? most(one, metres) : one), edge),
      start,
    )
  if (rings.length === 0) return null
  return {
    minX: bounds(0, Math.min, Infinity),
    minY: bounds(1, Math.min, Infinity),
    maxX: bounds(0, Math.max, -Infinity),
    maxY: bounds(1, Math.max, -Infinity),
  }
}

function polygonsOf(rings: readonly FlatRing[]): Position[][][] {
  const polygons: Position[][][] = []
  for (const ring of rings) {
    if (ring.length < 6) continue
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

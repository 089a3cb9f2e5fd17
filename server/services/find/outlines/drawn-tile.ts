import { type FlatRing, signedArea, woundRings } from '../../../../cog/outline/rings.ts'
import { OUTLINE_GROUP_LAYER, OUTLINE_LAYER, OUTLINE_TILE_EXTENT } from '../../../../contract/api/find.ts'
import type { MapGroup } from './map-groups.ts'
import { type OutlinedMap, sideOf } from './met-maps.ts'
import { clippedRing, PIXEL, type TilePlane, wholeUnits } from './tile-geometry.ts'
import { type TilePoint, type TilePolygon, vectorTile } from './vector-tile.ts'

/** Below this size in tile units a footprint is hardly told from its box. */
const FOOTPRINT_FROM = 3 * PIXEL
/** Points of footprints in one tile; where they are used up, the smaller maps have boxes. */
const POINTS_AT_MOST = 200_000
const TITLE_CHARACTERS = 100

/** Whether a map is so large on a tile that it is shown by its footprint. */
export const needsFootprint = (map: OutlinedMap, plane: TilePlane) => sideOf(map, plane) >= FOOTPRINT_FROM

/** A box as a ring on the tile, at least one unit wide and high. */
function boxRing({ minX, minY, maxX, maxY }: OutlinedMap, plane: TilePlane): FlatRing {
  const [west, north] = [Math.round(plane.toX(minX)), Math.round(plane.toY(maxY))]
  const east = Math.max(west + 1, Math.round(plane.toX(maxX)))
  const south = Math.max(north + 1, Math.round(plane.toY(minY)))
  return [west, north, east, north, east, south, west, south]
}

interface Outline {
  /** On the tile, not cut. */
  readonly rings: readonly FlatRing[]
  readonly squareMetres: number
}

function outlineOf(map: OutlinedMap, footprint: readonly FlatRing[] | undefined, plane: TilePlane): Outline {
  if (!footprint || footprint.length === 0)
    return { rings: [boxRing(map, plane)], squareMetres: (map.maxX - map.minX) * (map.maxY - map.minY) }
  const rings = woundRings(footprint.map((ring) => ringOnPlane(ring, map.shift, plane)))
  const squareUnits = rings.reduce((sum, ring) => sum + signedArea(ring), 0)
  const unit = 1 / (plane.toX(1) - plane.toX(0))
  return { rings, squareMetres: squareUnits * unit * unit }
}

function ringOnPlane(ring: FlatRing, shift: number, plane: TilePlane): FlatRing {
  const placed: number[] = []
  for (let at = 0; at < ring.length; at += 2)
    placed.push(plane.toX(ring[at]! + shift), plane.toY(ring[at + 1]!))
  return placed
}

const cutTitle = (title: string) =>
  title.length <= TITLE_CHARACTERS ? title : Array.from(title).slice(0, TITLE_CHARACTERS).join('')

/**
 * @param shapes footprints in EPSG:3857 metres, of each map that needs one
 * @param groups are shown as points with their `count` and, in EPSG:3857 metres, their `west`, `south`, `east`, `north`
 */
export function drawnTile(
  maps: readonly OutlinedMap[],
  shapes: ReadonlyMap<OutlinedMap, readonly FlatRing[]>,
  groups: readonly MapGroup[],
  plane: TilePlane,
): Uint8Array {
  return vectorTile(OUTLINE_TILE_EXTENT, [
    { name: OUTLINE_LAYER, features: polygonsOf(maps, shapes, plane) },
    { name: OUTLINE_GROUP_LAYER, features: groups.map(pointOf) },
  ])
}

const pointOf = ({ x, y, count, box: { minX, minY, maxX, maxY } }: MapGroup): TilePoint => ({
  point: [Math.round(x), Math.round(y)],
  properties: { count, west: minX, south: minY, east: maxX, north: maxY },
})

/** One after another: none has to be remembered until all are drawn. */
function* polygonsOf(
  maps: readonly OutlinedMap[],
  shapes: ReadonlyMap<OutlinedMap, readonly FlatRing[]>,
  plane: TilePlane,
): Generator<TilePolygon> {
  let points = 0
  for (const map of maps) {
    const shape = points < POINTS_AT_MOST ? shapes.get(map) : undefined
    const { rings, squareMetres } = outlineOf(map, shape, plane)
    const drawn = rings.map((ring) => wholeUnits(clippedRing(ring))).filter((ring) => ring.length >= 6)
    if (drawn.length === 0) continue
    points += drawn.reduce((sum, ring) => sum + ring.length / 2, 0)
    yield {
      rings: drawn,
      properties: { id: map.id, title: cutTitle(map.title), area: Math.round(squareMetres) },
    }
  }
}

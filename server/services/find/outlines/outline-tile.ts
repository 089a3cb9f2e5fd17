import { createHash } from 'node:crypto'
import {
  type FindFilters,
  OUTLINE_LAYER,
  OUTLINE_TILE_EXTENT,
  OUTLINE_TILE_FEATURES,
} from '../../../../contract/api/find.ts'
import { foundCondition } from '../../../db/queries/find-stretches.ts'
import { findMembership } from '../../../db/queries/map-filters.ts'
import {
  largestIn,
  type OutlineFacts,
  outlineFacts,
  type OutlinedMap,
  stampOfFacts,
} from '../../../db/queries/outline-rows.ts'
import { checkCatalog, type FindDeps } from '../find-maps.ts'
import type { Cache } from '../../cache/loading-cache.ts'
import type { FootprintStore } from './footprint-store.ts'
import { PackedTile } from './packed-tile.ts'
import {
  clippedRing,
  type FlatRing,
  signedArea,
  type TileAddress,
  tileBox,
  type TilePlane,
  tilePlane,
  wholeUnits,
  woundRings,
} from './tile-geometry.ts'
import { type TilePolygon, vectorTile } from './vector-tile.ts'

/** Side of a pixel in tile units, a tile being shown on 512 pixels. */
const PIXEL = OUTLINE_TILE_EXTENT / 512
/** Below this size in tile units a footprint is hardly told from its box. */
const FOOTPRINT_FROM = 3 * PIXEL
/** Points of footprints in one tile; where they are used up, the smaller maps have boxes. */
const POINTS_AT_MOST = 200_000
const TITLE_CHARACTERS = 100
/** Of so many maps on a tile is cached as drawn: below, drawing takes no time. */
const CACHED_FROM = 500

/** Of the maps that are smaller than a pixel the first in each pixel. */
function onePerPixel(maps: readonly OutlinedMap[], plane: TilePlane): OutlinedMap[] {
  const taken = new Set<string>()
  return maps.filter((map) => {
    if (sideOf(map, plane) >= PIXEL) return true
    const [x, y] = [plane.toX((map.minX + map.maxX) / 2), plane.toY((map.minY + map.maxY) / 2)]
    const pixel = `${Math.floor(x / PIXEL)},${Math.floor(y / PIXEL)}`
    if (taken.has(pixel)) return false
    taken.add(pixel)
    return true
  })
}

/** The longer side of a map's box in tile units. */
function sideOf({ minX, minY, maxX, maxY }: OutlinedMap, plane: TilePlane): number {
  return Math.max(plane.toX(maxX) - plane.toX(minX), plane.toY(minY) - plane.toY(maxY))
}

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
  const rings = woundRings(
    footprint.map((ring) =>
      ring.map((metres, at) => (at % 2 === 0 ? plane.toX(metres + map.shift) : plane.toY(metres))),
    ),
  )
  const squareUnits = rings.reduce((sum, ring) => sum + signedArea(ring), 0)
  const unit = 1 / (plane.toX(1) - plane.toX(0))
  return { rings, squareMetres: squareUnits * unit * unit }
}

/** The maps of a tile that have an outline there. */
export interface OutlinedMaps {
  readonly maps: readonly OutlinedMap[]
  /** How many there were before one stood for all in its pixel. */
  readonly count: number
  /** Tells the tile and these maps from any other. */
  readonly name: string
}

interface OutlineDeps extends FindDeps {
  readonly footprints: FootprintStore
  /** Of the public maps: which are the largest in a tile is the same for everyone. */
  readonly largest: Cache<OutlinedMaps>
  /** Drawn tiles of many maps. */
  readonly tiles: Cache<PackedTile>
  /** What tells whether they have changed: of one tile for all who ask at a time. */
  readonly stamps: Cache<string>
}

/** The outlines of the maps of a list in one tile. @throws Refusal 404 of a catalog out of sight */
export async function outlineTile(
  { db, searches, footprints, largest, tiles, stamps }: OutlineDeps,
  viewerId: string,
  address: TileAddress,
  { q, ...asked }: FindFilters,
): Promise<Uint8Array | PackedTile> {
  const query = { ...asked, sought: await searches.read(viewerId, q) }
  await checkCatalog(db, viewerId, query)
  const box = tileBox(address)
  const plane = tilePlane(box)
  const condition = foundCondition(query, viewerId)
  const find = async (): Promise<OutlinedMaps> => {
    const found = await largestIn(db, condition, box, OUTLINE_TILE_FEATURES)
    const shown = onePerPixel(found, plane)
    return { maps: shown, count: found.length, name: nameOf(address, shown) }
  }
  const isShared = query.list === 'public'
  const { maps: met, name } = await (isShared ? largest.get(JSON.stringify([address, query]), find) : find())
  // Read with the list's own condition once more: what was hidden in the meantime is not shown.
  const membership = findMembership(query.list, query.catalogId, viewerId)
  const ids = met.map(({ id }) => id)
  const readFacts = () => outlineFacts(db, membership, ids)
  const draw = async (known: ReadonlyMap<string, OutlineFacts>) => {
    const shaped = met.filter((map) => sideOf(map, plane) >= FOOTPRINT_FROM)
    const outlined = shaped.flatMap(({ id }) => known.get(id) ?? [])
    return drawnTile(met, known, await footprints.read(db, outlined), plane)
  }
  if (met.length < CACHED_FROM) return draw(await readFacts())
  // The same maps under the same titles look the same, whoever asks.
  let facts: ReadonlyMap<string, OutlineFacts> | undefined
  const findStamp = async () => {
    facts = await readFacts()
    return stampOfFacts(facts)
  }
  const stamp = await (isShared ? stamps.get(name, findStamp) : findStamp())
  try {
    return await tiles.get(`${name} ${stamp}`, async () => {
      const known = facts ?? (await readFacts())
      if (stampOfFacts(known) !== stamp) throw new ChangedMeanwhile()
      return new PackedTile(await draw(known))
    })
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return draw(await readFacts())
    throw error
  }
}

const nameOf = (address: TileAddress, maps: readonly OutlinedMap[]) =>
  createHash('sha256')
    .update(JSON.stringify([address, maps.map(({ id }) => id)]))
    .digest('base64')

/** What was read to draw a tile is not what it was to be cached as. */
class ChangedMeanwhile extends Error {}

function drawnTile(
  maps: readonly OutlinedMap[],
  facts: ReadonlyMap<string, OutlineFacts>,
  shapes: ReadonlyMap<string, readonly FlatRing[]>,
  plane: TilePlane,
): Uint8Array {
  let points = 0
  const polygons = maps.flatMap((map): TilePolygon[] => {
    const fact = facts.get(map.id)
    if (!fact) return []
    const isShaped = points < POINTS_AT_MOST && sideOf(map, plane) >= FOOTPRINT_FROM
    const shape = isShaped && fact.versionId ? shapes.get(fact.versionId) : undefined
    const { rings, squareMetres } = outlineOf(map, shape, plane)
    const drawn = rings.map((ring) => wholeUnits(clippedRing(ring))).filter((ring) => ring.length >= 6)
    if (drawn.length === 0) return []
    points += drawn.reduce((sum, ring) => sum + ring.length / 2, 0)
    const title = Array.from(fact.title).slice(0, TITLE_CHARACTERS).join('')
    return [{ rings: drawn, properties: { id: map.id, title, area: Math.round(squareMetres) } }]
  })
  return vectorTile(OUTLINE_LAYER, OUTLINE_TILE_EXTENT, polygons)
}

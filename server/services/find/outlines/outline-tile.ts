import { createHash } from 'node:crypto'
import { type FindFilters, OUTLINE_TILE_FEATURES } from '../../../../contract/api/find.ts'
import type { Cache } from '../../cache/loading-cache.ts'
import type { MapColumns } from '../columns/map-columns.ts'
import { checkCatalog, type FindDeps } from '../find-maps.ts'
import { drawnTile, needsFootprint, onePerPixel } from './drawn-tile.ts'
import type { FootprintStore } from './footprint-store.ts'
import { copiesOf, metRows, type MetRow, outlinedMap } from './largest-maps.ts'
import { PackedTile } from './packed-tile.ts'
import { type TileAddress, tileBox, tilePlane } from './tile-geometry.ts'

/** Of so many maps on a tile is cached as drawn: below, drawing takes no time. */
const CACHED_FROM = 500

interface OutlineDeps extends FindDeps {
  readonly footprints: FootprintStore
  /** Drawn tiles of many maps. */
  readonly tiles: Cache<PackedTile>
}

/** The outlines of the maps of a list in one tile. @throws Refusal 404 of a catalog out of sight */
export async function outlineTile(
  { db, searches, columns, footprints, tiles }: OutlineDeps,
  viewerId: string,
  address: TileAddress,
  { q, ...asked }: FindFilters,
): Promise<Uint8Array | PackedTile> {
  const query = { ...asked, sought: await searches.read(viewerId, q) }
  await checkCatalog(db, viewerId, query)
  const box = tileBox(address)
  const plane = tilePlane(box)
  const around = copiesOf(box)
  return columns.largest(query, viewerId, { around, limit: OUTLINE_TILE_FEATURES }, (chosen) => {
    const met = metRows(chosen, box, OUTLINE_TILE_FEATURES)
    const draw = async () => {
      // Before anything is waited for: the columns go on.
      const maps = onePerPixel(
        met.map((row) => outlinedMap(chosen.columns, row)),
        plane,
      )
      const shaped = maps.filter((map) => needsFootprint(map, plane))
      return drawnTile(maps, await footprints.read(db, shaped), plane)
    }
    if (met.length < CACHED_FROM) return draw()
    // The same maps, unchanged, look the same, whoever asks.
    return tiles.get(nameOf(address, chosen.columns, met), async () => new PackedTile(await draw()))
  })
}

/** Tells a tile from any other, and from itself as it was before one of its maps changed. */
function nameOf({ z, x, y }: TileAddress, columns: MapColumns, met: readonly MetRow[]): string {
  const parts = new Float64Array(met.length * 3)
  for (const [at, { row, shift }] of met.entries()) {
    parts[at * 3] = row
    parts[at * 3 + 1] = columns.drawnAt[row]!
    parts[at * 3 + 2] = shift
  }
  const hash = createHash('sha256').update(`${columns.number} ${z} ${x} ${y}`)
  return hash.update(parts).digest('base64')
}

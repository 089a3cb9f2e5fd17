import { createHash } from 'node:crypto'
import { type FindFilters, OUTLINE_TILE_FEATURES } from '../../../../contract/api/find.ts'
import type { Cache } from '../../cache/loading-cache.ts'
import type { MapColumns } from '../columns/map-columns.ts'
import { checkCatalog, type FindDeps } from '../find-maps.ts'
import { drawnTile, needsFootprint } from './drawn-tile.ts'
import type { FootprintStore } from './footprint-store.ts'
import { largestMaps } from './largest-maps.ts'
import { countedBox, groupedMaps, type MapGroup } from './map-groups.ts'
import { copiesOf, type MetRow, outlinedMap } from './met-maps.ts'
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
  return columns.around(query, viewerId, copiesOf(countedBox(box)), (chosen) => {
    const { alone, groups } = groupedMaps(chosen, box, plane)
    const met = largestMaps(chosen.columns, alone, OUTLINE_TILE_FEATURES)
    const draw = async () => {
      // Before anything is waited for: the columns go on.
      const maps = met.map((one) => outlinedMap(chosen.columns, one))
      const shaped = maps.filter((map) => needsFootprint(map, plane))
      return drawnTile(maps, await footprints.read(db, shaped), groups, plane)
    }
    if (met.length < CACHED_FROM) return draw()
    // The same maps, unchanged, look the same, whoever asks.
    return tiles.get(
      nameOf(address, chosen.columns, { met, groups }),
      async () => new PackedTile(await draw()),
    )
  })
}

/** Tells a tile from any other, and from itself as it was before one of its maps changed. */
function nameOf(
  { z, x, y }: TileAddress,
  columns: MapColumns,
  { met, groups }: { readonly met: readonly MetRow[]; readonly groups: readonly MapGroup[] },
): string {
  const parts = new Float64Array(met.length * 3)
  for (const [at, { row, shift }] of met.entries()) {
    parts[at * 3] = row
    parts[at * 3 + 1] = columns.drawnAt[row]!
    parts[at * 3 + 2] = shift
  }
  const hash = createHash('sha256').update(`${columns.number} ${z} ${x} ${y}`)
  return hash.update(parts).update(JSON.stringify(groups)).digest('base64')
}

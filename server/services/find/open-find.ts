import type {
  FindFilters,
  FindQuery,
  FoundMaps,
  FoundSuggestions,
  MapYears,
  YearsFilters,
} from '../../../contract/api/find.ts'
import type { FoundOwnMaps, SearchField } from '../../../contract/api/find-own.ts'
import { databaseState } from '../../db/queries/database-state.ts'
import { DatabaseCache, DatabaseState } from '../cache/database-cache.ts'
import { LoadingCache } from '../cache/loading-cache.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { FoundColumns } from './columns/found-columns.ts'
import { type FindDeps, findMaps, type FoundRow } from './find-maps.ts'
import { findOwnMaps } from './find-own-maps.ts'
import { mapYears } from './map-years.ts'
import { FootprintStore } from './outlines/footprint-store.ts'
import { outlineTile } from './outlines/outline-tile.ts'
import type { PackedTile } from './outlines/packed-tile.ts'
import type { TileAddress } from './outlines/tile-geometry.ts'
import type { PlaceNames } from './search/place-names.ts'
import { SearchReader } from './search/read-search.ts'
import { suggest } from './search/suggest.ts'

/** A page has up to 200 rows. */
const MAX_PAGES = 200
/** Drawn outline tiles that are cached, and how much more they take with their compressed forms. */
const [TILE_BYTES, PACKED] = [32_000_000, 1.6]
/** Finding maps for lists, timeline and map viewer, with the caches that its answers share. */
export interface Find {
  /** A page of maps. @throws Refusal 400 of a forged cursor, 404 of a catalog out of sight */
  maps(viewerId: string, query: FindQuery): Promise<FoundMaps>
  /** Which of the viewer's own maps a text finds. */
  ownMaps(
    viewerId: string,
    query: { readonly q?: string | undefined; readonly field?: SearchField | undefined },
  ): Promise<FoundOwnMaps>
  /** The few maps, people and places that a text may mean. */
  suggestions(viewerId: string, text: string, language: string): Promise<FoundSuggestions>
  /** How many maps there are by year. @throws Refusal 404 of a catalog out of sight */
  years(viewerId: string, filters: YearsFilters): Promise<MapYears>
  /** The outlines of maps in a tile. @throws Refusal 404 of a catalog out of sight */
  outlineTile(viewerId: string, address: TileAddress, filters: FindFilters): Promise<Uint8Array | PackedTile>
}

/** Makes the caches; one for each process. */
export function openFind(given: MapDeps & { readonly places: PlaceNames }): Find {
  const state = new DatabaseState(() => databaseState(given.db))
  const deps: FindDeps = {
    ...given,
    searches: new SearchReader(given),
    columns: new FoundColumns(given.db),
    pages: new DatabaseCache<readonly FoundRow[]>(state, MAX_PAGES),
  }
  // Whoever asks first waits for less. Where it fails, they try again.
  deps.columns.warmUp().catch(() => undefined)
  const outlines = {
    ...deps,
    footprints: new FootprintStore(),
    tiles: new LoadingCache<PackedTile>({
      max: TILE_BYTES,
      sizeOf: ({ bytes }) => bytes.length * PACKED + 1,
    }),
  }
  return {
    maps: (viewerId, query) => findMaps(deps, viewerId, query),
    ownMaps: (viewerId, query) => findOwnMaps(deps, viewerId, query),
    suggestions: (viewerId, text, language) => suggest(deps, viewerId, text, language),
    years: (viewerId, filters) => mapYears(deps, viewerId, filters),
    outlineTile: (viewerId, address, filters) => outlineTile(outlines, viewerId, address, filters),
  }
}

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
import type { YearCount } from '../../db/queries/found-maps.ts'
import { CoalescedLoads } from '../cache/coalesced-loads.ts'
import { DatabaseCache, DatabaseState } from '../cache/database-cache.ts'
import { layered, LoadingCache } from '../cache/loading-cache.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { type FindDeps, findMaps, type FoundRow } from './find-maps.ts'
import { findOwnMaps } from './find-own-maps.ts'
import { mapYears } from './map-years.ts'
import { FootprintStore } from './outlines/footprint-store.ts'
import { type OutlinedMaps, outlineTile } from './outlines/outline-tile.ts'
import type { PackedTile } from './outlines/packed-tile.ts'
import type { TileAddress } from './outlines/tile-geometry.ts'
import type { PlaceNames } from './search/place-names.ts'
import { SearchReader } from './search/read-search.ts'
import { suggest } from './search/suggest.ts'

/** Counts are small, pages have up to 200 rows, years some hundred, the boxes of a tile up to five thousand. */
const [MAX_COUNTS, MAX_PAGES, MAX_STAMPS, MAX_YEARS, MAX_TILES] = [500, 200, 500, 100, 40]
/** Drawn outline tiles that are cached, and how much more they take with their compressed forms. */
const [TILE_BYTES, PACKED] = [32_000_000, 1.6]
/** Answers about so many maps are served for some seconds: with fewer maps, finding is fast and every change shows at once. */
const [SLOW_FROM_MAPS, SLOW_MS] = [2_000, 5_000]

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
  const untilWritten = <Value>(max: number) => new DatabaseCache<Value>(state, max)
  /** Served some seconds longer than the database is unchanged where the answer is about many maps. */
  const slow = <Value>(max: number, mapsOf: (value: Value) => number) =>
    layered(
      new LoadingCache<Value>({ max, ttlOf: (value) => (mapsOf(value) >= SLOW_FROM_MAPS ? SLOW_MS : 0) }),
      untilWritten<Value>(max),
    )
  const deps: FindDeps = {
    ...given,
    searches: new SearchReader(given),
    counts: slow<number[]>(MAX_COUNTS, ([total = 0]) => total),
    pages: untilWritten<readonly FoundRow[]>(MAX_PAGES),
  }
  const years = layered(
    untilWritten<readonly YearCount[]>(MAX_YEARS),
    new CoalescedLoads<readonly YearCount[]>(),
  )
  const outlines = {
    ...deps,
    footprints: new FootprintStore(),
    largest: slow<OutlinedMaps>(MAX_TILES, ({ count }) => count),
    tiles: new LoadingCache<PackedTile>({
      max: TILE_BYTES,
      sizeOf: ({ bytes }) => bytes.length * PACKED + 1,
    }),
    stamps: layered(untilWritten<string>(MAX_STAMPS), new CoalescedLoads<string>()),
  }
  return {
    maps: (viewerId, query) => findMaps(deps, viewerId, query),
    ownMaps: (viewerId, query) => findOwnMaps(deps, viewerId, query),
    suggestions: (viewerId, text, language) => suggest(deps, viewerId, text, language),
    years: (viewerId, filters) => mapYears({ ...deps, years }, viewerId, filters),
    outlineTile: (viewerId, address, filters) => outlineTile(outlines, viewerId, address, filters),
  }
}

import {
  findMaps as findMapsCall,
  findSuggestions,
  mapYears as mapYearsCall,
  outlineTile as outlineTileCall,
} from '../../contract/api/find.ts'
import { databaseState } from '../db/queries/database-state.ts'
import type { YearCount } from '../db/queries/found-maps.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { type FindDeps, findMaps, type FoundRow } from '../services/find/find-maps.ts'
import { mapYears } from '../services/find/map-years.ts'
import { KeptAnswers } from '../services/cache/loading-cache.ts'
import { KeptBriefly } from '../services/find/kept-briefly.ts'
import { NextAnswers } from '../services/cache/coalesced-loads.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { FootprintStore } from '../services/find/outlines/footprint-store.ts'
import { outlineTile, type OutlinedMaps } from '../services/find/outlines/outline-tile.ts'
import { PackedTile, packingFor } from '../services/find/outlines/packed-tile.ts'
import type { PlaceNames } from '../services/find/search/place-names.ts'
import { SearchReader } from '../services/find/search/read-search.ts'
import { suggest } from '../services/find/search/suggest.ts'
import { DatabaseState, throughBoth, UnchangedAnswers } from '../services/cache/database-cache.ts'
import { addCall } from './add-call.ts'

/** Counts are small, pages up to two hundred rows, those of the years some hundred, the boxes of a tile are up to five thousand. */
const [MOST_COUNTS, MOST_PAGES, MOST_STAMPS, MOST_YEARS, MOST_TILES] = [500, 200, 500, 100, 40]
/** Drawn outline tiles that are kept, and by how much more they take with what they are sent as. */
const [TILE_BYTES, PACKED] = [32_000_000, 1.6]

/** What search and map viewer ask for: pages of maps, how they spread over the years, their outlines. */
export function addFindRoutes(app: ApiServer, given: MapDeps & { readonly places: PlaceNames }): void {
  const state = new DatabaseState(() => databaseState(given.db))
  const unchanged = <Answer>(most: number) => new UnchangedAnswers<Answer>(state, most)
  const counts = throughBoth(
    new KeptBriefly<number[]>(([total = 0]) => total, MOST_COUNTS),
    unchanged(MOST_COUNTS),
  )
  const pages = unchanged<readonly FoundRow[]>(MOST_PAGES)
  const deps: FindDeps = { ...given, searches: new SearchReader(given), counts, pages }
  const footprints = new FootprintStore()
  const largest = throughBoth(
    new KeptBriefly<OutlinedMaps>(({ count }) => count, MOST_TILES),
    unchanged(MOST_TILES),
  )
  const tiles = new KeptAnswers<PackedTile>(TILE_BYTES, ({ bytes }) => bytes.length * PACKED + 1)
  const stamps = throughBoth(unchanged<string>(MOST_STAMPS), new NextAnswers<string>())
  const years = throughBoth(
    unchanged<readonly YearCount[]>(MOST_YEARS),
    new NextAnswers<readonly YearCount[]>(),
  )
  addCall(app, findMapsCall, ({ session, query }) => findMaps(deps, session.user.id, query))
  addCall(app, findSuggestions, ({ session, query }) =>
    suggest(deps, session.user.id, query.q, query['accept-language'] ?? 'en'),
  )
  addCall(app, mapYearsCall, ({ session, query }) => mapYears({ ...deps, years }, session.user.id, query))
  const outlines = { ...deps, footprints, largest, tiles, stamps }
  addCall(app, outlineTileCall, async ({ session, params, query, request, reply }) => {
    const tile = await outlineTile(outlines, session.user.id, params, query)
    // The map library keeps what it draws; what it asks for again has changed.
    reply.type(outlineTileCall.replyType).header('cache-control', 'private, no-cache')
    if (!(tile instanceof PackedTile)) return tile
    const packing = packingFor(request.headers['accept-encoding'])
    if (!packing) return tile.bytes
    reply.header('content-encoding', packing).header('vary', 'Origin, Accept-Encoding')
    return tile.packedAs(packing)
  })
}

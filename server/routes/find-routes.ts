import { exploreMaps } from '../../contract/api/explore.ts'
import { findMaps, findSuggestions, mapYears, outlineTile } from '../../contract/api/find.ts'
import { findOwnMaps } from '../../contract/api/find-own.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { PublicMapLists } from '../services/find/explore-maps.ts'
import type { Find } from '../services/find/open-find.ts'
import { PackedTile, packingFor } from '../services/find/outlines/packed-tile.ts'
import type { PlaceNames } from '../services/find/search/place-names.ts'
import { addCall } from './add-call.ts'
import { callerOf } from './caller.ts'

interface FindRoutesDeps {
  readonly find: Find
  readonly gazetteer: PlaceNames
  readonly stopping: AbortSignal
}

/** What search, map viewer and the public viewer ask for: pages of maps, how they spread over the years, their outlines. */
export function addFindRoutes(app: ApiServer, deps: FindRoutesDeps): void {
  const { find } = deps
  const lists = new PublicMapLists(deps)
  addCall(app, exploreMaps, ({ query, request }) => lists.page(callerOf(request).address, query))
  addCall(app, findMaps, ({ session, query }) => find.maps(session.user.id, query))
  addCall(app, findOwnMaps, ({ session, query }) => find.ownMaps(session.user.id, query))
  addCall(app, findSuggestions, ({ session, query }) =>
    find.suggestions(session.user.id, query.q, query['accept-language'] ?? 'en'),
  )
  addCall(app, mapYears, ({ session, query }) => find.years(session.user.id, query))
  addCall(app, outlineTile, async ({ session, params, query, request, reply }) => {
    const tile = await find.outlineTile(session.user.id, params, query)
    // The map library caches what it draws; what it asks for again has changed.
    reply.type(outlineTile.replyType).header('cache-control', 'private, no-cache')
    if (!(tile instanceof PackedTile)) return tile
    const packing = packingFor(request.headers['accept-encoding'])
    if (!packing) return tile.bytes
    reply.header('content-encoding', packing).header('vary', 'Origin, Accept-Encoding')
    return tile.packedAs(packing)
  })
}

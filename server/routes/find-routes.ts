import {
  findMaps as findMapsCall,
  mapYears as mapYearsCall,
  outlineTile as outlineTileCall,
} from '../../contract/api/find.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { findMaps } from '../services/maps/find-maps.ts'
import { mapYears } from '../services/maps/map-years.ts'
import type { MapDeps } from '../services/maps/maps.ts'
import { FootprintStore } from '../services/maps/outlines/footprint-store.ts'
import { outlineTile } from '../services/maps/outlines/outline-tile.ts'
import { addCall } from './add-call.ts'

/** What the map viewer asks for: pages of maps, how they spread over the years, their outlines. */
export function addFindRoutes(app: ApiServer, deps: MapDeps): void {
  const footprints = new FootprintStore()
  addCall(app, findMapsCall, ({ session, query }) => findMaps(deps, session.user.id, query))
  addCall(app, mapYearsCall, ({ session, query }) => mapYears(deps.db, session.user.id, query))
  addCall(app, outlineTileCall, ({ session, params, query, reply }) => {
    // The map library keeps what it draws; what it asks for again has changed.
    reply.type(outlineTileCall.replyType).header('cache-control', 'private, no-cache')
    return outlineTile(deps.db, footprints, session.user.id, params, query)
  })
}

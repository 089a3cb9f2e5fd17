import { countPointSearches } from '../../contract/api/point-search-count.ts'
import {
  cancelPointSearches,
  decideOnPoints as decideOnPointsCall,
  pointSearches,
  searchPoints as searchPointsCall,
} from '../../contract/api/point-searches.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  cancelSearches,
  countSearches,
  decideOnPoints,
  type PointSearchDeps,
  searchesOf,
  searchPoints,
} from '../services/lettering/point-searches.ts'
import { addCall } from './add-call.ts'

/** Points that are searched for many maps in the background, and what their owner does with them. */
export function addPointSearchRoutes(app: ApiServer, deps: PointSearchDeps): void {
  const { db } = deps
  addCall(app, pointSearches, ({ session, query }) => searchesOf(deps, session.user.id, query.mapId))
  addCall(app, countPointSearches, ({ session }) => countSearches(db, session.user.id))
  addCall(app, searchPointsCall, ({ session, body }) => searchPoints(db, session.user.id, body.maps))
  addCall(app, cancelPointSearches, async ({ session }) => {
    await cancelSearches(db, session.user.id)
    return { status: 'success' as const }
  })
  addCall(app, decideOnPointsCall, async ({ session, body }) => {
    await decideOnPoints(db, session.user.id, body.mapId, body.decision)
    return { status: 'success' as const }
  })
}

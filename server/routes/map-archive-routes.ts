import { cancelMapArchive, makeMapArchive, mapArchive } from '../../contract/api/map-archive.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  cancelMapArchive as cancel,
  requestMapArchive,
  type MapArchiveDeps,
  mapArchiveOf,
} from '../services/downloads/map-archives.ts'
import { addCall } from './add-call.ts'
import { tileCallerOf } from './tile-routes.ts'

/** A map as another file: whoever may see the map may have it made, and fetch it as they fetch the overlay. */
export function addMapArchiveRoutes(app: ApiServer, deps: MapArchiveDeps): void {
  addCall(app, mapArchive, async ({ params, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return mapArchiveOf(deps, params, tileCallerOf(request, undefined))
  })
  addCall(app, makeMapArchive, ({ params, session, request }) =>
    requestMapArchive(deps, session.user.id, params, tileCallerOf(request, undefined)),
  )
  addCall(app, cancelMapArchive, ({ params, session, request }) =>
    cancel(deps, session.user.id, params, tileCallerOf(request, undefined)),
  )
}

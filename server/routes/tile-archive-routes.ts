import { cancelTileArchive, makeTileArchive, tileArchive } from '../../contract/api/tile-archive.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  cancelTileArchive as cancel,
  requestTileArchive,
  type TileArchiveDeps,
  tileArchiveOf,
} from '../services/tiles/tile-archives.ts'
import { addCall } from './add-call.ts'
import { tileCallerOf } from './tile-routes.ts'

/** The tiles of a map as one file: whoever may see the map may have it made, and fetch it as they fetch the overlay. */
export function addTileArchiveRoutes(app: ApiServer, deps: TileArchiveDeps): void {
  addCall(app, tileArchive, async ({ params, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return tileArchiveOf(deps, params.id, tileCallerOf(request, undefined))
  })
  addCall(app, makeTileArchive, ({ params, session, request }) =>
    requestTileArchive(deps, session.user.id, params.id, tileCallerOf(request, undefined)),
  )
  addCall(app, cancelTileArchive, ({ params, session, request }) =>
    cancel(deps, session.user.id, params.id, tileCallerOf(request, undefined)),
  )
}

import {
  deleteMap as deleteMapCall,
  favoriteMaps,
  getMap,
  mapOutlines as mapOutlinesCall,
  personalMaps,
  publicMaps,
  publicUntransformedMaps,
  restoreMap as restoreMapCall,
  switchPublic,
  trashedMaps,
  updateMap,
} from '../../contract/api/maps.ts'
import {
  checkTransformLimit,
  mapVersions as mapVersionsCall,
  restoreVersion as restoreVersionCall,
  transformMap as transformMapCall,
} from '../../contract/api/transform.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { getMapRecord, listMapSummaries, switchVisibility, updateMapFields } from '../services/maps.ts'
import { mapOutlines } from '../services/outlines.ts'
import { type TransformDoors, transformMap } from '../services/transform-map.ts'
import { transformLimit } from '../services/transform-limit.ts'
import { deleteMap, restoreMap } from '../services/trash.ts'
import { mapVersions, restoreVersion } from '../services/versions.ts'
import { addCall } from './add-call.ts'
import { leaves } from './caller.ts'

const LISTS = [
  [personalMaps, 'personal'],
  // The specification names this list in both spellings.
  [{ ...personalMaps, path: '/maps/personalMaps' }, 'personal'],
  [publicMaps, 'public'],
  [favoriteMaps, 'favorite'],
  [publicUntransformedMaps, 'publicUntransformed'],
  [trashedMaps, 'trash'],
] as const

/** Maps: lists, records, visibility, trash, transforms and versions. */
export function addMapRoutes(
  app: ApiServer,
  doors: TransformDoors & { readonly stopping: AbortSignal },
): void {
  const { db } = doors
  for (const [call, list] of LISTS)
    addCall(app, call, ({ session, query }) => listMapSummaries(doors, list, session.user.id, query))

  addCall(app, mapOutlinesCall, async ({ session, query, reply }) => {
    const { list, ...filters } = query
    reply.type('application/octet-stream')
    return mapOutlines(db, list, session.user.id, filters)
  })
  addCall(app, getMap, ({ session, params }) => getMapRecord(doors, session.user.id, params.id))
  addCall(app, updateMap, ({ session, params, body }) =>
    updateMapFields(doors, session.user.id, params.id, body),
  )
  addCall(app, switchPublic, async ({ session, params, body }) => ({
    status: 'success' as const,
    isPublic: await switchVisibility(db, session.user.id, params.mapId, body?.isPublic),
  }))
  addCall(app, deleteMapCall, async ({ session, params }) => ({
    status: 'success' as const,
    deletedAt: (await deleteMap(doors, session.user.id, params.id)).toISOString(),
  }))
  addCall(app, restoreMapCall, ({ session, params }) => restoreMap(doors, session.user.id, params.id))

  addCall(app, checkTransformLimit, ({ session }) =>
    transformLimit(db, session.user.id, doors.transformsPerHour),
  )
  addCall(app, transformMapCall, ({ session, params, body, reply }) =>
    transformMap(doors, session.user.id, params.id, body, AbortSignal.any([leaves(reply), doors.stopping])),
  )
  addCall(app, mapVersionsCall, async ({ session, params }) => ({
    versions: await mapVersions(doors, session.user.id, params.id),
  }))
  addCall(app, restoreVersionCall, ({ session, params }) =>
    restoreVersion(doors, session.user.id, params.id, Number(params.n)),
  )
}

import {
  deleteMap as deleteMapCall,
  favoriteMaps,
  getMap,
  mapOutlines as mapOutlinesCall,
  personalMaps,
  publicMaps,
  publicUntransformedMaps,
  removeTrashedMap as removeTrashedMapCall,
  restoreMap as restoreMapCall,
  storageUse,
  switchPublic,
  trashedMaps,
  updateMap,
} from '../../contract/api/maps.ts'
import { mapSharing, shareMap as shareMapCall } from '../../contract/api/map-sharing.ts'
import { correctMaps as correctMapsCall } from '../../contract/api/correct-maps.ts'
import {
  addMapOnScan as addMapOnScanCall,
  mapsOnScan as mapsOnScanCall,
} from '../../contract/api/scan-maps.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import {
  checkTransformLimit,
  mapVersion as mapVersionCall,
  mapVersions as mapVersionsCall,
  restoreVersion as restoreVersionCall,
  transformMap as transformMapCall,
} from '../../contract/api/transform.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  getMapRecord,
  listMapSummaries,
  switchVisibility,
  updateMapFields,
} from '../services/maps/record/maps.ts'
import { mapOutlines } from '../services/find/outlines/list-outlines.ts'
import { requireEditable, type TransformDeps, transformMap } from '../services/transform/begin-transform.ts'
import { transformLimit } from '../services/transform/transform-limit.ts'
import { correctMaps } from '../services/maps/record/correct-maps.ts'
import { mapSharingOf, shareMap } from '../services/maps/record/sharing.ts'
import { deleteMap, removeTrashedMap, restoreMap } from '../services/maps/record/trash.ts'
import { addMapOnScan, mapsOnScan } from '../services/maps/record/scan-maps.ts'
import { mapHistoryOf } from '../services/maps/record/history.ts'
import type { PlacementErrors } from '../services/maps/record/placement-error.ts'
import { mapVersion, mapVersions, restoreVersion } from '../services/maps/record/versions.ts'
import { storageUseOf } from '../services/uploads/storage-budget.ts'
import { addCall } from './add-call.ts'
import { callerLeft } from './caller.ts'

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
  deps: TransformDeps & {
    readonly mapsPerMonth: number
    readonly stopping: AbortSignal
    readonly placementErrors: PlacementErrors
  },
): void {
  const { db } = deps
  for (const [call, list] of LISTS)
    addCall(app, call, ({ session, query }) => listMapSummaries(deps, list, session.user.id, query))

  addCall(app, mapOutlinesCall, async ({ session, query, reply }) => {
    const { list, ...filters } = query
    const { boxes, nextCursor } = await mapOutlines(db, list, session.user.id, filters)
    reply.type('application/octet-stream')
    if (nextCursor !== null) reply.header('next-cursor', nextCursor)
    return boxes
  })
  addCall(app, getMap, ({ session, params }) => getMapRecord(deps, session.user.id, params.id))
  addCall(app, updateMap, ({ session, params, body }) =>
    updateMapFields(deps, session.user.id, params.id, body),
  )
  addCall(app, correctMapsCall, async ({ session, body }) => ({
    status: 'success' as const,
    changed: await correctMaps(db, session.user.id, body.maps),
  }))
  addCall(app, switchPublic, async ({ session, params, body }) => ({
    status: 'success' as const,
    isPublic: await switchVisibility(db, session.user.id, params.mapId, body?.isPublic),
  }))
  addCall(app, mapSharing, ({ session, params }) => mapSharingOf(db, session.user.id, params.id))
  addCall(app, shareMapCall, ({ session, params, body }) =>
    shareMap(db, session.user.id, params.id, body.audience),
  )
  addCall(app, deleteMapCall, async ({ session, params }) => ({
    status: 'success' as const,
    deletedAt: (await deleteMap(deps, session.user.id, params.id)).toISOString(),
  }))
  addCall(app, removeTrashedMapCall, async ({ session, params }) => {
    await removeTrashedMap(deps, session.user.id, params.id)
    return { status: 'success' as const }
  })
  addCall(app, restoreMapCall, ({ session, params }) => restoreMap(deps, session.user.id, params.id))

  addCall(app, mapsOnScanCall, async ({ session, params }) => ({
    maps: await mapsOnScan(db, session?.user.id ?? null, params.id),
  }))
  addCall(app, addMapOnScanCall, ({ session, params, body }) =>
    addMapOnScan(deps, session.user.id, params.id, body ?? {}),
  )

  addCall(app, mapHistory, ({ session, params, query }) =>
    mapHistoryOf(deps, session.user.id, params.id, query.page),
  )

  addCall(app, storageUse, ({ session }) => storageUseOf(db, session.user.id, deps.userStorageBytes))
  addCall(app, checkTransformLimit, ({ session }) =>
    transformLimit(db, session.user.id, deps.transformsPerHour),
  )
  addCall(
    app,
    transformMapCall,
    ({ session, params, body, reply }) =>
      transformMap(
        deps,
        session.user.id,
        params.id,
        body,
        AbortSignal.any([callerLeft(reply), deps.stopping]),
      ),
    ({ session, params }) => requireEditable(deps, session.user.id, params.id ?? ''),
  )
  addCall(app, mapVersionsCall, async ({ session, params }) => ({
    versions: await mapVersions(deps, session.user.id, params.id),
  }))
  addCall(app, mapVersionCall, ({ session, params }) =>
    mapVersion(deps, session.user.id, params.id, Number(params.n)),
  )
  addCall(app, restoreVersionCall, ({ session, params }) =>
    restoreVersion(deps, session.user.id, params.id, Number(params.n)),
  )
}

import { deleteDraft, getDraft, saveDraft } from '../../contract/api/drafts.ts'
import type { MapPoint, SheetPlacement } from '../../contract/control-points.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import type { DraftSyncDeps, ServerCopy, SyncFault } from './draft-sync.ts'
import { documentOfTransformation, transformationBody } from './map-record-document.ts'

/** The draft of a map that the server keeps for the signed-in user; null where there is none. */
export async function loadServerDraft(mapId: string, signal?: AbortSignal): Promise<ServerCopy | null> {
  const { draft } = await callApi(getDraft, { params: { id: mapId } }, signal ? { signal } : {})
  if (!draft) return null
  const { version, baseVersion, savedAt, transformation, laid } = draft
  return {
    version,
    baseVersion,
    savedAt: Date.parse(savedAt),
    document: { ...documentOfTransformation(transformation), ...(laid && { laid }) },
  }
}

const laidBody = (laid: SheetPlacement | undefined) =>
  laid ? { ...laid, centre: [laid.centre[0], laid.centre[1]] satisfies MapPoint } : null

function faultOf(error: unknown): SyncFault {
  if (!(error instanceof ApiError)) return 'refused'
  if (error.messageKey === 'errors.drafts.changedElsewhere') return 'conflict'
  const isAway = error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500
  return isAway ? 'away' : 'refused'
}

/** The calls by which the server's copy of a draft follows. */
export function draftCalls(mapId: string): Pick<DraftSyncDeps, 'load' | 'save' | 'remove' | 'faultOf'> {
  const params = { id: mapId }
  return {
    load: () => loadServerDraft(mapId),
    save: async ({ document, baseVersion }, follows) => {
      const transformation = transformationBody(document)
      const body = { follows, baseVersion, transformation, laid: laidBody(document.laid) }
      return (await callApi(saveDraft, { params, body })).version
    },
    remove: async (version) => {
      await callApi(deleteDraft, { params, query: { version } })
    },
    faultOf,
  }
}

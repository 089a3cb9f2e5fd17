import {
  cancelImport,
  importIiif,
  lookUpIiif,
  MAX_PAGES_TOLD,
  retryImport,
} from '../../contract/api/import-iiif.ts'
import { fetchAnnotation } from '../../contract/api/outside.ts'
import { MAX_GCP_FILE_CHARS } from '../../gcp-files/read-gcp-file.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { IiifLookUp } from '../services/interop/look-up-iiif.ts'
import { OutsideTexts, type OutsideTextsDeps } from '../services/interop/outside-texts.ts'
import { getMapRecord, type MapDeps } from '../services/maps/record/maps.ts'
import { endImport, importMap, tryImportAgain } from '../services/uploads/imports.ts'
import type { UploadDeps } from '../services/uploads/upload-map.ts'
import { addCall } from './add-call.ts'
import { callerLeft, idempotencyKey } from './caller.ts'

/** What the server fetches from elsewhere at the word of a user. */
export function addOutsideRoutes(app: ApiServer, deps: UploadDeps & MapDeps & OutsideTextsDeps): void {
  const texts = new OutsideTexts(deps)
  const lookUp = new IiifLookUp(texts)

  addCall(app, fetchAnnotation, async ({ session, body, reply }) => {
    const { text } = await texts.fetch(session.user.id, body.url, MAX_GCP_FILE_CHARS, callerLeft(reply))
    return { text }
  })

  addCall(app, lookUpIiif, async ({ session, body, reply }) => {
    const { fields, pages } = await lookUp.find(session.user.id, body.url, callerLeft(reply))
    return {
      fields,
      pages: pages.slice(0, MAX_PAGES_TOLD).map(({ label, width, height }) => ({ label, width, height })),
      pageCount: pages.length,
    }
  })

  addCall(app, importIiif, async ({ session, body, request, reply }) => {
    const userId = session.user.id
    const id = await importMap({ ...deps, lookUp }, userId, body, {
      key: idempotencyKey(request),
      signal: callerLeft(reply),
    })
    const { basePath } = await getMapRecord(deps, userId, id)
    return {
      status: 'success' as const,
      progress: 100 as const,
      metadata: { _id: id, basePath },
      id,
      mapId: id,
      _id: id,
      basePath,
    }
  })

  addCall(app, retryImport, async ({ session, params }) => {
    await tryImportAgain(deps, session.user.id, params.id)
    return { status: 'success' as const }
  })

  addCall(app, cancelImport, async ({ session, params }) => {
    await endImport(deps, session.user.id, params.id)
    return { status: 'success' as const }
  })
}

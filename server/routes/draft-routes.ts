import { deleteDraft, getDraft, saveDraft as saveDraftCall } from '../../contract/api/drafts.ts'
import type { Database } from '../db/database.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { discardDraft, draftOf, editableMap, saveDraft } from '../services/maps/record/drafts.ts'
import { addCall } from './add-call.ts'

/** Unpublished work of the caller's on a map. */
export function addDraftRoutes(app: ApiServer, { db }: { readonly db: Database }): void {
  addCall(app, getDraft, async ({ session, params }) => ({
    draft: await draftOf(db, session.user.id, params.id),
  }))
  addCall(
    app,
    saveDraftCall,
    ({ session, params, body }) => saveDraft(db, session.user.id, params.id, body),
    async ({ session, params }) => {
      await editableMap(db, session.user.id, params.id ?? '')
    },
  )
  addCall(app, deleteDraft, async ({ session, params, query }) => {
    await discardDraft(db, session.user.id, params.id, query.version)
    return { status: 'success' as const }
  })
}

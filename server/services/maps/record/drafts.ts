import type { ServerDraft } from '../../../../contract/api/drafts.ts'
import { MAX_DRAFT_BYTES, MAX_DRAFTS, MAX_DRAFTS_BYTES } from '../../../../contract/constants.ts'
import type { SheetPlacementInput, TransformationInput } from '../../../../contract/rules/control-points.ts'
import type { Database } from '../../../db/database.ts'
import { noteChange } from '../../../db/queries/assignments.ts'
import {
  countDrafts,
  type DraftRow,
  draftsBytes,
  findDraft,
  insertDraft,
  type NewDraft,
  removeDraft,
  replaceDraft,
} from '../../../db/queries/drafts.ts'
import type { KeptTransformation } from '../../../db/schema/drafts.ts'
import { lockUser } from '../../../db/queries/accounts.ts'
import { noPermission, visibleMap } from './maps.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { wholeTransformation } from '../../transform/transform-request.ts'

/** The map's id, where the user may edit it now. @throws Refusal 403, 404 */
export async function editableMap(db: Database, userId: string, id: string): Promise<string> {
  const { row, may } = await visibleMap(db, userId, id)
  if (!may.canEdit) throw noPermission()
  return row.map.id
}

/** A user's unpublished work on a map that they may edit. @throws Refusal 403, 404 */
export async function draftOf(db: Database, userId: string, id: string): Promise<ServerDraft | null> {
  const row = await findDraft(db, userId, await editableMap(db, userId, id))
  return row ? draftView(row) : null
}

function draftView({ version, savedAt, baseVersion, transformation: kept }: DraftRow): ServerDraft {
  const { laid = null, ...transformation } = kept
  return { version, savedAt: savedAt.toISOString(), baseVersion, transformation, laid }
}

export interface DraftInput {
  readonly follows: number | null
  readonly baseVersion: number | null
  readonly transformation: TransformationInput
  readonly laid?: SheetPlacementInput | null | undefined
}

/**
 * Keeps a user's work in the place of the version it follows. Of two that follow the same version one is kept, the
 * other is told.
 *
 * @throws Refusal 403, 404; 409 where another version is stored, or the user's drafts are too many or too large together;
 *   413 where this one is too large
 */
export async function saveDraft(
  db: Database,
  userId: string,
  id: string,
  { follows, baseVersion, transformation, laid }: DraftInput,
): Promise<{ version: number; savedAt: string }> {
  const mapId = await editableMap(db, userId, id)
  const kept = bounded({ ...wholeTransformation(transformation), ...(laid && { laid }) })
  const draft = { userId, mapId, baseVersion, transformation: kept }
  const row = await db.transaction(async (tx) => {
    // Drafts that are saved at once must not pass the bounds together.
    if (!(await lockUser(tx, userId))) throw notFound()
    const others = await draftsBytes(tx, userId, mapId)
    if (others + bytesOf(kept) > MAX_DRAFTS_BYTES)
      throw new Refusal(409, 'errors.drafts.tooMuch', {
        details: { limit: Math.round(MAX_DRAFTS_BYTES / 2 ** 20) },
      })
    return follows === null ? addDraft(tx, draft) : replaceDraft(tx, draft, follows)
  })
  if (!row) throw new Refusal(409, 'errors.drafts.changedElsewhere')
  await noteChange(db, userId, mapId)
  return { version: row.version, savedAt: row.savedAt.toISOString() }
}

function bounded(transformation: KeptTransformation): KeptTransformation {
  if (bytesOf(transformation) <= MAX_DRAFT_BYTES) return transformation
  throw new Refusal(413, 'errors.drafts.tooLarge')
}

const bytesOf = (transformation: KeptTransformation) => Buffer.byteLength(JSON.stringify(transformation))

async function addDraft(tx: Database, draft: NewDraft): Promise<DraftRow | undefined> {
  if (
    (await countDrafts(tx, draft.userId)) >= MAX_DRAFTS &&
    !(await findDraft(tx, draft.userId, draft.mapId))
  )
    throw new Refusal(409, 'errors.drafts.tooMany', { details: { limit: MAX_DRAFTS } })
  return insertDraft(tx, draft)
}

/** Discards a user's work on a map; where a version is named, that one alone. @throws Refusal 403, 404, 409 */
export async function discardDraft(
  db: Database,
  userId: string,
  id: string,
  version: number | undefined,
): Promise<void> {
  const mapId = await editableMap(db, userId, id)
  if (await removeDraft(db, userId, mapId, version)) return
  if (version !== undefined && (await findDraft(db, userId, mapId)))
    throw new Refusal(409, 'errors.drafts.changedElsewhere')
}

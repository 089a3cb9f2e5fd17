import type { MapRecord } from '../../contract/api/map-record.ts'
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts'
import type { Draft } from './draft-store.ts'
import type { DraftSyncDeps, ServerCopy, Work } from './draft-sync.ts'
import { sameContent } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'
import { documentOfRecord } from './map-record-document.ts'
import { draftCalls, loadServerDraft } from './server-draft.ts'

/** Where a change lies: in the account too, or on this device alone until the connection is back or the editor is opened. */
export type KeptIn = 'account' | 'device'

/** Longer than this nobody waits in the field for what the account has. */
const LOOK_MS = 8_000

type ServerCalls = Pick<DraftSyncDeps, 'load' | 'save' | 'faultOf'>

/** Where unpublished work lies; replaced in tests. */
export interface DraftPlaces extends ServerCalls {
  readonly loadLocal: () => Promise<Draft | undefined>
  readonly saveLocal: (draft: Omit<Draft, 'userId' | 'mapId' | 'savedAt'>) => Promise<void>
  readonly dropLocal: () => Promise<void>
}

export function draftPlaces(userId: string, mapId: string): DraftPlaces {
  return {
    ...draftCalls(mapId),
    load: () => loadServerDraft(mapId, AbortSignal.timeout(LOOK_MS)),
    loadLocal: () => loadDraft(userId, mapId),
    saveLocal: (draft) => saveDraft({ userId, mapId, savedAt: Date.now(), ...draft }),
    dropLocal: () => deleteDraft(userId, mapId),
  }
}

/**
 * Changes the unpublished work on a map outside the editor, which offers it when the map is opened there. It begins with
 * the newest work there is, else with what is published. What was saved elsewhere meanwhile is not overwritten: both are
 * offered then.
 *
 * @throws Error where neither the device nor the account keeps it
 */
export async function changeDraft(
  places: DraftPlaces,
  record: Pick<MapRecord, 'transformation' | 'version'>,
  change: (document: EditorDocument) => EditorDocument,
): Promise<KeptIn> {
  const local = await places.loadLocal().catch(() => undefined)
  const server = await places.load().catch(() => undefined)
  const { follows, ...base } = baseOf(record, local, server)
  const work = { document: change(base.document), baseVersion: base.baseVersion }
  const published = documentOfRecord(record)
  const sent = local?.sent ?? null
  if (sameContent(work.document, published) && follows === null) {
    await places.dropLocal()
    return 'device'
  }
  const isHere = await places.saveLocal({ ...work, follows, isKept: false, sent }).then(
    () => true,
    () => false,
  )
  const version = await send(places, work, follows)
  if (version === null && !isHere) throw new Error('neither the device nor the account keeps the draft')
  if (version === null) return 'device'
  await places.saveLocal({ ...work, follows: version, isKept: true, sent }).catch(() => undefined)
  return 'account'
}

/** Sends to the account what only this device keeps of a map. False: there is nothing to send, or it did not go. */
export async function sendKeptDraft(places: DraftPlaces): Promise<boolean> {
  const local = await places.loadLocal().catch(() => undefined)
  if (!local || local.isKept) return false
  const { document, baseVersion, follows, sent } = local
  const version = await send(places, { document, baseVersion }, follows)
  if (version === null) return false
  await places.saveLocal({ document, baseVersion, follows: version, isKept: true, sent })
  return true
}

function baseOf(
  record: Pick<MapRecord, 'transformation' | 'version'>,
  local: Draft | undefined,
  /** Undefined: not known. */
  server: ServerCopy | null | undefined,
): Work & { readonly follows: number | null } {
  const published = documentOfRecord(record)
  const isWork = (work: Work) => !sameContent(work.document, published)
  // What was kept in the account from here has been overtaken by another version of it.
  const isOvertaken = local?.isKept === true && server !== undefined && server?.version !== local.follows
  if (local && isWork(local) && !(isOvertaken && server)) return local
  if (server && isWork(server)) return { ...server, follows: server.version }
  const follows = server === undefined ? (local?.follows ?? null) : (server?.version ?? null)
  return { document: published, baseVersion: record.version, follows }
}

/** The new version; null where the account does not take it now. */
async function send(places: DraftPlaces, work: Work, follows: number | null): Promise<number | null> {
  try {
    return await places.save(work, follows)
  } catch (error) {
    if (places.faultOf(error) !== 'conflict') return null
    // A draft that was given up elsewhere leaves room; another one is left for the editor to ask about.
    const there = await places.load().catch(() => undefined)
    if (there !== null) return null
    return places.save(work, null).catch(() => null)
  }
}

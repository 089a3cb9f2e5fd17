import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { z } from 'zod'
import { DRAFT_DATABASE } from '../../contract/constants.ts'
import { TRANSFORMATION_TYPES } from '../../contract/control-points.ts'
import type { EditorDocument } from './editor-document.ts'

const pair = z.tuple([z.number(), z.number()])
const documentSchema = z.object({
  points: z.array(
    z.object({
      id: z.string(),
      image: pair,
      map: pair,
      enabled: z.boolean(),
      note: z.string().optional(),
      proposed: z.object({ read: z.string(), name: z.string() }).optional(),
    }),
  ),
  transformationType: z.enum(TRANSFORMATION_TYPES),
  projection: z.string().optional(),
  mask: z.array(z.array(pair)),
  laid: z.object({ centre: pair, metresPerPx: z.number(), turnDegrees: z.number() }).optional(),
})
const draftSchema = z.object({
  userId: z.string(),
  mapId: z.string(),
  /** Milliseconds since 1970, by this computer's clock. */
  savedAt: z.number(),
  document: documentSchema,
  // What was kept before drafts lay on the server too has none of these.
  baseVersion: z.number().nullable().default(null),
  follows: z.number().nullable().default(null),
  isKept: z.boolean().default(false),
  sent: documentSchema.nullable().default(null),
})

/** Unpublished work on one map, kept in this browser. */
export interface Draft {
  readonly userId: string
  readonly mapId: string
  readonly savedAt: number
  readonly document: EditorDocument
  /** The overlay that the work began from; null: there was none. */
  readonly baseVersion: number | null
  /** The version of the server's draft that this one is or follows; null: it has none. */
  readonly follows: number | null
  /** The server holds just this. */
  readonly isKept: boolean
  /** What was last sent from here to be published; once the map shows it, the work goes on from there. Null: nothing. */
  readonly sent: EditorDocument | null
}

interface DraftSchema extends DBSchema {
  drafts: { key: [userId: string, mapId: string]; value: Draft }
}

let opened: Promise<IDBPDatabase<DraftSchema>> | undefined

/**
 * The database, opened once: a page that is being left may still write, but has no time to open one. It makes room for
 * whoever wants to delete or renew it, and is opened anew after that.
 */
function open(): Promise<IDBPDatabase<DraftSchema>> {
  const forget = () => (opened = undefined)
  opened ??= openDB<DraftSchema>(DRAFT_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('drafts', { keyPath: ['userId', 'mapId'] })
    },
    blocking(_current, _wanted, event) {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

/** Keeps a draft in the place of the user's earlier one of that map. Rejects where the browser forbids storage. */
export async function saveDraft(draft: Draft): Promise<void> {
  const database = await open()
  const writing = database.transaction('drafts', 'readwrite')
  void writing.store.put(draft).catch(() => undefined)
  // Told at once that nothing follows: a page that is gone before it has heard of the writing would take it back.
  writing.commit()
  await writing.done
}

/** The user's draft of a map; undefined when there is none or what is kept is not one. */
export async function loadDraft(userId: string, mapId: string): Promise<Draft | undefined> {
  const database = await open()
  const kept: unknown = await database.get('drafts', [userId, mapId])
  const parsed = draftSchema.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

export async function deleteDraft(userId: string, mapId: string): Promise<void> {
  const database = await open()
  await database.delete('drafts', [userId, mapId])
}

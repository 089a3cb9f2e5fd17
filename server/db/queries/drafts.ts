import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transformation } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { drafts, type KeptTransformation } from '../schema/drafts.ts'

export type DraftRow = typeof drafts.$inferSelect

export interface NewDraft {
  readonly userId: string
  readonly mapId: string
  readonly baseVersion: number | null
  readonly transformation: KeptTransformation
}

/** The first version of a draft: milliseconds since 1970, so that it is above that of any deleted one. */
const FIRST = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
const NEXT = sql<number>`greatest(${drafts.version} + 1, ${FIRST})`

const ofUser = (userId: string, mapId: string) => and(eq(drafts.userId, userId), eq(drafts.mapId, mapId))

export async function findDraft(db: Database, userId: string, mapId: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(drafts).where(ofUser(userId, mapId))
  return row
}

export async function countDrafts(db: Database, userId: string): Promise<number> {
  return db.$count(drafts, eq(drafts.userId, userId))
}

/** Bytes that the drafts of a user take, but for that of one map. */
export async function draftsBytes(db: Database, userId: string, exceptMapId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${drafts.bytes}), 0)` })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), ne(drafts.mapId, exceptMapId)))
  return Number(row?.bytes ?? 0)
}

/** Keeps a draft where the user has none of the map; undefined where they have one. */
export async function insertDraft(tx: Database, draft: NewDraft): Promise<DraftRow | undefined> {
  const [row] = await tx
    .insert(drafts)
    .values({ ...draft, version: FIRST })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Puts a draft in the place of the version that it follows; undefined where that is not the one stored. */
export async function replaceDraft(
  db: Database,
  { userId, mapId, baseVersion, transformation }: NewDraft,
  follows: number,
): Promise<DraftRow | undefined> {
  const [row] = await db
    .update(drafts)
    .set({ baseVersion, transformation, version: NEXT, savedAt: sql`now()` })
    .where(and(ofUser(userId, mapId), eq(drafts.version, follows)))
    .returning()
  return row
}

/** Removes a draft, or just the one version of it; whether it was there. */
export async function removeDraft(
  db: Database,
  userId: string,
  mapId: string,
  version?: number,
): Promise<boolean> {
  const rows = await db
    .delete(drafts)
    .where(and(ofUser(userId, mapId), version === undefined ? undefined : eq(drafts.version, version)))
    .returning({ version: drafts.version })
  return rows.length > 0
}

/**
 * Gives the points of an overlay that no longer counts back to its maker as a draft. What they have changed since, in a
 * draft that began from that overlay, is newer and stays.
 */
export async function keepOverlayAsDraft(
  tx: Database,
  userId: string,
  overlay: { readonly mapId: string; readonly n: number; readonly transformation: Transformation },
): Promise<void> {
  const { mapId, n, transformation } = overlay
  await tx
    .insert(drafts)
    .values({ userId, mapId, baseVersion: null, transformation, version: FIRST })
    .onConflictDoUpdate({
      target: [drafts.userId, drafts.mapId],
      set: {
        version: NEXT,
        baseVersion: null,
        savedAt: sql`now()`,
        transformation: sql`case when ${drafts.baseVersion} = ${n} then ${drafts.transformation} else excluded.transformation end`,
      },
    })
}

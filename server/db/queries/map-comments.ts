import { and, desc, eq, isNull, max, ne, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { mapComments } from '../schema/map-comments.ts'

type Comment = typeof mapComments.$inferSelect

export interface CommentRow {
  readonly comment: Comment
  readonly username: string
}

/** Where a page of a discussion ends: what comes before it in time. */
export interface CommentPlace {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly id: string
}

const selectComments = (db: Database) =>
  db
    .select({ comment: mapComments, username: users.username })
    .from(mapComments)
    .innerJoin(users, eq(users.id, mapComments.userId))

/** Comments that the operator has taken down are seen by nobody. */
const isShown = isNull(mapComments.takenDownAt)

/** Comments on a map, newest first. */
export function listComments(
  db: Database,
  mapId: string,
  { before, limit }: { readonly before: CommentPlace | undefined; readonly limit: number },
): Promise<CommentRow[]> {
  const earlier =
    before &&
    sql`(${mapComments.writtenAt}, ${mapComments.id}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id}::uuid)`
  return selectComments(db)
    .where(and(eq(mapComments.mapId, mapId), isShown, earlier))
    .orderBy(desc(mapComments.writtenAt), desc(mapComments.id))
    .limit(limit)
}

export function countComments(db: Database, mapId: string): Promise<number> {
  return db.$count(mapComments, and(eq(mapComments.mapId, mapId), isShown))
}

export async function findComment(db: Database, mapId: string, id: string): Promise<CommentRow | undefined> {
  const isIt = and(eq(mapComments.mapId, mapId), eq(mapComments.id, id), isShown)
  const [row] = await selectComments(db).where(isIt)
  return row
}

/** A comment of any map, also one that was taken down. */
export async function findAnyComment(db: Database, id: string): Promise<CommentRow | undefined> {
  const [row] = await selectComments(db).where(eq(mapComments.id, id))
  return row
}

export async function setCommentTakenDown(tx: Database, id: string, isTakenDown: boolean): Promise<void> {
  await tx
    .update(mapComments)
    .set({ takenDownAt: isTakenDown ? sql`now()` : null })
    .where(eq(mapComments.id, id))
}

/** What a user has sent under this mark already. */
export async function findSentComment(
  db: Database,
  { userId, mapId, sendKey }: { readonly userId: string; readonly mapId: string; readonly sendKey: string },
): Promise<CommentRow | undefined> {
  const [row] = await selectComments(db).where(
    and(eq(mapComments.userId, userId), eq(mapComments.mapId, mapId), eq(mapComments.sendKey, sendKey)),
  )
  return row
}

/** Adds a comment at the end of the discussion; its map is locked, so that it comes after all others in time. */
export async function insertComment(
  tx: Database,
  comment: Pick<Comment, 'id' | 'mapId' | 'userId' | 'text' | 'point' | 'sendKey'>,
): Promise<void> {
  // The clock, not the beginning of the transaction, which lies before the wait for the lock.
  await tx.insert(mapComments).values({ ...comment, writtenAt: sql`clock_timestamp()` })
}

export async function changeCommentText(tx: Database, id: string, text: string): Promise<void> {
  await tx
    .update(mapComments)
    .set({ text, editedAt: sql`now()` })
    .where(and(eq(mapComments.id, id), ne(mapComments.text, text)))
}

/** Returns whether there was one to delete. */
export async function deleteCommentRow(tx: Database, id: string): Promise<boolean> {
  const deleted = await tx.delete(mapComments).where(eq(mapComments.id, id)).returning({ id: mapComments.id })
  return deleted.length > 0
}

/** Who has commented on a map, who did so last first, at most `limit`. */
export async function commentersOf(db: Database, mapId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: mapComments.userId })
    .from(mapComments)
    .where(and(eq(mapComments.mapId, mapId), isShown))
    .groupBy(mapComments.userId)
    .orderBy(desc(max(mapComments.writtenAt)))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

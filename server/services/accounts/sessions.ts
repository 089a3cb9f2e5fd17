import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { IDLE_DAYS, listSessions, removeSession } from '../../db/queries/sessions.ts'
import { announce } from '../notifications/announce.ts'
import { notFound } from '../refusal.ts'

const IDLE_MS = IDLE_DAYS * 86_400_000

/** The open sessions of a user, the one in use marked. */
export async function ownSessions(db: Database, userId: string, currentId: string) {
  const rows = await listSessions(db, userId)
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: new Date(Math.min(row.expiresAt.getTime(), row.lastUsedAt.getTime() + IDLE_MS)).toISOString(),
    userAgent: row.userAgent,
    isCurrent: row.id === currentId,
  }))
}

/** @throws Refusal 404 where the user has no such session */
export async function endOwnSession(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!isId(id) || !(await removeSession(tx, userId, id))) throw notFound()
    await announce(tx, { kind: 'sessionsEnded', userId, sessionId: id })
  })
}

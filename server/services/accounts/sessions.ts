import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { raiseAccessEpoch } from '../../db/queries/accounts.ts'
import { IDLE_DAYS, listSessions, removeSession } from '../../db/queries/sessions.ts'
import { listSignIns } from '../../db/queries/sign-ins.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'
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

const SIGN_INS_SHOWN = 50

/** The newest sign-ins to the account of a user, and failed tries. */
export async function ownSignIns(db: Database, userId: string) {
  const signIns = await listSignIns(db, userId, SIGN_INS_SHOWN)
  return signIns.map(({ at, ...signIn }) => ({ at: at.toISOString(), ...signIn }))
}

/** @throws Refusal 404 where the user has no such session */
export async function endOwnSession(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The user's row first, as where all sessions end: two that end some would else wait for one another.
    const epoch = await raiseAccessEpoch(tx, userId)
    if (!isId(id) || !(await removeSession(tx, userId, id))) throw notFound()
    await announceEndedSessions(tx, { userId, sessionId: id, epoch })
  })
}

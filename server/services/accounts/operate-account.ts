import type { Database } from '../../db/database.ts'
import {
  endUnlistedLinks,
  findUserByEmail,
  findUserByUsername,
  raiseAccessEpoch,
  setLocked,
  type UserRow,
} from '../../db/queries/accounts.ts'
import { removeApiTokensOf } from '../../db/queries/api-tokens.ts'
import { removeResetTokens, removeSessionsOf } from '../../db/queries/sessions.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'

/** The account of a username or an email, as the operator writes it. */
export async function accountNamed(db: Database, name: string): Promise<UserRow | undefined> {
  return (await findUserByUsername(db, name)) ?? findUserByEmail(db, name)
}

/** Ends all sessions of a user, and the tokens of their programs. Returns how many sessions there were. */
export function endAllSessions(db: Database, userId: string): Promise<number> {
  return db.transaction((tx) => endSessionsWithin(tx, userId))
}

async function endSessionsWithin(tx: Database, userId: string): Promise<number> {
  const epoch = await raiseAccessEpoch(tx, userId)
  const ended = await removeSessionsOf(tx, userId)
  await removeApiTokensOf(tx, userId)
  await announceEndedSessions(tx, { userId, epoch })
  return ended
}

/**
 * Locks an account: nobody signs in to it, its sessions end, and so do the links that were made in it, those to set a new
 * password and the unlisted ones of its maps and catalogs. Public maps stay public.
 */
export function lockAccount(db: Database, userId: string): Promise<{ sessions: number; links: number }> {
  return db.transaction(async (tx) => {
    // First: a sign-in that waits for this row finds it locked, one before it has its session among those that end.
    await setLocked(tx, userId, true)
    await removeResetTokens(tx, userId)
    return { sessions: await endSessionsWithin(tx, userId), links: await endUnlistedLinks(tx, userId) }
  })
}

/** What has ended stays so: the user signs in anew, and makes new links. */
export async function unlockAccount(db: Database, userId: string): Promise<void> {
  await setLocked(db, userId, false)
}

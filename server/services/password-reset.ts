import type { Database } from '../db/database.ts'
import { findUserByEmail, setPasswordHash } from '../db/queries/accounts.ts'
import { insertOneUseToken, removeSessionsOf, takeOneUseToken } from '../db/queries/sessions.ts'
import { announce } from './announce.ts'
import type { BackgroundWork } from './background-work.ts'
import { hashPassword } from './passwords.ts'
import { Refusal } from './refusal.ts'
import { beginReset } from './sign-in-limits.ts'
import { newToken, tokenHash } from './tokens.ts'

const LINK_SECONDS = 3_600

export interface ResetDoors {
  readonly db: Database
  readonly limitsSignIn: boolean
  /** Origin that the link begins with. */
  readonly publicUrl: string
  /** There is no mail server: the operator gets the link and passes it on. */
  readonly tellOperator: (line: string) => void
  readonly background: BackgroundWork
}

/**
 * Makes a link to set a new password. Neither the answer nor the time it takes tells whether the account exists: the
 * account is only looked for after it.
 *
 * @throws Refusal 429
 */
export async function requestReset(doors: ResetDoors, email: string, address: string): Promise<void> {
  if (doors.limitsSignIn) await beginReset(doors.db, address)
  doors.background.begin(() => sendLink(doors, email))
}

async function sendLink({ db, publicUrl, tellOperator }: ResetDoors, email: string): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (!user) return
  const token = newToken()
  await insertOneUseToken(db, {
    tokenHash: tokenHash(token),
    purpose: 'reset',
    userId: user.id,
    seconds: LINK_SECONDS,
  })
  tellOperator(`A new password was asked for by ${user.email}: ${publicUrl}/reset?token=${token}`)
}

/** Sets a new password and ends every session. @throws Refusal 400 where the link was used or is over */
export async function resetPassword(
  { db }: Pick<ResetDoors, 'db'>,
  token: string,
  password: string,
): Promise<void> {
  // The hash is made first: a link must not be used up by a request that is then turned away.
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const userId = await takeOneUseToken(tx, tokenHash(token), 'reset')
    if (userId === undefined) throw new Refusal(400, 'errors.auth.resetLinkInvalid')
    await setPasswordHash(tx, userId, passwordHash)
    await removeSessionsOf(tx, userId)
    await announce(tx, { kind: 'sessionsEnded', userId })
  })
}

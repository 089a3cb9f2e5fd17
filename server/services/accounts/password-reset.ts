import type { Database } from '../../db/database.ts'
import { findUserByEmail, lockUser, raiseAccessEpoch, setPasswordHash } from '../../db/queries/accounts.ts'
import { removeApiTokensOf } from '../../db/queries/api-tokens.ts'
import {
  findOneUseToken,
  insertOneUseToken,
  removeResetTokens,
  removeSessionsOf,
  takeOneUseToken,
} from '../../db/queries/sessions.ts'
import type { MailSettings } from '../../mail/mail-settings.ts'
import { queueResetMail } from '../mail/queue-mail.ts'
import { Refusal } from '../refusal.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'
import type { BackgroundWork } from './background-work.ts'
import { refuseCommonPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { printable } from './printable.ts'
import { type AccountLimits, beginLinkRequest, beginReset, countLink } from './sign-in-limits.ts'
import { newToken, tokenHash } from './tokens.ts'

const LINK_SECONDS = 3_600

export interface ResetDeps {
  readonly db: Database
  readonly limitsSignIn: boolean
  readonly accountLimits: AccountLimits
  /** Origin that the link begins with. */
  readonly publicUrl: string
  /** Undefined: the operator gets the link and passes it on. */
  readonly mail: MailSettings | undefined
  readonly tellOperator: (line: string) => void
  readonly background: BackgroundWork
}

/**
 * Makes a link to set a new password. Neither the answer nor the time it takes tells whether the account exists: the
 * account is only looked for after it.
 *
 * @throws Refusal 429
 */
export async function requestReset(deps: ResetDeps, email: string, address: string): Promise<void> {
  if (deps.limitsSignIn) await beginLinkRequest(deps.db, address)
  deps.background.begin(() => sendLink(deps, email))
}

/** Sends a link to the owner of an account, unless the operator has locked it; where too many were made lately, the last one stays. */
async function sendLink(deps: ResetDeps, email: string): Promise<void> {
  const { db, publicUrl, tellOperator, mail } = deps
  const user = await findUserByEmail(db, email)
  if (!user || user.lockedAt !== null || !(await mayMakeLink(deps, user.id))) return
  if (mail) return queueResetMail(db, user.id)
  const token = await makeResetLink(db, user.id)
  tellOperator(`A new password was asked for by ${printable(user.email)}: ${publicUrl}/reset?token=${token}`)
}

/** Makes the token of the only link of an account that is open: those before end. */
export async function makeResetLink(db: Database, userId: string): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await removeResetTokens(tx, userId)
    const link = { tokenHash: tokenHash(token), purpose: 'reset', userId } as const
    await insertOneUseToken(tx, { ...link, seconds: LINK_SECONDS })
  })
  return token
}

async function mayMakeLink({ db, limitsSignIn, accountLimits }: ResetDeps, userId: string) {
  if (!limitsSignIn) return true
  return countLink(db, accountLimits, userId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
}

/**
 * Sets a new password, and ends every session, every token of a program and every other link.
 *
 * @throws Refusal 400 where the link was used or is over, or everybody tries the password first; 429
 */
export async function resetPassword(
  { db, limitsSignIn }: Pick<ResetDeps, 'db' | 'limitsSignIn'>,
  { token, password }: { readonly token: string; readonly password: string },
  address: string,
): Promise<void> {
  const attempt = limitsSignIn ? await beginReset(db, address) : undefined
  const hash = tokenHash(token)
  // Hashing is dear: it is done for those who have a link, and before the link is used up.
  const holder = await findOneUseToken(db, hash, 'reset')
  if (holder === undefined) throw new Refusal(400, 'errors.auth.resetLinkInvalid')
  await attempt?.forget()
  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password, { line: 'own', caller: holder })
  await db.transaction(async (tx) => {
    const taken = await takeOneUseToken(tx, hash, 'reset')
    if (taken === undefined) throw new Refusal(400, 'errors.auth.resetLinkInvalid')
    const { userId } = taken
    await setPasswordHash(tx, userId, passwordHash)
    const epoch = await raiseAccessEpoch(tx, userId)
    await removeSessionsOf(tx, userId)
    await removeApiTokensOf(tx, userId)
    await removeResetTokens(tx, userId)
    await announceEndedSessions(tx, { userId, epoch })
  })
}

import type { AuthLimit } from '../../../contract/api/auth.ts'
import type { MailLanguage } from '../../../contract/api/mail.ts'
import type { User } from '../../../contract/api/session.ts'
import type { Database } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import {
  findUserByEmail,
  insertUser,
  isLockedAccount,
  type ProfileChange,
  raiseAccessEpoch,
  setPasswordHash,
  takenNames,
  updateUser,
  type UserRow,
} from '../../db/queries/accounts.ts'
import { removeApiTokensOf } from '../../db/queries/api-tokens.ts'
import { takeLanguage } from '../../db/queries/mails.ts'
import { insertSession, removeResetTokens, removeSessionsOf } from '../../db/queries/sessions.ts'
import { recordSignIn } from '../../db/queries/sign-ins.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'
import type { BackgroundWork } from './background-work.ts'
import { type PasswordDeps, requireCurrentPassword } from './current-password.ts'
import { refuseCommonPassword } from './new-password.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { notFound, Refusal } from '../refusal.ts'
import { beginRegistration, beginSignIn, countNameChange, NO_LIMIT, signInLimit } from './sign-in-limits.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Who asks: for limits and for the list of sessions. */
export interface Caller {
  readonly address: string
  readonly userAgent: string | null
}

export interface AccountDeps extends PasswordDeps {
  readonly background: BackgroundWork
}

export interface SignedIn {
  readonly token: string
  readonly user: User
}

export function userView(row: UserRow): User {
  const { id, username, email, firstName, lastName } = row
  return { id, _id: id, username, email, firstName, lastName }
}

/** @throws Refusal 403 where the operator has locked the account */
async function openSession(db: Database, user: UserRow, caller: Caller): Promise<SignedIn> {
  const token = newToken()
  const userAgent = caller.userAgent?.slice(0, 300) ?? null
  await db.transaction(async (tx) => {
    if (await isLockedAccount(tx, user.id)) throw new Refusal(403, 'errors.auth.accountLocked')
    await insertSession(tx, { userId: user.id, tokenHash: tokenHash(token), userAgent })
    await recordSignIn(tx, { userId: user.id, succeeded: true, address: caller.address })
  })
  return { token, user: userView(user) }
}

interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly language?: MailLanguage | undefined
}

/** @throws Refusal 400 for a password that everybody tries first, 409 naming the field that is taken, 429 */
export async function registerAccount(
  { db, limitsSignIn }: AccountDeps,
  account: NewAccount,
  caller: Caller,
): Promise<SignedIn> {
  await refuseCommonPassword(account.password, 'password')
  if (limitsSignIn) await beginRegistration(db, caller.address)
  refuseTaken(await takenNames(db, account))
  const work = { line: 'register', caller: caller.address } as const
  const passwordHash = await hashPassword(account.password, work)
  try {
    const { username, email, language } = account
    const user = await insertUser(db, { username, email, passwordHash, language })
    return await openSession(db, user, caller)
  } catch (error) {
    throw asTaken(error)
  }
}

function refuseTaken(taken: { username: boolean; email: boolean }): void {
  const fields = {
    ...(taken.email && { email: 'errors.auth.emailAlreadyRegistered' as const }),
    ...(taken.username && { username: 'errors.auth.usernameAlreadyTaken' as const }),
  }
  if (taken.email && taken.username) throw new Refusal(409, 'errors.auth.userAlreadyExists', { fields })
  if (taken.email) throw new Refusal(409, 'errors.auth.emailAlreadyRegistered', { fields })
  if (taken.username) throw new Refusal(409, 'errors.auth.usernameAlreadyTaken', { fields })
}

/** Two requests may both have found a name free: the constraint decides, in the same words. */
function asTaken(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  try {
    refuseTaken({ username: constraint === 'users_username_key', email: constraint === 'users_email_key' })
  } catch (refusal) {
    return refusal
  }
  return error
}

/**
 * Only who knows the password learns that an account is locked.
 *
 * @throws Refusal 401 `Invalid credentials`, alike for a wrong password and an unknown account; 403 locked; 429
 */
export async function signIn(
  { db, limitsSignIn, accountLimits, background }: AccountDeps,
  given: { email: string; password: string; language?: MailLanguage | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const { address } = caller
  // Beside the answer, whose duration would tell that the account exists.
  const recordFailure = (userId: string) =>
    background.begin(() => recordSignIn(db, { userId, succeeded: false, address }))
  const attempt = limitsSignIn ? await beginSignIn(db, accountLimits, given.email, address) : undefined
  const user = await findUserByEmail(db, given.email)
  const work = { line: 'signIn', caller: address } as const
  const matches = await isPassword(user?.passwordHash, given.password, work).catch(async (error: unknown) => {
    // Nobody has looked at the password.
    await attempt?.forget()
    throw error
  })
  if (!user || !matches) {
    if (user) recordFailure(user.id)
    const extra = attempt && { remainingAttempts: attempt.remainingAttempts }
    throw new Refusal(401, 'errors.auth.invalidCredentials', extra ? { extra } : {})
  }
  try {
    const signedIn = await openSession(db, user, caller)
    await attempt?.succeeded()
    if (given.language) await takeLanguage(db, user.id, given.language)
    return signedIn
  } catch (error) {
    if (error instanceof Refusal) {
      await attempt?.forget()
      recordFailure(user.id)
    }
    throw error
  }
}

export async function checkSignInLimit(
  { db, limitsSignIn, accountLimits }: AccountDeps,
  caller: Caller,
): Promise<AuthLimit> {
  return limitsSignIn ? signInLimit(db, accountLimits, caller.address) : NO_LIMIT
}

/**
 * Changes the profile. A new email needs the current password, as links to set a new one go to it; links that were
 * made before end with it.
 *
 * @throws Refusal 400 where the password is needed and is absent or wrong, 409 naming the field that is taken, 429
 */
export async function changeProfile(
  deps: AccountDeps,
  user: UserRow,
  { currentPassword, ...change }: ProfileChange & { readonly currentPassword?: string | undefined },
): Promise<User> {
  const { db, limitsSignIn, accountLimits } = deps
  const isNewEmail = change.email !== undefined && change.email !== user.email
  const isNewName = change.username !== undefined && change.username !== user.username
  if (isNewEmail) await requireCurrentPassword(deps, user, currentPassword, 'currentPassword')
  if (limitsSignIn && (isNewEmail || isNewName)) await countNameChange(db, accountLimits, user.id)
  try {
    return await db.transaction(async (tx) => {
      const row = await updateUser(tx, user.id, change)
      if (!row) throw notFound()
      if (isNewEmail) await removeResetTokens(tx, user.id)
      return userView(row)
    })
  } catch (error) {
    throw asTaken(error)
  }
}

/**
 * Ends every other session, tokens of programs, and links to set a new password.
 *
 * @throws Refusal 400 where the current password is wrong or everybody tries the new one first, 429
 */
export async function changePassword(
  deps: AccountDeps,
  user: UserRow,
  sessionId: string,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  await refuseCommonPassword(passwords.newPassword, 'newPassword')
  await requireCurrentPassword(deps, user, passwords.currentPassword, 'currentPassword')
  const passwordHash = await hashPassword(passwords.newPassword, { line: 'own', caller: user.id })
  await deps.db.transaction(async (tx) => {
    await setPasswordHash(tx, user.id, passwordHash)
    const epoch = await raiseAccessEpoch(tx, user.id)
    await removeSessionsOf(tx, user.id, sessionId)
    await removeApiTokensOf(tx, user.id)
    await removeResetTokens(tx, user.id)
    await announceEndedSessions(tx, { userId: user.id, exceptSessionId: sessionId, epoch })
  })
}

import type { AuthLimit, User } from '../../contract/api/auth.ts'
import type { Database } from '../db/database.ts'
import { violatedConstraint } from '../db/database-errors.ts'
import {
  findUserByEmail,
  insertUser,
  type ProfileChange,
  setPasswordHash,
  takenNames,
  updateUser,
  type UserRow,
} from '../db/queries/accounts.ts'
import { insertSession, removeSessionsOf } from '../db/queries/sessions.ts'
import { announce } from './announce.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { notFound, Refusal } from './refusal.ts'
import { beginRegistration, beginSignIn, signInLimit } from './sign-in-limits.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Who asks: for limits and for the list of sessions. */
export interface Caller {
  readonly address: string
  readonly userAgent: string | null
}

export interface AccountDoors {
  readonly db: Database
  readonly limitsSignIn: boolean
}

export interface SignedIn {
  readonly token: string
  readonly user: User
}

export function userView(row: UserRow): User {
  const { id, username, email, firstName, lastName } = row
  return { id, _id: id, username, email, firstName, lastName }
}

async function openSession(db: Database, user: UserRow, caller: Caller): Promise<SignedIn> {
  const token = newToken()
  const userAgent = caller.userAgent?.slice(0, 300) ?? null
  await insertSession(db, { userId: user.id, tokenHash: tokenHash(token), userAgent })
  return { token, user: userView(user) }
}

/** @throws Refusal 409 naming the field that is taken, 429 */
export async function registerAccount(
  { db, limitsSignIn }: AccountDoors,
  account: { username: string; email: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  if (limitsSignIn) await beginRegistration(db, caller.address)
  refuseTaken(await takenNames(db, account))
  const passwordHash = await hashPassword(account.password)
  try {
    const { username, email } = account
    return await openSession(db, await insertUser(db, { username, email, passwordHash }), caller)
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

/** @throws Refusal 401 `Invalid credentials`, alike for a wrong password and an unknown account; 429 */
export async function signIn(
  { db, limitsSignIn }: AccountDoors,
  given: { email: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  const attempt = limitsSignIn ? await beginSignIn(db, given.email, caller.address) : undefined
  const user = await findUserByEmail(db, given.email)
  const matches = await isPassword(user?.passwordHash, given.password)
  if (!user || !matches) {
    const extra = attempt && { remainingAttempts: attempt.remainingAttempts }
    throw new Refusal(401, 'errors.auth.invalidCredentials', extra ? { extra } : {})
  }
  await attempt?.succeeded()
  return openSession(db, user, caller)
}

export async function checkSignInLimit(
  { db, limitsSignIn }: AccountDoors,
  caller: Caller,
): Promise<AuthLimit> {
  if (limitsSignIn) return signInLimit(db, caller.address)
  return {
    hasLimit: false,
    isBlocked: false,
    minutesRemaining: 0,
    totalAttempts: 0,
    remainingAttempts: 5,
    nextAttemptAt: null,
  }
}

/** @throws Refusal 409 naming the field that is taken */
export async function changeProfile(db: Database, userId: string, change: ProfileChange): Promise<User> {
  try {
    const row = await updateUser(db, userId, change)
    if (!row) throw notFound()
    return userView(row)
  } catch (error) {
    throw asTaken(error)
  }
}

/** Ends every other session. @throws Refusal 400 where the current password is wrong */
export async function changePassword(
  db: Database,
  user: UserRow,
  sessionId: string,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await isPassword(user.passwordHash, passwords.currentPassword)))
    throw new Refusal(400, 'errors.auth.currentPasswordIncorrect', {
      fields: { currentPassword: 'errors.auth.currentPasswordIncorrect' },
    })
  const passwordHash = await hashPassword(passwords.newPassword)
  await db.transaction(async (tx) => {
    await setPasswordHash(tx, user.id, passwordHash)
    await removeSessionsOf(tx, user.id, sessionId)
    await announce(tx, { kind: 'sessionsEnded', userId: user.id })
  })
}

import { createHash } from 'node:crypto'
import type { AuthLimit } from '../../../contract/api/auth.ts'
import type { Database } from '../../db/database.ts'
import {
  type AttemptCount,
  type AttemptKind,
  countAttempts,
  forgetAttempt,
  forgetAttempts,
  isKnownAddress,
  rememberAddress,
  reserveAttempt,
  strictestSubject,
} from '../../db/queries/attempts.ts'
import { identityKey } from '../../fold-text.ts'
import { Refusal } from '../refusal.ts'

/** How often things around an account may be tried; an operator sets them. */
export interface AccountLimits {
  /** Failed sign-ins to one account from all addresses together, an hour; 0: no limit. */
  readonly signInFailuresPerHour: number
  /** Wrong current passwords of one who is signed in, an hour; 0: no limit. */
  readonly passwordTriesPerHour: number
  /** Changes of username or email that one user may try, an hour; 0: no limit. */
  readonly nameChangesPerHour: number
  /** Links to set a new password that are made for one account, an hour; 0: no limit. */
  readonly resetLinksPerHour: number
  /** Exports of everything that is kept about a user, an hour; 0: no limit. */
  readonly exportsPerHour: number
}

const WINDOW_MINUTES = 15
const PER_ACCOUNT = 5
const PER_ADDRESS = 20
const HOUR_MINUTES = 60
const REGISTRATIONS_PER_HOUR = 10
const LINK_REQUESTS_PER_HOUR = 10
const RESETS_PER_HOUR = 20

export const NO_LIMIT: AuthLimit = {
  hasLimit: false,
  isBlocked: false,
  minutesRemaining: 0,
  totalAttempts: 0,
  remainingAttempts: PER_ACCOUNT,
  nextAttemptAt: null,
}

/** What an account is counted by: the same length for every address, and no address to be read. */
export function accountSubject(email: string): string {
  return createHash('sha256').update(identityKey(email)).digest('base64url')
}

const minutesUntil = (moment: Date | null) =>
  moment ? Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 60_000)) : 0

function limitState({ count, oldestLeavesAt }: AttemptCount, max: number): AuthLimit {
  const isBlocked = count >= max
  return {
    hasLimit: count > 0,
    isBlocked,
    minutesRemaining: isBlocked ? minutesUntil(oldestLeavesAt) : 0,
    totalAttempts: count,
    remainingAttempts: Math.max(0, max - count),
    nextAttemptAt: isBlocked ? (oldestLeavesAt?.toISOString() ?? null) : null,
  }
}

function tooMany(
  messageKey:
    | 'errors.auth.tooManyAttemptsForEmail'
    | 'errors.auth.tooManyAttemptsForIp'
    | 'errors.auth.tooManyAttempts',
  state: AuthLimit,
): Refusal {
  const { minutesRemaining, nextAttemptAt, remainingAttempts, totalAttempts } = state
  return new Refusal(429, messageKey, {
    details: { minutes: minutesRemaining },
    extra: { minutesRemaining, nextAttemptAt, remainingAttempts, totalAttempts },
    retryAfterSeconds: minutesRemaining * 60,
  })
}

/** A counted try. */
export interface Attempt {
  /** As if it had not been: it was turned away before anything was looked at. */
  forget(): Promise<void>
}

export interface SignInAttempt extends Attempt {
  readonly remainingAttempts: number
  /** Forgets the failed attempts of this account from this address, and keeps the address as a known one. */
  succeeded(): Promise<void>
}

/**
 * Counts a try to sign in before the password is looked at. An account that was tried from many addresses stays open
 * to those from which it was signed in to before, so that nobody is locked out of their own by strangers.
 *
 * @throws Refusal 429
 */
export async function beginSignIn(
  db: Database,
  { signInFailuresPerHour }: AccountLimits,
  email: string,
  address: string,
): Promise<SignInAttempt> {
  const subject = accountSubject(email)
  const hasWhole = signInFailuresPerHour > 0 && !(await isKnownAddress(db, subject, address))
  const { id, states } = await reserveAttempt(db, { kind: 'login', subject, address }, [
    { windowMinutes: WINDOW_MINUTES, max: PER_ACCOUNT, scope: { subject, address } },
    { windowMinutes: WINDOW_MINUTES, max: PER_ADDRESS, scope: { address } },
    ...(hasWhole ? [{ windowMinutes: HOUR_MINUTES, max: signInFailuresPerHour, scope: { subject } }] : []),
  ])
  const [account, all] = [limitState(states[0]!, PER_ACCOUNT), limitState(states[1]!, PER_ADDRESS)]
  if (id === null) {
    if (account.isBlocked) throw tooMany('errors.auth.tooManyAttemptsForEmail', account)
    if (all.isBlocked) throw tooMany('errors.auth.tooManyAttemptsForIp', all)
    throw tooMany('errors.auth.tooManyAttemptsForEmail', limitState(states[2]!, signInFailuresPerHour))
  }
  return {
    remainingAttempts: Math.min(account.remainingAttempts, all.remainingAttempts),
    succeeded: async () => {
      await forgetAttempts(db, 'login', { subject, address })
      await rememberAddress(db, subject, address)
    },
    forget: () => forgetAttempt(db, id),
  }
}

/** Counts a try of an address, or of a user, within an hour. @throws Refusal 429 */
async function countHourly(
  db: Database,
  kind: AttemptKind,
  scope: { readonly subject: string } | { readonly address: string },
  max: number,
): Promise<Attempt> {
  const attempt = { kind, subject: '', address: '', ...scope }
  const { id, states } = await reserveAttempt(db, attempt, [{ windowMinutes: HOUR_MINUTES, max, scope }])
  if (id === null) throw tooMany('errors.auth.tooManyAttempts', limitState(states[0]!, max))
  return { forget: () => forgetAttempt(db, id) }
}

/** Counts a try to register. @throws Refusal 429 */
export function beginRegistration(db: Database, address: string): Promise<Attempt> {
  return countHourly(db, 'register', { address }, REGISTRATIONS_PER_HOUR)
}

/** Counts a request for a link to set a new password. @throws Refusal 429 */
export function beginLinkRequest(db: Database, address: string): Promise<Attempt> {
  return countHourly(db, 'forgot', { address }, LINK_REQUESTS_PER_HOUR)
}

/** Counts a try to set a new password by a link. @throws Refusal 429 */
export function beginReset(db: Database, address: string): Promise<Attempt> {
  return countHourly(db, 'reset', { address }, RESETS_PER_HOUR)
}

/** Counts a link that is made for an account. @throws Refusal 429 */
export async function countLink(db: Database, { resetLinksPerHour: max }: AccountLimits, userId: string) {
  if (max > 0) await countHourly(db, 'link', { subject: userId }, max)
}

/** Counts a change of username or email, which tells whether a name is taken. @throws Refusal 429 */
export async function countNameChange(
  db: Database,
  { nameChangesPerHour: max }: AccountLimits,
  userId: string,
) {
  if (max > 0) await countHourly(db, 'names', { subject: userId }, max)
}

/** Counts an export of a user's data. @throws Refusal 429 */
export async function countExport(
  db: Database,
  { exportsPerHour: max }: AccountLimits,
  userId: string,
): Promise<void> {
  if (max > 0) await countHourly(db, 'export', { subject: userId }, max)
}

/** Counts a text that is fetched from another host at the word of a user. @throws Refusal 429 */
export async function countLookUp(db: Database, max: number, userId: string): Promise<void> {
  if (max > 0) await countHourly(db, 'lookUp', { subject: userId }, max)
}

export interface PasswordTry extends Attempt {
  /** Forgets the wrong ones before. */
  succeeded(): Promise<void>
}

/** Counts a current password that is given by one who is signed in. @throws Refusal 429 */
export async function beginPasswordTry(
  db: Database,
  { passwordTriesPerHour: max }: AccountLimits,
  userId: string,
): Promise<PasswordTry | undefined> {
  if (max === 0) return undefined
  const attempt = await countHourly(db, 'password', { subject: userId }, max)
  return { ...attempt, succeeded: () => forgetAttempts(db, 'password', { subject: userId, address: '' }) }
}

/** The strictest lock among the accounts tried from an address. */
export async function signInLimit(
  db: Database,
  { signInFailuresPerHour }: AccountLimits,
  address: string,
): Promise<AuthLimit> {
  const kind = 'login'
  const subject = await strictestSubject(db, { kind, windowMinutes: WINDOW_MINUTES }, address)
  if (subject === undefined) return NO_LIMIT
  const hasWhole = signInFailuresPerHour > 0 && !(await isKnownAddress(db, subject, address))
  const [account, all, whole] = await Promise.all([
    countAttempts(db, { kind, windowMinutes: WINDOW_MINUTES, max: PER_ACCOUNT }, { subject, address }),
    countAttempts(db, { kind, windowMinutes: WINDOW_MINUTES, max: PER_ADDRESS }, { address }),
    hasWhole
      ? countAttempts(db, { kind, windowMinutes: HOUR_MINUTES, max: signInFailuresPerHour }, { subject })
      : undefined,
  ])
  const ofAccount = limitState(account, PER_ACCOUNT)
  const others = [limitState(all, PER_ADDRESS), ...(whole ? [limitState(whole, signInFailuresPerHour)] : [])]
  return ofAccount.isBlocked ? ofAccount : (others.find(({ isBlocked }) => isBlocked) ?? ofAccount)
}

import type { AuthLimit } from '../../contract/api/auth.ts'
import type { Database } from '../db/database.ts'
import {
  type AttemptCount,
  countAttempts,
  forgetAttempts,
  reserveAttempt,
  strictestSubject,
} from '../db/queries/attempts.ts'
import { identityKey } from '../db/fold-text.ts'
import { Refusal } from './refusal.ts'

const WINDOW_MINUTES = 15
const PER_ACCOUNT = 5
const PER_ADDRESS = 20
const REGISTRATIONS_PER_HOUR = 10
const RESETS_PER_HOUR = 10

const NO_LIMIT: AuthLimit = {
  hasLimit: false,
  isBlocked: false,
  minutesRemaining: 0,
  totalAttempts: 0,
  remainingAttempts: PER_ACCOUNT,
  nextAttemptAt: null,
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

export interface SignInAttempt {
  readonly remainingAttempts: number
  /** Forgets the failed attempts of this account from this address. */
  succeeded(): Promise<void>
}

/** Counts a try to sign in before the password is looked at. @throws Refusal 429 */
export async function beginSignIn(db: Database, email: string, address: string): Promise<SignInAttempt> {
  const subject = identityKey(email)
  const { id, states } = await reserveAttempt(db, { kind: 'login', subject, address }, [
    { windowMinutes: WINDOW_MINUTES, max: PER_ACCOUNT, scope: { subject, address } },
    { windowMinutes: WINDOW_MINUTES, max: PER_ADDRESS, scope: { address } },
  ])
  const [account, all] = [limitState(states[0]!, PER_ACCOUNT), limitState(states[1]!, PER_ADDRESS)]
  if (id === null)
    throw account.isBlocked
      ? tooMany('errors.auth.tooManyAttemptsForEmail', account)
      : tooMany('errors.auth.tooManyAttemptsForIp', all)
  return {
    remainingAttempts: Math.min(account.remainingAttempts, all.remainingAttempts),
    succeeded: () => forgetAttempts(db, 'login', { subject, address }),
  }
}

/** Counts a try to register. @throws Refusal 429 */
export async function beginRegistration(db: Database, address: string): Promise<void> {
  const scope = { address }
  const limits = [{ windowMinutes: 60, max: REGISTRATIONS_PER_HOUR, scope }]
  const { id, states } = await reserveAttempt(db, { kind: 'register', subject: '', address }, limits)
  if (id === null)
    throw tooMany('errors.auth.tooManyAttempts', limitState(states[0]!, REGISTRATIONS_PER_HOUR))
}

/** Counts a request for a link to set a new password. @throws Refusal 429 */
export async function beginReset(db: Database, address: string): Promise<void> {
  const limits = [{ windowMinutes: 60, max: RESETS_PER_HOUR, scope: { address } }]
  const { id, states } = await reserveAttempt(db, { kind: 'forgot', subject: '', address }, limits)
  if (id === null) throw tooMany('errors.auth.tooManyAttempts', limitState(states[0]!, RESETS_PER_HOUR))
}

/** The strictest lock among the accounts tried from an address. */
export async function signInLimit(db: Database, address: string): Promise<AuthLimit> {
  const kind = 'login'
  const subject = await strictestSubject(db, { kind, windowMinutes: WINDOW_MINUTES }, address)
  if (subject === undefined) return NO_LIMIT
  const [account, all] = await Promise.all([
    countAttempts(db, { kind, windowMinutes: WINDOW_MINUTES, max: PER_ACCOUNT }, { subject, address }),
    countAttempts(db, { kind, windowMinutes: WINDOW_MINUTES, max: PER_ADDRESS }, { address }),
  ])
  const [ofAccount, ofAddress] = [limitState(account, PER_ACCOUNT), limitState(all, PER_ADDRESS)]
  return ofAddress.isBlocked && !ofAccount.isBlocked ? ofAddress : ofAccount
}

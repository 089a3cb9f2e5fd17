import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../refusal.ts'
import { fairTurns, type Waiter } from './fair-turns.ts'

/** argon2id with OWASP's first choice of costs: 19 MiB, 2 passes. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const LONGEST_LINE = 20

/** For whom a password is hashed: strangers' lines are apart from that of those who showed who they are. */
export interface PasswordWork extends Waiter {
  readonly line: 'signIn' | 'register' | 'own'
}

/** Hashing takes a core for tens of milliseconds: one at a time, so that other calls keep their turn. */
const inTurn = fairTurns(
  LONGEST_LINE,
  () => new Refusal(429, 'errors.tooManyRequests', { details: { seconds: 5 }, retryAfterSeconds: 5 }),
)

/** @throws Refusal 429 where too many wait */
export function hashPassword(password: string, work: PasswordWork): Promise<string> {
  return inTurn(work, () => hash(password, COSTS))
}

let unknownAccountHash: Promise<string> | undefined

/**
 * Compares a password; for an account that does not exist (`undefined`) it takes just as long and is false.
 *
 * @throws Refusal 429 where too many wait
 */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
  work: PasswordWork,
): Promise<boolean> {
  unknownAccountHash ??= hash('nobody has this password', COSTS)
  const against = passwordHash ?? (await unknownAccountHash)
  const matches = await inTurn(work, () => verify(against, password))
  return matches && passwordHash !== undefined
}

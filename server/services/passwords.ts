import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './refusal.ts'

/** argon2id with OWASP's first choice of costs: 19 MiB, 2 passes. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes a core for tens of milliseconds: this many at once, so that other calls keep their turn. */
const AT_ONCE = 1
const LONGEST_QUEUE = 20

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE)
      throw new Refusal(429, 'errors.tooManyRequests', { details: { seconds: 5 }, retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The turn passes on directly, so that nobody who comes new can take it in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COSTS))
}

let unknownAccountHash: Promise<string> | undefined

/** Compares a password; for an account that does not exist (`undefined`) it takes just as long and is false. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  unknownAccountHash ??= hash('nobody has this password', COSTS)
  const against = passwordHash ?? (await unknownAccountHash)
  const matches = await inTurn(() => verify(against, password))
  return matches && passwordHash !== undefined
}

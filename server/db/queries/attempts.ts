import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { attempts } from '../schema/accounts.ts'

export type AttemptKind = (typeof attempts.$inferSelect)['kind']

/** Attempts within a sliding window. */
export interface AttemptCount {
  readonly count: number
  /** When the oldest of them leaves the window; null where there is none. */
  readonly oldestLeavesAt: Date | null
}

interface Limit {
  readonly kind: AttemptKind
  readonly windowMinutes: number
  readonly max: number
}

type Scope = { readonly subject?: string; readonly address?: string }

/** The newest `max` attempts of a scope within the window, and when the oldest of these leaves it. */
export async function countAttempts(
  db: Pick<Database, 'execute'>,
  { kind, windowMinutes, max }: Limit,
  { subject, address }: Scope,
): Promise<AttemptCount> {
  const bySubject = subject === undefined ? sql`` : sql`and ${attempts.subject} = ${subject}`
  const byAddress = address === undefined ? sql`` : sql`and ${attempts.address} = ${address}`
  const { rows } = await db.execute<{ count: number; leaves: string | null }>(sql`
    select count(*)::int as count, min(at) + make_interval(mins => ${windowMinutes}) as leaves
    from (
      select ${attempts.at} as at from ${attempts}
      where ${attempts.kind} = ${kind} ${bySubject} ${byAddress}
        and ${attempts.at} > now() - make_interval(mins => ${windowMinutes})
      order by ${attempts.at} desc limit ${max}
    ) as newest`)
  const [row] = rows
  return { count: row?.count ?? 0, oldestLeavesAt: row?.leaves ? new Date(row.leaves) : null }
}

export interface Reservation {
  /** Identity of the attempt that was counted, or null where a limit refused it. */
  readonly id: bigint | null
  /** State of each limit after counting. */
  readonly states: readonly AttemptCount[]
}

/**
 * Counts an attempt unless one of the limits is full. Attempts of one scope are counted one after another, so that
 * parallel requests cannot slip past a limit together.
 */
export async function reserveAttempt(
  db: Database,
  attempt: { kind: AttemptKind; subject: string; address: string },
  limits: readonly { windowMinutes: number; max: number; scope: Scope }[],
): Promise<Reservation> {
  return db.transaction(async (tx) => {
    const locks = [`${attempt.kind} ${attempt.address}`, `${attempt.kind} ${attempt.subject}`].sort()
    for (const lock of locks)
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    // One after another: a transaction has one connection, which takes one query at a time.
    const before: AttemptCount[] = []
    for (const limit of limits)
      before.push(await countAttempts(tx, { kind: attempt.kind, ...limit }, limit.scope))
    if (before.some(({ count }, index) => count >= limits[index]!.max)) return { id: null, states: before }
    const [row] = await tx.insert(attempts).values(attempt).returning({ id: attempts.id })
    return { id: row!.id, states: before.map((state) => ({ ...state, count: state.count + 1 })) }
  })
}

export async function forgetAttempt(db: Database, id: bigint): Promise<void> {
  await db.delete(attempts).where(eq(attempts.id, id))
}

export async function forgetAttempts(
  db: Database,
  kind: AttemptKind,
  scope: { subject: string; address: string },
): Promise<void> {
  await db
    .delete(attempts)
    .where(
      and(eq(attempts.kind, kind), eq(attempts.subject, scope.subject), eq(attempts.address, scope.address)),
    )
}

/** Among the subjects tried from an address, the one with the most attempts in the window. */
export async function strictestSubject(
  db: Database,
  { kind, windowMinutes }: Omit<Limit, 'max'>,
  address: string,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ subject: string }>(sql`
    select ${attempts.subject} as subject from ${attempts}
    where ${attempts.kind} = ${kind} and ${attempts.address} = ${address}
      and ${attempts.at} > now() - make_interval(mins => ${windowMinutes})
    group by 1 order by count(*) desc, max(${attempts.at}) desc limit 1`)
  return rows[0]?.subject
}

/** How long an address stays one from which an account is known to be used. */
const KNOWN_DAYS = 30

/** Whether an account was signed in to from an address lately. */
export async function isKnownAddress(db: Database, subject: string, address: string): Promise<boolean> {
  const isSame = and(eq(attempts.subject, subject), eq(attempts.address, address))
  const isRecent = gt(attempts.at, sql`now() - make_interval(days => ${KNOWN_DAYS})`)
  return (await db.$count(attempts, and(eq(attempts.kind, 'signedIn'), isSame, isRecent))) > 0
}

/** Addresses from which an account was signed in to lately, and when last. */
export async function listKnownAddresses(
  db: Database,
  subject: string,
): Promise<{ readonly address: string; readonly at: Date }[]> {
  return db
    .select({ address: attempts.address, at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.kind, 'signedIn'), eq(attempts.subject, subject)))
    .orderBy(desc(attempts.at))
}

/** Keeps, once, that an account was signed in to from an address. */
export async function rememberAddress(db: Database, subject: string, address: string): Promise<void> {
  await forgetAttempts(db, 'signedIn', { subject, address })
  await db.insert(attempts).values({ kind: 'signedIn', subject, address })
}

/** Removes whatever was counted for a subject, and from where it was used. */
export async function forgetSubject(db: Database, subject: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.subject, subject))
}

/** Removes what counts no more, and addresses that were not used for long. */
export async function removeOldAttempts(db: Database): Promise<void> {
  const days = sql`case when ${attempts.kind} = 'signedIn' then ${KNOWN_DAYS} else 1 end`
  await db.delete(attempts).where(lt(attempts.at, sql`now() - make_interval(days => ${days})`))
}

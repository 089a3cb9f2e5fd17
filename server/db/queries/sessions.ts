import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { TokenScope } from '../../../contract/api/api-tokens.ts'
import type { Database } from '../database.ts'
import { prepared } from '../prepared.ts'
import { newId } from '../new-id.ts'
import { oneUseTokens, sessions, users } from '../schema/accounts.ts'
import type { UserRow } from './accounts.ts'

export const IDLE_DAYS = 7
export const ABSOLUTE_DAYS = 30

const stillOpen = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastUsedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`),
)

export interface OpenSession {
  readonly sessionId: string
  readonly user: UserRow
  /** What a program's token lets it do; absent: a person has signed in. */
  readonly tokenScope?: TokenScope
}

export async function insertSession(
  db: Database,
  session: { userId: string; tokenHash: Buffer; userAgent: string | null },
): Promise<string> {
  const id = newId()
  await db.insert(sessions).values({
    id,
    userId: session.userId,
    tokenHash: session.tokenHash,
    userAgent: session.userAgent,
    expiresAt: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
  })
  return id
}

/** Every call asks for it. */
const openSession = prepared((db, name: 'open_session') =>
  db
    .select({
      sessionId: sessions.id,
      user: users,
      isStale: sql<boolean>`${sessions.lastUsedAt} < now() - interval '5 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isNull(users.lockedAt), stillOpen))
    .prepare(name),
)

/** The open session of a token; its idle end is put off at most every five minutes. */
export async function findSession(db: Database, tokenHash: Buffer): Promise<OpenSession | undefined> {
  const [row] = await openSession(db, 'open_session').execute({ tokenHash })
  if (!row) return undefined
  if (row.isStale)
    await db
      .update(sessions)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(sessions.id, row.sessionId))
  return { sessionId: row.sessionId, user: row.user }
}

export async function listSessions(db: Database, userId: string) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), stillOpen))
    .orderBy(desc(sessions.lastUsedAt))
}

/** Ends one session of a user; false where they have none of this identity. */
export async function removeSession(db: Database, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return removed.length > 0
}

/** Ends the sessions of a user, but for one. Returns how many there were. */
export async function removeSessionsOf(db: Database, userId: string, exceptId?: string): Promise<number> {
  const others = exceptId ? ne(sessions.id, exceptId) : sql`true`
  const removed = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id })
  return removed.length
}

export async function removeEndedSessions(db: Database): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(
        lt(sessions.expiresAt, sql`now()`),
        lt(sessions.lastUsedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`),
      ),
    )
  await db.delete(oneUseTokens).where(lt(oneUseTokens.expiresAt, sql`now()`))
}

export interface NewOneUseToken {
  readonly tokenHash: Buffer
  readonly purpose: 'reset' | 'stream'
  readonly userId: string
  /** A token that is given to a session ends with it. */
  readonly sessionId?: string
  readonly seconds: number
}

export async function insertOneUseToken(db: Database, token: NewOneUseToken): Promise<void> {
  await db.insert(oneUseTokens).values({
    tokenHash: token.tokenHash,
    purpose: token.purpose,
    userId: token.userId,
    sessionId: token.sessionId ?? null,
    expiresAt: sql`now() + make_interval(secs => ${token.seconds})`,
  })
}

/** Whose token it is; undefined where it is unknown, used or over. It is not used up. */
export async function findOneUseToken(
  db: Database,
  tokenHash: Buffer,
  purpose: 'reset' | 'stream',
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: oneUseTokens.userId })
    .from(oneUseTokens)
    .where(
      and(
        eq(oneUseTokens.tokenHash, tokenHash),
        eq(oneUseTokens.purpose, purpose),
        gt(oneUseTokens.expiresAt, sql`now()`),
      ),
    )
  return row?.userId
}

/** Ends all links that would set a new password of a user. */
export async function removeResetTokens(db: Database, userId: string): Promise<void> {
  await db.delete(oneUseTokens).where(and(eq(oneUseTokens.userId, userId), eq(oneUseTokens.purpose, 'reset')))
}

/** Leaves of the tickets of a session the newest. */
export async function removeOlderTickets(db: Database, sessionId: string, newest: number): Promise<void> {
  const older = db
    .select({ tokenHash: oneUseTokens.tokenHash })
    .from(oneUseTokens)
    .where(eq(oneUseTokens.sessionId, sessionId))
    .orderBy(desc(oneUseTokens.expiresAt))
    .offset(newest)
  await db.delete(oneUseTokens).where(inArray(oneUseTokens.tokenHash, older))
}

/** When a session ends unless it is used until then; undefined where it is over. */
export async function sessionEnd(db: Database, id: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ expiresAt: sessions.expiresAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.id, id), stillOpen))
  if (!row) return undefined
  return new Date(Math.min(row.expiresAt.getTime(), row.lastUsedAt.getTime() + IDLE_DAYS * 86_400_000))
}

/** Uses up a token; undefined where it is unknown, used or over. */
export async function takeOneUseToken(
  db: Database,
  tokenHash: Buffer,
  purpose: 'reset' | 'stream',
): Promise<{ readonly userId: string; readonly sessionId: string | null } | undefined> {
  const [row] = await db
    .delete(oneUseTokens)
    .where(and(eq(oneUseTokens.tokenHash, tokenHash), eq(oneUseTokens.purpose, purpose)))
    .returning({
      userId: oneUseTokens.userId,
      sessionId: oneUseTokens.sessionId,
      isOpen: sql<boolean>`${oneUseTokens.expiresAt} > now()`,
    })
  return row?.isOpen ? { userId: row.userId, sessionId: row.sessionId } : undefined
}

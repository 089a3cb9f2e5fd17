import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { TokenScope } from '../../../contract/api/api-tokens.ts'
import type { Database } from '../database.ts'
import { newId } from '../new-id.ts'
import { prepared } from '../prepared.ts'
import { apiTokens, users } from '../schema/accounts.ts'
import type { OpenSession } from './sessions.ts'

const stillGood = gt(apiTokens.expiresAt, sql`now()`)

/** Every call of a program asks for it. */
const openToken = prepared((db, name: 'open_token') =>
  db
    .select({
      id: apiTokens.id,
      scope: apiTokens.scope,
      user: users,
      isStale: sql<boolean>`coalesce(${apiTokens.lastUsedAt} < now() - interval '5 minutes', true)`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, sql.placeholder('tokenHash')), isNull(users.lockedAt), stillGood))
    .prepare(name),
)

/** What a program's token opens; that it was used is written down at most every five minutes. */
export async function findTokenSession(db: Database, tokenHash: Buffer): Promise<OpenSession | undefined> {
  const [row] = await openToken(db, 'open_token').execute({ tokenHash })
  if (!row) return undefined
  if (row.isStale)
    await db
      .update(apiTokens)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(apiTokens.id, row.id))
  return { sessionId: row.id, user: row.user, tokenScope: row.scope }
}

export interface NewApiToken {
  readonly userId: string
  readonly name: string
  readonly scope: TokenScope
  readonly tokenHash: Buffer
  readonly days: number
}

export async function insertApiToken(tx: Database, { days, ...token }: NewApiToken) {
  const expiresAt = sql`now() + make_interval(days => ${days})`
  const [row] = await tx
    .insert(apiTokens)
    .values({ id: newId(), ...token, expiresAt })
    .returning()
  return row!
}

/** Tokens of a user that are still good, the newest first. */
export function listApiTokens(db: Database, userId: string) {
  return db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), stillGood))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
}

/** Ends one token of a user; false where they have none of this identity. */
export async function removeApiToken(db: Database, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
    .returning({ id: apiTokens.id })
  return removed.length > 0
}

export async function removeApiTokensOf(db: Database, userId: string): Promise<void> {
  await db.delete(apiTokens).where(eq(apiTokens.userId, userId))
}

export async function removeEndedApiTokens(db: Database): Promise<void> {
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, sql`now()`))
}

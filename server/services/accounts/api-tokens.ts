import type { TokenScope } from '../../../contract/api/api-tokens.ts'
import { MAX_API_TOKENS } from '../../../contract/constants.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { lockUser, raiseAccessEpoch, type UserRow } from '../../db/queries/accounts.ts'
import { insertApiToken, listApiTokens, removeApiToken } from '../../db/queries/api-tokens.ts'
import { notFound, Refusal } from '../refusal.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'
import { type PasswordDeps, requireCurrentPassword } from './current-password.ts'
import { API_TOKEN_START, newToken, tokenHash } from './tokens.ts'

export async function ownApiTokens(db: Database, userId: string) {
  return (await listApiTokens(db, userId)).map(tokenView)
}

const tokenView = (row: Awaited<ReturnType<typeof listApiTokens>>[number]) => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
})

export interface TokenWish {
  readonly name: string
  readonly scope: TokenScope
  readonly days: number
  readonly password: string
}

/**
 * Makes a token for a program. It outlives the session, so that the password is asked for once more.
 *
 * @throws Refusal 400 where the password is wrong, 409 where the user has as many as they may, 429
 */
export async function makeApiToken(deps: PasswordDeps, user: UserRow, { password, ...wish }: TokenWish) {
  await requireCurrentPassword(deps, user, password, 'password')
  const token = API_TOKEN_START + newToken()
  const row = await deps.db.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw notFound()
    if ((await listApiTokens(tx, user.id)).length >= MAX_API_TOKENS)
      throw new Refusal(409, 'errors.tokens.tooMany', { details: { limit: MAX_API_TOKENS } })
    return insertApiToken(tx, { userId: user.id, tokenHash: tokenHash(token), ...wish })
  })
  return { token, details: tokenView(row) }
}

/** Ends a token at once, and with it the signed paths that its program was given. @throws Refusal 404 */
export async function endApiToken(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const epoch = await raiseAccessEpoch(tx, userId)
    if (!isId(id) || !(await removeApiToken(tx, userId, id))) throw notFound()
    await announceEndedSessions(tx, { userId, sessionId: id, epoch })
  })
}

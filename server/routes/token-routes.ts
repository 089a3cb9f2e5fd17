import { apiTokens, createApiToken, revokeApiToken } from '../../contract/api/api-tokens.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { endApiToken, makeApiToken, ownApiTokens } from '../services/accounts/api-tokens.ts'
import type { PasswordDeps } from '../services/accounts/current-password.ts'
import { addCall } from './add-call.ts'

/** Tokens with which programs act for a user. */
export function addTokenRoutes(app: ApiServer, deps: PasswordDeps): void {
  addCall(app, apiTokens, async ({ session }) => ({ tokens: await ownApiTokens(deps.db, session.user.id) }))
  addCall(app, createApiToken, ({ session, body, reply }) => {
    // It is in this answer alone.
    reply.header('cache-control', 'no-store')
    return makeApiToken(deps, session.user, body)
  })
  addCall(app, revokeApiToken, async ({ session, params }) => {
    await endApiToken(deps.db, session.user.id, params.id)
    return { status: 'success' as const }
  })
}

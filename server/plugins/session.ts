import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { findTokenSession } from '../db/queries/api-tokens.ts'
import { findSession, type OpenSession } from '../db/queries/sessions.ts'
import type { AccessEpochs } from '../services/accounts/access-epochs.ts'
import { Refusal } from '../services/refusal.ts'
import { API_TOKEN_START, tokenHash } from '../services/accounts/tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The open session of the bearer token; null where none is needed or sent. */
    session: OpenSession | null
  }
  interface FastifyContextConfig {
    /** Whether a route looks at the session. Default `none`. */
    session?: 'required' | 'optional' | 'none'
    /** Which token of a program is enough. Default: `read` for what only reads, `write` for all else. */
    tokens?: 'read' | 'write' | 'never'
  }
}

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** @throws Refusal 403 where a program's token is not enough for what is asked */
function requireScope({ session, method, routeOptions }: FastifyRequest): void {
  if (!session?.tokenScope) return
  const isReading = method === 'GET' || method === 'HEAD'
  const needed = routeOptions.config.tokens ?? (isReading ? 'read' : 'write')
  if (needed === 'never') throw new Refusal(403, 'errors.tokens.peopleOnly')
  if (needed === 'write' && session.tokenScope === 'read') throw new Refusal(403, 'errors.tokens.readOnly')
}

/** Finds the session before anything of the body is read, so that strangers cannot make the server work. */
export function addSessions(app: FastifyInstance, db: Database, epochs: AccessEpochs): void {
  // Paths that are signed for the user are so in their epoch of now.
  const openSession = (token: string) =>
    epochs.noting(
      () => (token.startsWith(API_TOKEN_START) ? findTokenSession : findSession)(db, tokenHash(token)),
      (session) => session?.user,
    )
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const needed = request.routeOptions.config.session ?? 'none'
    if (needed === 'none') return
    const token = bearerToken(request)
    request.session = token ? ((await openSession(token)) ?? null) : null
    if (needed === 'required' && !request.session) throw new Refusal(401, 'errors.unauthorized')
    requireScope(request)
  })
}

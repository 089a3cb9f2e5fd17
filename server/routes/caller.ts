import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../services/accounts.ts'

/** Who asks, for limits. The address is believed from a proxy only where the settings name it. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null }
}

/** Aborts when the caller leaves before the answer. */
export function leaves(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  return left.signal
}

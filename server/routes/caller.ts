import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitedAddress } from './limited-address.ts'
import type { Caller } from '../services/accounts/accounts.ts'

/** Who asks, for limits. The address is believed from a proxy only where the settings name it. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: limitedAddress(request.ip), userAgent: request.headers['user-agent'] ?? null }
}

/** Whether the caller has an answer of this tag already. */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  // Tags may hold commas; weak and strong ones count alike.
  const tags: readonly string[] = (headers['if-none-match'] ?? '').match(/"[^"]*"/g) ?? []
  return tags.includes(etag.replace(/^W\//, ''))
}

/** Aborts when the caller leaves before the answer. */
export function callerLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  return left.signal
}

/** The key by which a caller marks a request that it may send again; one that is no key is as none. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key) ? key : undefined
}

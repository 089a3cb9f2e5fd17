import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Gives JSON answers to GET a validator, so that an unchanged list is not sent again. */
export function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (reply.hasHeader('etag') || !request.url.startsWith('/api/')) return payload
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!matches(request.headers['if-none-match'], etag)) return payload
    reply.code(304)
    return null
  })
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((candidate) => candidate.trim() === etag)
}

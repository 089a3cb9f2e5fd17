import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Whether an answer is about a person: their profile, their sessions, everything stored about them. */
const isPersonal = (url: string) => /^\/api\/auth(?:\/|$)/.test(url)

/** Gives JSON and tiles that are made for an answer to GET a validator, so that what is unchanged is not sent again. */
export function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    // No copy of these is stored anywhere, be it the disk of a computer that many use.
    if (isPersonal(request.url)) {
      reply.header('cache-control', 'no-store')
      return payload
    }
    if (request.method !== 'GET' || reply.statusCode !== 200 || !isWhole(payload)) return payload
    if (reply.hasHeader('etag') || !request.url.startsWith('/api/')) return payload
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!matches(request.headers['if-none-match'], etag)) return payload
    reply.code(304)
    return null
  })
}

const isWhole = (payload: unknown): payload is string | Uint8Array =>
  typeof payload === 'string' || payload instanceof Uint8Array

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((candidate) => candidate.trim() === etag)
}

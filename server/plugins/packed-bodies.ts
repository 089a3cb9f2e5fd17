import type { FastifyInstance } from 'fastify'
import { Refusal } from '../services/refusal.ts'

/** Refuses compressed bodies, which nothing here sends: their limit would hold for the packed form only. */
export function refusePackedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (encoding === 'identity') return
    reply.header('accept-encoding', 'identity')
    throw new Refusal(415, 'errors.unsupportedMediaType')
  })
}

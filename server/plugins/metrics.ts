import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { sendNotFound } from './errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/**
 * Figures for Prometheus at `/api/metrics`: the process, and how long each route takes to answer. Whoever may
 * not read them is told that there is nothing.
 *
 * @param token what a reader sends as a bearer token; without one nobody reads
 */
export function addMetrics(app: FastifyInstance, token: string | undefined): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'palimpsest_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: addresses hold ids and would make one series each.
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, token)) return sendNotFound(reply)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

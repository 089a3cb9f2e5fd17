import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bodies that are streamed to disk have idle limits of their own; all others are small. */
const STREAMED = /^\/api\/maps\/uploads?(?:[/?]|$)/

export interface SlowBodyLimits {
  /** For all of a small body. */
  readonly smallMs: number
  /** For the next bytes of a streamed one. */
  readonly idleMs: number
}

/**
 * Cuts off callers who send a body too slowly: connections are not theirs to hold. Node does the same for headers.
 */
export function addSlowBodyLimit(app: FastifyInstance, { smallMs, idleMs }: SlowBodyLimits): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const arrived = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    const { headers, raw, url } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody) return
    // Without a listener Node destroys the connection; after the answer it sets its own limit again.
    if (STREAMED.test(url)) raw.setTimeout(idleMs)
    else
      timers.set(
        request,
        setTimeout(() => raw.socket.destroy(), smallMs),
      )
  })
  app.addHook('preValidation', async (request) => arrived(request))
  app.addHook('onResponse', async (request) => arrived(request))
  app.addHook('onRequestAbort', async (request) => arrived(request))
}

import type { FastifyInstance } from 'fastify'

/**
 * Warns, once, where requests come through a proxy that the settings do not name: all callers then count as one for every
 * limit, and a few wrong passwords lock everybody out.
 */
export function addProxyWarning(app: FastifyInstance): void {
  let isTold = false
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers
    // Of a trusted proxy the caller's own address is taken.
    if (isTold || !isForwarded || ip !== socket.remoteAddress) return
    isTold = true
    app.log.warn(
      `Requests come through a proxy at ${ip} that TRUSTED_PROXIES does not name: limits count all its callers as one.`,
    )
  })
}

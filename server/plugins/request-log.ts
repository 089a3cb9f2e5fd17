import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An address as a log may hold it: without the query's values and without the ticket of a signed path. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const names = query ? `?${[...new URLSearchParams(query).keys()].join('&')}` : ''
  return path.replace(/\/s\/[^/]+/, '/s/…').replace(/\/shared\/[^/]+/, '/shared/…') + names
}

/** What of a request goes into a log line. */
export function loggableRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: loggableUrl(url), ip }
}

/** One line for each answer. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { ...loggableRequest(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

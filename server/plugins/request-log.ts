import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What stands before a token in a path: of signed paths, and of unlisted links. */
const BEFORE_TOKENS = /\/(files\/s|catalogs\/(?:shared|linked)|maps\/linked|mail\/off|[cl])\/[^/]+/

/** An address as a log may hold it: without the query's values and without the token of a path. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const names = query ? `?${[...new URLSearchParams(query).keys()].join('&')}` : ''
  return path.replace(BEFORE_TOKENS, '/$1/…') + names
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

import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** What a caller of another origin may send beside what browsers allow anyhow. */
const SENT_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Range',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
]

/** What it may read: ranges of files, how far an upload came, the server's clock, and when to come again. */
const READ_HEADERS = [
  'Accept-Ranges',
  'Content-Range',
  'Date',
  'ETag',
  'Location',
  'Palimpsest-Base-Path',
  'Palimpsest-Map-Id',
  'Retry-After',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Length',
  'Upload-Offset',
]

const PREFLIGHT_SECONDS = 7_200

/**
 * Lets pages of the given origins call the API: the app for phones brings its pages along, and each is of another origin
 * than the instance. Whoever calls shows a token; there are no cookies, so that no credentials of a browser's are taken.
 */
export async function addAppAccess(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    // Of other origins nothing is said, and their preflights are answered like any unknown address.
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: SENT_HEADERS,
    exposedHeaders: READ_HEADERS,
    credentials: false,
    maxAge: PREFLIGHT_SECONDS,
  })
  // A picture in a page is asked for without an origin, and would be refused as another site's.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/files/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}

/** What the plugin has said of the caller's origin, for answers that are written past Fastify. */
export function accessHeaders(reply: FastifyReply): Record<string, string> {
  const said = Object.entries(reply.getHeaders()).filter(
    ([name]) => name.startsWith('access-control-') || name === 'vary',
  )
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
}

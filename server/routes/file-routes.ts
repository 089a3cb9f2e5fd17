import type {} from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idSchema } from '../../contract/api/map-record.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { type FileDeps, type OpenFile, openMapFile } from '../services/maps/files/open-file.ts'
import { refusalResponses } from './add-call.ts'
import { parseRange } from './byte-range.ts'
import { fileDisposition } from './file-disposition.ts'
import { PRIVATE } from './tile-routes.ts'

const pathSchema = z.string().max(200)
const mapPath = z.object({ mapId: idSchema, '*': pathSchema })
const signedPath = z.object({ ticket: z.string().max(200), mapId: idSchema, '*': pathSchema })

/** Old paths of a map that became private must end within a minute, so caches may keep answers no longer. */
const MAX_AGE_SECONDS = 60

/** Files of maps, by ranges: open ones to everyone, private ones by the bearer token or a signed path. */
export function addFileRoutes(app: ApiServer, deps: FileDeps): void {
  const content = {
    'image/tiff': { schema: z.string() },
    'image/webp': { schema: z.string() },
    'application/vnd.pmtiles': { schema: z.string() },
    'application/octet-stream': { schema: z.string() },
  }
  const response = {
    200: { description: 'The file.', content },
    206: { description: 'The bytes that were asked for.', content },
    304: z.null().describe('As the caller’s If-None-Match has it.'),
    416: z.null().describe('No such bytes; Content-Range names the length.'),
    ...refusalResponses([400, 404, 429, 500, 503]),
  }
  for (const method of ['GET', 'HEAD'] as const) {
    const route = { method, compress: false as const, exposeHeadRoute: false }
    const tags = ['files']
    app.route({
      ...route,
      url: '/files/maps/:mapId/*',
      config: { session: 'optional' },
      schema: { summary: 'A file of a map, with range requests.', tags, params: mapPath, response },
      handler: async (request, reply) => {
        const viewerId = request.session?.user.id ?? null
        const { mapId, '*': path } = request.params
        return sendFile(request, reply, await openMapFile(deps, { viewerId, ticket: null }, mapId, path))
      },
    })
    app.route({
      ...route,
      url: '/files/s/:ticket/maps/:mapId/*',
      config: { session: 'none' },
      schema: { summary: 'A file of a map by a signed path.', tags, params: signedPath, response },
      handler: async (request, reply) => {
        const { ticket, mapId, '*': path } = request.params
        return sendFile(request, reply, await openMapFile(deps, { viewerId: null, ticket }, mapId, path))
      },
    })
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OpenFile) {
  const etag = `"${file.etag}"`
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('last-modified', file.storedAt.toUTCString())
    .header('cache-control', file.isOpen ? `public, max-age=${MAX_AGE_SECONDS}` : PRIVATE)
    .type(file.contentType)
  if (!file.isOpen) reply.header('vary', 'Origin, Authorization')
  if (file.name) reply.header('content-disposition', fileDisposition('inline', file.name))
  if (file.isOpen) reply.header('access-control-allow-origin', '*')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  const condition = request.headers['if-range']
  const range = condition && condition !== etag ? undefined : parseRange(request.headers.range, file.bytes)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).type('text/plain').send('')
  const length = range ? range.end - range.start + 1 : file.bytes
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await file.read(range))
}

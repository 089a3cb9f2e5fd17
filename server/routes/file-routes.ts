import type {} from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { idSchema } from '../../contract/api/map-record.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { type FileDoors, type OpenFile, openMapFile } from '../services/open-file.ts'
import { parseRange } from './byte-range.ts'

const pathSchema = z.string().max(200)
const mapPath = z.object({ mapId: idSchema, '*': pathSchema })
const signedPath = z.object({ ticket: z.string().max(200), mapId: idSchema, '*': pathSchema })

/** Old paths of a map that became private must end within a minute, so caches may keep answers no longer. */
const MAX_AGE_SECONDS = 60

/** Files of maps, by ranges: open ones to everyone, private ones by the bearer token or a signed path. */
export function addFileRoutes(app: ApiServer, doors: FileDoors): void {
  const response = { 200: z.unknown(), 206: z.unknown(), 404: apiErrorSchema, 416: apiErrorSchema }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/maps/:mapId/*',
    config: { session: 'optional' },
    compress: false,
    exposeHeadRoute: false,
    schema: { summary: 'A file of a map, with range requests.', tags: ['files'], params: mapPath, response },
    handler: async (request, reply) => {
      const viewerId = request.session?.user.id ?? null
      const { mapId, '*': path } = request.params
      return sendFile(request, reply, await openMapFile(doors, { viewerId, ticket: null }, mapId, path))
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/s/:ticket/maps/:mapId/*',
    config: { session: 'none' },
    compress: false,
    exposeHeadRoute: false,
    schema: { summary: 'A file of a map by a signed path.', tags: ['files'], params: signedPath, response },
    handler: async (request, reply) => {
      const { ticket, mapId, '*': path } = request.params
      return sendFile(request, reply, await openMapFile(doors, { viewerId: null, ticket }, mapId, path))
    },
  })
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OpenFile) {
  const etag = `"${file.etag}"`
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('last-modified', file.storedAt.toUTCString())
    .header('cache-control', `${file.isOpen ? 'public' : 'private'}, max-age=${MAX_AGE_SECONDS}`)
    .type(file.contentType)
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

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ApiServer } from '../plugins/api-server.ts'
import { sendNotFound } from '../plugins/errors.ts'
import { refusalResponses } from '../routes/add-call.ts'
import { BASE_MAP_ARCHIVE } from './archive-path.ts'
import { type Pmtiles, openPmtiles } from './pmtiles-read.ts'
import { projectPath } from '../project-path.ts'
import { type StreetArchive, STREETS_PATH, VECTOR_TILE } from './street-archive.ts'

const MAX_AGE_S = 7 * 24 * 3600

const zoomColumn = { z: z.coerce.number().int().min(0).max(24), x: z.coerce.number().int().min(0) }
const tileParams = z
  .object({ ...zoomColumn, y: z.string().regex(/^\d{1,8}\.mvt$/) })
  .transform(({ z: zoom, x, y }) => ({ z: zoom, x, y: Number.parseInt(y, 10) }))
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, 'a tile outside the world')

/** Tiles of the streets, whatever their file name ends with. */
const streetParams = z
  .object({ ...zoomColumn, y: z.string().regex(/^\d{1,8}(?:\.\w{1,5})?$/) })
  .transform(({ z: zoom, x, y }) => ({ z: zoom, x, y: Number.parseInt(y, 10) }))

const addressed = z.object({ z: z.string(), x: z.string(), y: z.string() })

const documented = (summary: string, contentType: string) => ({
  summary,
  tags: ['base-map'],
  params: addressed,
  response: {
    200: { description: 'The tile.', content: { [contentType]: { schema: z.string() } } },
    204: z.null().describe('Nothing there.'),
    304: z.null().describe('As the caller’s If-None-Match has it.'),
    ...refusalResponses([404, 429, 500, 503]),
  },
})

/**
 * `GET /base-map/{z}/{x}/{y}.mvt`: tiles of the embedded base map, and `GET /base-map/streets/{z}/{x}/{y}`, those of
 * the operator's archive; without a session, for they are the same for all. A tile of nothing is 204.
 */
export function baseMapRoutes(app: ApiServer, streets?: StreetArchive): void {
  let opened: Promise<Pmtiles> | undefined
  const archive = () => (opened ??= openPmtiles(projectPath(...BASE_MAP_ARCHIVE)))
  app.addHook('onClose', async () => {
    if (opened) await (await opened).close()
    await streets?.close()
  })
  const schema = documented('A vector tile of the embedded base map; y ends with .mvt.', VECTOR_TILE)
  app.get('/base-map/:z/:x/:y', { schema }, async (request, reply) => {
    const { data } = tileParams.safeParse(request.params)
    if (!data) return sendNotFound(reply)
    const bytes = await (await archive()).tile(data.z, data.x, data.y)
    return sendTile(reply, bytes, { contentType: VECTOR_TILE, isGzipped: true })
  })
  if (!streets) return
  const ofStreets = documented('A tile of the streets that BASEMAP_PMTILES names.', streets.contentType)
  app.get(STREETS_PATH, { schema: ofStreets }, async (request, reply) => {
    const { data } = streetParams.safeParse(request.params)
    if (!data || data.x >= 2 ** data.z || data.y >= 2 ** data.z) return sendNotFound(reply)
    return sendTile(reply, await streets.tile(data.z, data.x, data.y), streets)
  })
}

function sendTile(
  reply: FastifyReply,
  bytes: Buffer | undefined,
  { contentType, isGzipped }: Pick<StreetArchive, 'contentType' | 'isGzipped'>,
) {
  void reply
    .header('cache-control', `public, max-age=${MAX_AGE_S}`)
    .header('access-control-allow-origin', '*')
  if (!bytes) return reply.code(204).send()
  if (isGzipped) void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  return reply.type(contentType).send(bytes)
}

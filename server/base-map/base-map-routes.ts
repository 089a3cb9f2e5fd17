import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ApiServer } from '../plugins/api-server.ts'
import { sendNotFound } from '../plugins/errors.ts'
import { refusalResponses } from '../routes/add-call.ts'
import { BASE_MAP_ARCHIVE } from './archive-path.ts'
import { type Pmtiles, openPmtiles } from './pmtiles-read.ts'
import { projectPath } from './project-path.ts'

const MAX_AGE_S = 7 * 24 * 3600

const zoomColumn = { z: z.coerce.number().int().min(0).max(24), x: z.coerce.number().int().min(0) }
const tileParams = z
  .object({ ...zoomColumn, y: z.string().regex(/^\d{1,8}\.mvt$/) })
  .transform(({ z: zoom, x, y }) => ({ z: zoom, x, y: Number.parseInt(y, 10) }))
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, 'a tile outside the world')

/**
 * `GET /base-map/{z}/{x}/{y}.mvt`: tiles of the embedded base map, without a session: they are the same for all.
 * A tile of nothing but sea is 204.
 */
export function baseMapRoutes(app: ApiServer): void {
  let opened: Promise<Pmtiles> | undefined
  const archive = () => (opened ??= openPmtiles(projectPath(...BASE_MAP_ARCHIVE)))
  app.addHook('onClose', async () => {
    if (opened) await (await opened).close()
  })
  const schema = {
    summary: 'A vector tile of the embedded base map; y ends with .mvt.',
    tags: ['base-map'],
    params: z.object({ z: z.string(), x: z.string(), y: z.string() }),
    response: {
      200: {
        description: 'The tile, gzip-encoded.',
        content: { 'application/vnd.mapbox-vector-tile': { schema: z.string() } },
      },
      204: z.null().describe('Nothing but sea.'),
      304: z.null().describe('As the caller’s If-None-Match has it.'),
      ...refusalResponses([404, 429, 500, 503]),
    },
  }
  app.get('/base-map/:z/:x/:y', { schema }, async (request, reply) => {
    const asked = tileParams.safeParse(request.params)
    const tile = asked.success ? asked.data : undefined
    return sendTile(reply, tile, async ({ z: zoom, x, y }) => (await archive()).tile(zoom, x, y))
  })
}

type TileAddress = z.output<typeof tileParams>

async function sendTile(
  reply: FastifyReply,
  address: TileAddress | undefined,
  read: (address: TileAddress) => Promise<Buffer | undefined>,
) {
  if (!address) return sendNotFound(reply)
  const bytes = await read(address)
  void reply
    .header('cache-control', `public, max-age=${MAX_AGE_S}`)
    .header('access-control-allow-origin', '*')
  if (!bytes) return reply.code(204).send()
  return reply
    .type('application/vnd.mapbox-vector-tile')
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(bytes)
}

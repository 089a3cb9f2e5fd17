import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
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
export function baseMapRoutes(app: FastifyInstance): void {
  let opened: Promise<Pmtiles> | undefined
  const archive = () => (opened ??= openPmtiles(projectPath(...BASE_MAP_ARCHIVE)))
  app.addHook('onClose', async () => {
    if (opened) await (await opened).close()
  })
  app.get('/base-map/:z/:x/:y', async (request, reply): Promise<FastifyReply> => {
    const asked = tileParams.safeParse(request.params)
    if (!asked.success) return reply.code(404).send({ message: 'No such tile', error: 'No such tile' })
    const bytes = await (await archive()).tile(asked.data.z, asked.data.x, asked.data.y)
    void reply
      .header('cache-control', `public, max-age=${MAX_AGE_S}`)
      .header('access-control-allow-origin', '*')
    if (!bytes) return reply.code(204).send()
    return reply
      .type('application/vnd.mapbox-vector-tile')
      .header('content-encoding', 'gzip')
      .header('vary', 'accept-encoding')
      .send(bytes)
  })
}

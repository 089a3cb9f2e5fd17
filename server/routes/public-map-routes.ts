import { z } from 'zod'
import { linkedBoxes, linkedCatalog } from '../../contract/api/linked-catalog.ts'
import { ticketQuery } from '../../contract/api/map-tiles.ts'
import { mapAccuracy, nearbyMaps, publicMap } from '../../contract/api/public-map.ts'
import { idSchema } from '../../contract/api/map-record.ts'
import { accuracyByLink, mapByLink, nearbyByLink } from '../../contract/api/map-sharing.ts'
import { GCP_FILE_FORMATS } from '../../gcp-files/gcp-file.ts'
import { GCP_FORMATS } from '../../gcp-files/gcp-formats.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { linkedBoxesOf, linkedCatalogOf } from '../services/catalogs/linked-catalog.ts'
import type { PlacementErrors } from '../services/maps/record/placement-error.ts'
import { GcpFiles } from '../services/maps/files/gcp-files.ts'
import { mapOfLink, nearbyMapsOf, publicView, seenMap } from '../services/maps/pages/public-map.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { notFound } from '../services/refusal.ts'
import { addCall, refusalResponses } from './add-call.ts'
import { callerOf, isUnchanged } from './caller.ts'
import { fileDisposition } from './file-disposition.ts'
import { PRIVATE } from './tile-routes.ts'

const gcpParams = z.object({ id: idSchema, format: z.string().max(20) })

/** As long as paths of a map that became private may live on. */
const MAX_AGE_SECONDS = 60

/** What anyone may ask of a public map, from any page, and of a map or a catalog by its link: no session is looked at. */
export function addPublicMapRoutes(
  app: ApiServer,
  deps: MapDeps & { readonly placementErrors: PlacementErrors; readonly stopping: AbortSignal },
): void {
  const gcpFiles = new GcpFiles(deps)
  addCall(app, publicMap, async ({ params, reply }) => {
    reply.header('access-control-allow-origin', '*')
    return publicView(deps, await seenMap(deps.db, params.id))
  })
  addCall(app, nearbyMaps, async ({ params, reply }) => {
    reply.header('access-control-allow-origin', '*')
    return nearbyMapsOf(deps, await seenMap(deps.db, params.id))
  })
  addCall(app, mapByLink, async ({ params, reply }) => {
    // A link may end at any time, and so do the paths in the answer.
    reply.header('cache-control', 'private, no-store')
    return publicView(deps, await mapOfLink(deps.db, params.token))
  })
  addCall(app, nearbyByLink, async ({ params }) => nearbyMapsOf(deps, await mapOfLink(deps.db, params.token)))
  addCall(app, accuracyByLink, async ({ params }) => ({
    typicalError: await deps.placementErrors.of(await mapOfLink(deps.db, params.token)),
  }))
  addCall(app, linkedCatalog, ({ params, query }) => linkedCatalogOf(deps, params.token, query.cursor))
  addCall(app, linkedBoxes, ({ params }) => linkedBoxesOf(deps, params.token))
  addCall(app, mapAccuracy, async ({ params, reply }) => {
    reply.header('access-control-allow-origin', '*')
    return { typicalError: await deps.placementErrors.of(await seenMap(deps.db, params.id)) }
  })
  app.route({
    method: 'GET',
    url: '/map/:id/gcps.:format',
    config: { session: 'none' },
    schema: {
      summary: `The control points of a public map as one of ${GCP_FILE_FORMATS.join(', ')}; of another by the ticket of a signed path.`,
      tags: ['map'],
      params: gcpParams,
      querystring: ticketQuery,
      response: {
        200: { description: 'The file.', content: { 'text/csv': { schema: z.string() } } },
        304: z.null().describe('As the caller’s If-None-Match has it.'),
        ...refusalResponses([400, 404, 429, 500, 503]),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const format = GCP_FILE_FORMATS.find((known) => known === request.params.format)
      if (!format) throw notFound()
      const { title, etag, isOpen, write } = await gcpFiles.find(id, format, request.query.ticket)
      const { extension, mediaType } = GCP_FORMATS[format]
      const ending = `.${extension}`
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', isOpen ? `public, max-age=${MAX_AGE_SECONDS}` : PRIVATE)
        .header('etag', etag)
        .header('content-disposition', fileDisposition('attachment', { mapId: id, title, ending }))
      if (isUnchanged(request, etag)) return reply.code(304).send(null)
      const text = await write(callerOf(request).address)
      return reply.type(mediaType).send(text)
    },
  })
}

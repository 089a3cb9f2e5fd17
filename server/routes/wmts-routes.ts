import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ApiServer } from '../plugins/api-server.ts'
import { Refusal } from '../services/refusal.ts'
import { TILE_PIXELS } from '../services/tiles/tile-address.ts'
import { allCapabilities, mapCapabilities } from '../services/tiles/wmts.ts'
import { wmtsExceptionReport } from '../services/tiles/wmts-capabilities.ts'
import { readWmtsRequest, WmtsException } from '../services/tiles/wmts-request.ts'
import { refusalResponses } from './add-call.ts'
import { callerOf } from './caller.ts'
import { letAnyPageRead, namingOrigin, sendTile, type TileRouteDeps, tileResponses } from './tile-routes.ts'

const MAX_AGE_SECONDS = 60
const XML = { 'text/xml': { schema: z.string() } }
/** A parameter that is sent twice comes as a list; what is wrong is said in OGC’s words, not by the schema. */
const parameter = z.union([z.string(), z.array(z.string())]).optional()

const query = z
  .object({
    service: parameter.describe('WMTS'),
    request: parameter.describe('GetCapabilities or GetTile'),
    version: parameter.describe('1.0.0'),
    map: parameter.describe('GetCapabilities: one public map alone'),
    page: parameter.describe('GetCapabilities: of the list of all public maps'),
    layer: parameter.describe('GetTile: the id of a public map'),
    style: parameter.describe('default'),
    format: parameter.describe('image/png or image/webp'),
    tilematrixset: parameter.describe('WebMercatorQuad'),
    tilematrix: parameter,
    tilerow: parameter,
    tilecol: parameter,
  })
  .catchall(parameter)

const refused = (description: string) => ({ description, content: XML })
const answers = {
  304: z.null().describe('As the caller’s If-None-Match has it.'),
  400: refused('A parameter is missing or wrong: an ows:ExceptionReport.'),
  404: refused('No such public map: an ows:ExceptionReport.'),
  ...refusalResponses([429, 500, 503]),
}

/** Refusals in the words of OGC, whoever refuses. */
async function inOgcWords<Result>(reply: FastifyReply, locator: string, work: () => Promise<Result>) {
  letAnyPageRead(reply)
  try {
    return await work()
  } catch (error) {
    const exception =
      error instanceof Refusal && error.status === 404
        ? new WmtsException(
            'InvalidParameterValue',
            locator,
            'There is no such public map that is placed.',
            404,
          )
        : error
    if (!(exception instanceof WmtsException)) throw error
    return reply.code(exception.status).type('text/xml; charset=utf-8').send(wmtsExceptionReport(exception))
  }
}

/** A Web Map Tile Service 1.0 of the public maps: by key and value for all, by templates for one. No session. */
export function addWmtsRoutes(app: ApiServer, deps: TileRouteDeps): void {
  const { db, tiles } = deps
  const sendCapabilities = (reply: FastifyReply, text: string) =>
    reply
      .header('cache-control', namingOrigin(deps.publicUrl, `public, max-age=${MAX_AGE_SECONDS}`))
      .type('text/xml; charset=utf-8')
      .send(text)
  app.route({
    method: 'GET',
    url: '/wmts',
    config: { session: 'none' },
    schema: {
      summary: 'Web Map Tile Service 1.0 of the public maps: GetCapabilities and GetTile by key and value.',
      tags: ['wmts'],
      querystring: query,
      response: {
        ...answers,
        200: {
          description: 'Service metadata, or a tile.',
          content: { ...XML, ...tileResponses[200].content },
        },
      },
    },
    handler: (request, reply) =>
      inOgcWords(reply, 'layer', async () => {
        const asked = readWmtsRequest(request.query)
        const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`
        if (asked.kind === 'capabilities')
          return sendCapabilities(
            reply,
            asked.map === undefined
              ? await allCapabilities(db, origin, asked.page)
              : await mapCapabilities(db, origin, asked.map, 'map'),
          )
        const caller = { viewerId: null, ticket: null, address: callerOf(request).address }
        const { layer, address, format } = asked
        const { overlay, keeping } = await tiles.overlayOf(layer, undefined, caller)
        return sendTile(request, reply, {
          tag: tiles.tagOf(overlay),
          keeping,
          format,
          draw: () => tiles.draw(overlay, address, { side: TILE_PIXELS, format }, caller.address),
        })
      }),
  })
  app.route({
    method: 'GET',
    url: '/map/:id/wmts/1.0.0/WMTSCapabilities.xml',
    config: { session: 'none' },
    schema: {
      summary:
        'Web Map Tile Service 1.0 of one public map: its service metadata, with templates of its tiles.',
      tags: ['wmts'],
      params: z.object({ id: z.string() }),
      response: { ...answers, 200: { description: 'Service metadata.', content: XML } },
    },
    handler: (request, reply) =>
      inOgcWords(reply, 'map', async () => {
        const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`
        return sendCapabilities(reply, await mapCapabilities(db, origin, request.params.id, 'map'))
      }),
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mapTileJson, mosaicQuery, tileParams, tileQuery } from '../../contract/api/map-tiles.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { mosaicTile } from '../services/tiles/catalog-mosaic.ts'
import type { Keeping, MapTiles, TileCaller, TileDeps } from '../services/tiles/map-tiles.ts'
import { TILE_PIXELS } from '../services/tiles/tile-address.ts'
import { tileJsonOf } from '../services/tiles/tile-json.ts'
import { addCall, refusalResponses } from './add-call.ts'
import { callerOf, isUnchanged } from './caller.ts'

export interface TileRouteDeps extends Pick<TileDeps, 'db' | 'signer'> {
  readonly tiles: MapTiles
  /** Undefined: not set; addresses then name the one that was asked. */
  readonly publicUrl: string | undefined
}

/** What is private may lie in the browser, but is asked for each time: on a shared one the next user must not see it. */
export const PRIVATE = 'private, no-cache'

/** A map that was made private must be gone within a minute, but for what is cached by its version. */
const CACHE_CONTROL: Record<Keeping, string> = {
  forever: 'public, max-age=31536000, immutable',
  shortly: 'public, max-age=60',
  privately: PRIVATE,
}

/**
 * How an answer that names the instance's own address may be cached. Without a set one it names what the caller has
 * written into Host, and is for nobody else.
 */
export const namingOrigin = (publicUrl: string | undefined, cacheControl: string): string =>
  publicUrl === undefined ? cacheControl.replace(/^public/, 'private') : cacheControl

/** How tiles are told of in the OpenAPI document. */
export const tileResponses = {
  200: {
    description: 'The tile.',
    content: { 'image/webp': { schema: z.string() }, 'image/png': { schema: z.string() } },
  },
  304: z.null().describe('As the caller’s If-None-Match has it.'),
  ...refusalResponses([400, 404, 429, 500, 503]),
}

/** Who asks for a tile. */
export function tileCallerOf(request: FastifyRequest, ticket: string | undefined): TileCaller {
  const viewerId = request.session?.user.id ?? null
  return { viewerId, ticket: ticket ?? null, address: callerOf(request).address }
}

/** Lets pages of any site show an answer. */
export function letAnyPageRead(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

/** Sends a tile, or says that the caller's own is still good: then it is not drawn. */
export async function sendTile(
  request: FastifyRequest,
  reply: FastifyReply,
  tile: {
    readonly tag: string
    readonly keeping: Keeping
    readonly format: string
    readonly draw: () => Promise<Buffer>
  },
) {
  const etag = `"${tile.tag}"`
  const bytes = isUnchanged(request, etag) ? undefined : await tile.draw()
  reply.header('etag', etag).header('cache-control', CACHE_CONTROL[tile.keeping])
  if (tile.keeping === 'privately') reply.header('vary', 'Origin, Authorization')
  if (bytes === undefined) return reply.code(304).send()
  return reply.type(`image/${tile.format}`).send(bytes)
}

/** Tiles of overlays and their list: of public maps for anyone, from any page; of private ones for who may see them. */
export function addTileRoutes(app: ApiServer, deps: TileRouteDeps): void {
  const { tiles } = deps
  app.route({
    method: 'GET',
    url: '/map/:id/tiles/:z/:x/:tile',
    config: { session: 'optional' },
    schema: {
      summary:
        'A tile of a map’s overlay: `{y}.webp` or `{y}.png`, XYZ, 256 pixels, `{y}@2x.…` with 512. `v` names the overlay by its number: the answer may then be cached for good.',
      tags: ['map'],
      params: tileParams,
      querystring: tileQuery,
      response: tileResponses,
    },
    handler: async (request, reply) => {
      const { id, z: zoom, x, tile } = request.params
      const { v, ticket } = request.query
      const caller = tileCallerOf(request, ticket)
      const { overlay, keeping } = await tiles.overlayOf(id, v, caller)
      if (overlay.isPublic) letAnyPageRead(reply)
      return sendTile(request, reply, {
        tag: tiles.tagOf(overlay),
        keeping,
        format: tile.format,
        draw: () =>
          tiles.draw(
            overlay,
            { z: zoom, x, y: tile.row },
            { side: tile.isRetina ? 2 * TILE_PIXELS : TILE_PIXELS, format: tile.format },
            caller.address,
          ),
      })
    },
  })
  app.route({
    method: 'GET',
    url: '/catalogs/:id/tiles/:z/:x/:tile',
    config: { session: 'optional' },
    schema: {
      summary:
        'A tile of a catalog’s maps laid over each other in its own order, the first on top, for who sees the catalog, or by the token of its unlisted link. Maps hidden from the caller are left out.',
      tags: ['catalogs'],
      params: tileParams,
      querystring: mosaicQuery,
      response: tileResponses,
    },
    handler: async (request, reply) => {
      const { id, z: zoom, x, tile } = request.params
      const { viewerId, address: asker } = tileCallerOf(request, undefined)
      const token = request.query.token ?? null
      const address = { z: zoom, x, y: tile.row }
      const { overlays, tag } = await mosaicTile(deps.db, id, address, { viewerId, token })
      if (token !== null) letAnyPageRead(reply)
      const picture = { side: tile.isRetina ? 2 * TILE_PIXELS : TILE_PIXELS, format: tile.format }
      return sendTile(request, reply, {
        tag,
        keeping: 'privately',
        format: tile.format,
        draw: () => tiles.drawTogether(overlays, tag, address, picture, asker),
      })
    },
  })
  addCall(app, mapTileJson, async ({ params, query, request, reply }) => {
    const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`
    const answer = await tileJsonOf(deps, tiles, params.id, tileCallerOf(request, query.ticket), origin)
    const isPublic = !answer.tiles.some((address) => address.includes('ticket='))
    reply.header(
      'cache-control',
      namingOrigin(deps.publicUrl, CACHE_CONTROL[isPublic ? 'shortly' : 'privately']),
    )
    if (isPublic) letAnyPageRead(reply)
    return answer
  })
}

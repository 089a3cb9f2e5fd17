import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { downloadParams, tileQuery } from '../../contract/api/map-tiles.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import type { DownloadAsked, MapDownloads } from '../services/downloads/map-downloads.ts'
import { signedFor } from '../services/maps/files/file-paths.ts'
import { overlayPath } from '../services/maps/record/map-view.ts'
import { notFound } from '../services/refusal.ts'
import { type MapArchiveDeps, mapArchiveOf } from '../services/downloads/map-archives.ts'
import { refusalResponses } from './add-call.ts'
import { endWhenStalled, type StallLimit } from './end-when-stalled.ts'
import { fileDisposition } from './file-disposition.ts'
import { letAnyPageRead, namingOrigin, PRIVATE, tileCallerOf, type TileRouteDeps } from './tile-routes.ts'

interface Download {
  readonly mediaType: string
  /** Ends the name of the file. */
  readonly ending: string
  readonly make: (downloads: MapDownloads, asked: DownloadAsked) => Promise<Readable | Buffer | string>
}

const DOWNLOADS: Record<'kmz' | 'zip' | 'geojson' | 'gpkg' | 'xml', Download> = {
  kmz: {
    mediaType: 'application/vnd.google-earth.kmz',
    ending: '.kmz',
    make: (downloads, asked) => downloads.kmz(asked),
  },
  zip: {
    mediaType: 'application/zip',
    ending: '-jpeg.zip',
    make: (downloads, asked) => downloads.worldFile(asked),
  },
  geojson: {
    mediaType: 'application/geo+json',
    ending: '-outline.geojson',
    make: (downloads, asked) => downloads.outline(asked),
  },
  gpkg: {
    mediaType: 'application/geopackage+sqlite3',
    ending: '-outline.gpkg',
    make: (downloads, asked) => downloads.outlineGeoPackage(asked),
  },
  xml: {
    mediaType: 'text/xml; charset=utf-8',
    ending: '-dublin-core.xml',
    make: (downloads, asked) => downloads.dublinCore(asked),
  },
}

/** Kinds of files that are made by a job, by what their addresses end with. */
const ARCHIVES = { 'jpeg.tif': 'jpeg', 'lossless.tif': 'lossless', pmtiles: 'pmtiles' } as const
const isArchived = (format: string): format is keyof typeof ARCHIVES => format in ARCHIVES

const file = { schema: z.string() }

/** Files that are made of a placed map: of a public one for anyone, of a private one for its owner or by a ticket. */
export function addDownloadRoutes(
  app: ApiServer,
  deps: TileRouteDeps & MapArchiveDeps & StallLimit & { readonly downloads: MapDownloads },
): void {
  const { tiles, signer, downloads, publicUrl } = deps
  app.route({
    method: 'GET',
    url: '/map/:id/download.:format',
    exposeHeadRoute: false,
    config: { session: 'optional' },
    schema: {
      summary:
        'A placed map to take along: tif (leads to the GeoTIFF), jpeg.tif, lossless.tif and pmtiles (lead to the same as JPEG, without loss, and to its tiles, where they were made), kmz (superoverlay), zip (JPEG with world file), geojson and gpkg (outline), xml (Dublin Core).',
      tags: ['map'],
      params: downloadParams,
      querystring: tileQuery,
      response: {
        200: {
          description: 'The file.',
          content: {
            'application/vnd.google-earth.kmz': file,
            'application/zip': file,
            'application/geo+json': file,
            'application/geopackage+sqlite3': file,
            'text/xml': file,
          },
        },
        302: z.null().describe('The address of the GeoTIFF, or of what a job has made of the map.'),
        304: z.null().describe('As the caller’s If-None-Match has it.'),
        ...refusalResponses([400, 404, 429, 500, 503]),
      },
    },
    handler: async (request, reply) => {
      const { id, format } = request.params
      const { v, ticket } = request.query
      const caller = tileCallerOf(request, ticket)
      const { overlay, keeping } = await tiles.overlayOf(id, v, caller)
      if (overlay.isPublic) letAnyPageRead(reply)
      reply.header(
        'cache-control',
        keeping === 'privately' ? PRIVATE : namingOrigin(publicUrl, 'public, max-age=60'),
      )
      if (format === 'tif') {
        const isOpen = overlay.versionId === overlay.currentVersionId
        const path = overlayPath(
          signer,
          { ...overlay, id: overlay.mapId },
          { n: overlay.n, isPublished: isOpen },
          signedFor(caller),
        )
        return reply.redirect(`/api/${path}`, 302)
      }
      if (isArchived(format)) {
        const { path } = await mapArchiveOf(deps, { id, kind: ARCHIVES[format] }, caller)
        if (path === null) throw notFound()
        return reply.redirect(`/api/${path}`, 302)
      }
      const { mediaType, ending, make } = DOWNLOADS[format]
      const origin = publicUrl ?? `${request.protocol}://${request.host}`
      const { viewerId, address } = caller
      const content = await make(downloads, { overlay, origin, viewerId, address })
      endWhenStalled(reply, deps.stallMs)
      reply.header('content-disposition', fileDisposition('attachment', { ...overlay, ending }))
      return sendFile(reply, content, mediaType)
    },
  })
}

function sendFile(reply: FastifyReply, content: Readable | Buffer | string, mediaType: string) {
  return reply.type(mediaType).send(content)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idSchema } from '../../contract/api/map-record.ts'
import { isStorable } from '../../contract/rules/text.ts'
import { type InteropAddresses, interopAddresses } from '../interop/addresses.ts'
import { IMAGE_CONTEXT, IMAGE_PROFILE } from '../interop/image-info.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import type { IiifImages, ServedImage } from '../services/interop/iiif-images.ts'
import {
  annotationOf,
  annotationPageOf,
  catalogManifestOf,
  type InteropAnswer,
  mapManifestOf,
} from '../services/interop/manifests.ts'
import { wordPageOf, wordSearchOf } from '../services/interop/word-pages.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { refusalResponses } from './add-call.ts'
import { callerLeft, callerOf, isUnchanged } from './caller.ts'

export interface InteropDeps extends MapDeps {
  readonly images: IiifImages
  /** Undefined: not set; answers then name the address that they were asked for by. */
  readonly publicUrl: string | undefined
}

/** What became private must be gone within a minute. */
const MAX_AGE_SECONDS = 60

const idParams = z.object({ id: idSchema })
const imageParams = z.object({
  id: idSchema,
  region: z.string().max(100),
  size: z.string().max(100),
  rotation: z.string().max(100),
  file: z.string().max(100),
})
const tokenQuery = z.object({ token: z.string().min(1).max(200).optional() })

const searchText = z.string().max(300).refine(isStorable).optional()
const searchQuery = z.object({ q: searchText, motivation: searchText, date: searchText, user: searchText })

const json = { schema: z.looseObject({}) }
const jsonResponses = {
  200: { description: 'Done.', content: { 'application/json': json, 'application/ld+json': json } },
  304: z.null().describe('As the caller’s If-None-Match has it.'),
  ...refusalResponses([400, 404, 429, 500, 503]),
}
const picture = { schema: z.string() }
const pictureResponses = {
  200: {
    description: 'The picture; Link names the one address of equal requests.',
    content: { 'image/jpeg': picture, 'image/png': picture, 'image/webp': picture },
  },
  304: z.null().describe('As the caller’s If-None-Match has it.'),
  ...refusalResponses([400, 404, 429, 500, 503]),
}

const REDIRECTED = {
  303: z.null().describe('Location names info.json.'),
  ...refusalResponses([400, 429, 500, 503]),
} as unknown as ReturnType<typeof refusalResponses>

/** Names of media types as programs of linked data ask for them, by the context of what is sent. */
const linkedJson = (context: string) => `application/ld+json;profile="${context}"`
const PRESENTATION = linkedJson('http://iiif.io/api/presentation/3/context.json')
const SEARCH = linkedJson('http://iiif.io/api/search/2/context.json')
const GEOREFERENCING = linkedJson('http://iiif.io/api/extension/georef/1/context.json')

/**
 * What other programs read of public maps, from any page and without a session; who is signed in may read their own
 * private maps as well. IIIF: Georeference Annotations, Image API 3, Presentation 3.
 */
export function addInteropRoutes(app: ApiServer, deps: InteropDeps): void {
  const { db, images } = deps
  const addressesFor = (request: FastifyRequest) =>
    interopAddresses(deps.publicUrl ?? `${request.protocol}://${request.host}`)

  /** Any page may read every answer, refusals too. */
  const openToPages = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'ETag, Link')
      .header('cross-origin-resource-policy', 'cross-origin')
    done()
  }

  /** Caches may keep what anyone may see. */
  const opened = (reply: FastifyReply, isOpen: boolean) =>
    reply
      // Without a set address of the instance the answer names the one of the caller, and is for nobody else.
      .header(
        'cache-control',
        isOpen ? `${deps.publicUrl ? 'public' : 'private'}, max-age=${MAX_AGE_SECONDS}` : 'private, no-cache',
      )

  const sendJson = (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, isOpen }: InteropAnswer,
    linked: string,
  ) => {
    const wantsLinked = /\bapplication\/ld\+json\b/.test(request.headers.accept ?? '')
    return opened(reply, isOpen)
      .header('vary', 'accept, authorization')
      .type(wantsLinked ? linked : 'application/json; charset=utf-8')
      .send(JSON.stringify(body))
  }

  type Find = (
    viewerId: string | null,
    id: string,
    addresses: InteropAddresses,
    request: FastifyRequest,
  ) => Promise<InteropAnswer>
  const answersJson = (url: string, summary: string, tag: string, linked: string, find: Find) =>
    app.route({
      method: 'GET',
      onRequest: openToPages,
      url,
      config: { session: 'optional' },
      schema: { summary, tags: [tag], params: idParams, response: jsonResponses },
      handler: async (request, reply) => {
        const viewerId = request.session?.user.id ?? null
        const answer = await find(viewerId, request.params.id, addressesFor(request), request)
        return sendJson(request, reply, answer, linked)
      },
    })

  answersJson(
    '/map/:id/annotation.json',
    'The IIIF Georeference Annotation of a public, placed map: its control points, crop and transformation.',
    'map',
    GEOREFERENCING,
    (viewerId, id, addresses) => annotationOf(db, viewerId, id, addresses),
  )
  answersJson(
    '/iiif/:id/annotations.json',
    'The Georeference Annotations of a public, placed map as a page, one for each part of its crop.',
    'iiif',
    GEOREFERENCING,
    (viewerId, id, addresses) => annotationPageOf(db, viewerId, id, addresses),
  )
  answersJson(
    '/iiif/:id/words.json',
    'The words on the scan of a public map as a page of annotations, where they were read.',
    'iiif',
    PRESENTATION,
    (viewerId, id, addresses) => wordPageOf(db, viewerId, id, addresses),
  )
  answersJson(
    '/iiif/:id/info.json',
    'What the IIIF Image API 3 (level 2) offers of the scan of a public map.',
    'iiif',
    linkedJson(IMAGE_CONTEXT),
    async (viewerId, id, addresses) => {
      const { info, isOpen } = await images.info(viewerId, id, addresses)
      return { body: info, isOpen }
    },
  )
  answersJson(
    '/iiif/:id/manifest.json',
    'The IIIF Presentation 3 manifest of a public map.',
    'iiif',
    PRESENTATION,
    (viewerId, id, addresses) => mapManifestOf(deps, viewerId, id, addresses),
  )

  app.route({
    method: 'GET',
    onRequest: openToPages,
    url: '/iiif/:id/search',
    config: { session: 'optional' },
    schema: {
      summary:
        'IIIF Content Search 2 among the words on the scan of a public map: folded, with misspellings; by q alone.',
      tags: ['iiif'],
      params: idParams,
      querystring: searchQuery,
      response: { ...jsonResponses, 431: z.any().describe('The address is too long.') },
    },
    handler: async (request, reply) => {
      const viewerId = request.session?.user.id ?? null
      const { id } = request.params
      const answer = await wordSearchOf(db, viewerId, id, addressesFor(request), request.query)
      return sendJson(request, reply, answer, SEARCH)
    },
  })

  app.route({
    method: 'GET',
    onRequest: openToPages,
    url: '/catalogs/:id/manifest.json',
    config: { session: 'optional' },
    schema: {
      summary:
        'The IIIF Presentation 3 manifest of a catalog, for who may look into it, or for anyone by the token of its unlisted link: the maps of it that the caller may see.',
      tags: ['catalogs'],
      params: idParams,
      querystring: tokenQuery,
      response: { ...jsonResponses, 431: z.any().describe('The address is too long.') },
    },
    handler: async (request, reply) => {
      const key = { viewerId: request.session?.user.id ?? null, token: request.query.token }
      const answer = await catalogManifestOf(deps, key, request.params.id, addressesFor(request))
      return sendJson(request, reply, answer, PRESENTATION)
    },
  })

  // The address of the image itself, with or without a slash, leads to what is known of it.
  for (const [url, hide] of [
    ['/iiif/:id', false],
    ['/iiif/:id/', true],
  ] as const)
    app.route({
      method: 'GET',
      onRequest: openToPages,
      url,
      schema: {
        hide,
        summary: 'Leads to the info.json of an image.',
        tags: ['iiif'],
        params: idParams,
        response: REDIRECTED,
      },
      handler: async (request, reply) =>
        leadTo(
          opened(reply, true),
          `${addressesFor(request).image(encodeURIComponent(request.params.id))}/info.json`,
        ),
    })

  app.route({
    method: 'GET',
    onRequest: openToPages,
    url: '/iiif/:id/:region/:size/:rotation/:file',
    compress: false,
    config: { session: 'optional' },
    schema: {
      summary:
        'A part of the scan of a public map by the IIIF Image API 3, level 2: jpg, png or webp, up to 4096 px a side and 8 megapixels.',
      tags: ['iiif'],
      params: imageParams,
      response: pictureResponses,
    },
    handler: async (request, reply) => {
      const { id, ...parts } = request.params
      const caller = { viewerId: request.session?.user.id ?? null, address: callerOf(request).address }
      const image = await images.find(caller, id, parts, addressesFor(request))
      opened(reply, image.isOpen)
      return sendPicture(request, reply, image)
    },
  })
}

function leadTo(reply: FastifyReply, url: string): FastifyReply {
  return reply.redirect(url, 303)
}

async function sendPicture(request: FastifyRequest, reply: FastifyReply, image: ServedImage) {
  const etag = `"${image.etag}"`
  reply
    .header('etag', etag)
    .header('vary', 'authorization')
    .header('link', `<${image.canonical}>;rel="canonical", <${IMAGE_PROFILE}>;rel="profile"`)
  if (isUnchanged(request, etag)) return reply.code(304).send()
  const bytes = await image.draw(callerLeft(reply))
  return reply.type(image.contentType).send(bytes)
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idSchema } from '../../contract/api/map-record.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { letBeFramed } from '../plugins/security.ts'
import { projectPath } from '../project-path.ts'
import { type MapPicture, type MapPictures, PICTURE_SIZE } from '../services/maps/pages/map-pictures.ts'
import { linkedCatalogOf } from '../services/catalogs/linked-catalog.ts'
import { catalogBody, catalogHead } from '../services/maps/pages/catalog-head.ts'
import {
  exploreBody,
  exploreHead,
  type HeadTexts,
  missingBody,
  missingHead,
  PAGE_LANGUAGES,
  type PageFrame,
  type PageLanguage,
  pageHead,
  plainBody,
} from '../services/maps/pages/page-head.ts'
import { mapOfLink, publicView, seenMap } from '../services/maps/pages/public-map.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { Refusal } from '../services/refusal.ts'

export interface PageDeps extends MapDeps {
  readonly pictures: MapPictures
  /** Undefined: not set; the page then names the address that it was asked for by. */
  readonly publicUrl: string | undefined
  /** Of the built client. */
  readonly clientFolder: string
}

const headTexts = z.object({
  head: z.object({
    about: z.string(),
    missingTitle: z.string(),
    missingText: z.string(),
    catalogAbout: z.string(),
    missingCatalogTitle: z.string(),
    missingCatalogText: z.string(),
    home: z.string(),
    exploreTitle: z.string(),
    exploreAbout: z.string(),
  }),
})

/** A map that was made private must be gone within a minute. */
const MAX_AGE_SECONDS = 60

const params = z.object({ id: idSchema })
const linkParams = z.object({ token: idSchema })

/**
 * `/m/{id}`: the page of a public map, `/m/{id}/embed`: the same for an `<iframe>`, `/m/{id}/picture.jpg`: its picture
 * for links to it; `/l/{token}` and `/l/{token}/picture.jpg`: the same of a map shared by an unlisted link; `/c/{token}`:
 * a catalog shared by one; `/explore`: all public maps. The built client draws them; the head is written here, for who reads no scripts.
 */
export function addPageRoutes(app: ApiServer, deps: PageDeps): void {
  const path = join(deps.clientFolder, 'public-map.html')
  if (!existsSync(path)) return
  const template = readFileSync(path, 'utf8')
  const texts = Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, textsOf(language)])) as Record<
    PageLanguage,
    HeadTexts
  >
  const frameOf = (request: FastifyRequest): PageFrame => {
    const language = languageOf(request)
    const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`
    return { origin, language, texts: texts[language], picture: PICTURE_SIZE }
  }
  /** @param isForAll caches may keep it for others */
  const send = (reply: FastifyReply, { language }: PageFrame, parts: PageParts, isForAll: boolean) =>
    reply
      .code(parts.isMissing ? 404 : 200)
      .header('vary', 'accept-language')
      .header(
        'cache-control',
        isForAll && !parts.isMissing ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache',
      )
      .header('content-language', language)
      .type('text/html; charset=utf-8')
      .send(
        template
          .replace('<html lang="en">', () => `<html lang="${language}">`)
          .replace('<!--head-->', () => parts.head)
          .replace('<!--body-->', () => parts.body),
      )
  const page = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const frame = frameOf(request)
    const map = await orNothing(seenMap(deps.db, id).then((seen) => publicView(deps, seen)))
    const parts = map
      ? { head: pageHead(map, frame), body: plainBody(map, frame) }
      : missingParts(frame, 'map')
    // An address of the caller's own naming is for nobody else.
    return send(reply, frame, parts, deps.publicUrl !== undefined)
  }
  const schema = { hide: true, params }
  app.get('/m/:id', { schema }, (request, reply) => page(request, reply, request.params.id))
  app.get('/m/:id/embed', { schema }, (request, reply) => {
    letBeFramed(reply)
    return page(request, reply, request.params.id)
  })
  app.get('/l/:token', { schema: { hide: true, params: linkParams } }, async (request, reply) => {
    const frame = frameOf(request)
    const { token } = request.params
    const map = await orNothing(mapOfLink(deps.db, token).then((seen) => publicView(deps, seen)))
    const parts = map
      ? { head: pageHead(map, frame, token), body: plainBody(map, frame) }
      : missingParts(frame, 'map')
    reply.header('x-robots-tag', 'noindex')
    return send(reply, frame, parts, false)
  })
  app.get('/l/:token/picture.jpg', { schema: { hide: true, params: linkParams } }, async (request, reply) => {
    const seen = await mapOfLink(deps.db, request.params.token)
    reply.header('x-robots-tag', 'noindex')
    return sendPicture(request, reply, await deps.pictures.of(seen), 'no-cache')
  })
  app.get('/explore', { schema: { hide: true } }, async (request, reply) => {
    const frame = frameOf(request)
    const parts = { head: exploreHead(frame), body: exploreBody(frame) }
    return send(reply, frame, parts, deps.publicUrl !== undefined)
  })
  app.get('/c/:token', { schema: { hide: true, params: linkParams } }, async (request, reply) => {
    const frame = frameOf(request)
    const { token } = request.params
    const catalog = await orNothing(linkedCatalogOf(deps, token))
    const parts = catalog
      ? { head: catalogHead(catalog, token, frame), body: catalogBody(catalog, frame) }
      : missingParts(frame, 'catalog')
    // Whoever has the link passes it on; machines are not to.
    reply.header('x-robots-tag', 'noindex')
    return send(reply, frame, parts, false)
  })
  app.get('/m/:id/picture.jpg', { schema }, async (request, reply) => {
    const picture = await deps.pictures.of(await seenMap(deps.db, request.params.id))
    return sendPicture(request, reply, picture, `public, max-age=${MAX_AGE_SECONDS}`)
  })
}

function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, contentType, etag }: MapPicture,
  cacheControl: string,
) {
  reply
    .header('etag', `"${etag}"`)
    .header('cache-control', cacheControl)
    // Pages that show links show it as well.
    .header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === `"${etag}"`) return reply.code(304).send()
  return reply.type(contentType).send(bytes)
}

interface PageParts {
  readonly head: string
  readonly body: string
  readonly isMissing?: boolean
}

const missingParts = (frame: PageFrame, what: 'map' | 'catalog'): PageParts => ({
  head: missingHead(frame, what),
  body: missingBody(frame, what),
  isMissing: true,
})

/** What is found; undefined where there is nothing. */
async function orNothing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

function textsOf(language: PageLanguage): HeadTexts {
  const path = projectPath('locales', language, 'public.json')
  return headTexts.parse(JSON.parse(readFileSync(path, 'utf8'))).head
}

/** The language of `?lang=`, else the first that the browser names and the page has, else English. */
function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const asked = (query as { lang?: unknown }).lang
  const named = (headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return [asked, ...named].map((name) => PAGE_LANGUAGES.find((known) => known === name)).find(Boolean) ?? 'en'
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { projectPath } from '../project-path.ts'
import { sendNotFound } from './errors.ts'

const YEAR_SECONDS = 31_536_000

/** What the client's router answers itself: pages, not files, not the API. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(?:api|locales|assets)(?:\/|$)/.test(path) &&
    !/\.[a-z0-9]{1,8}$/i.test(path)
  )
}

/**
 * What binds a page, and a worker, to this origin. The browser asks them alone: with the thirty and more files of a page
 * they would be a tenth of what it downloads.
 */
const HEADERS_OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** What a browser asks by whether a file has changed, or for a part of it: never of one whose name tells its content. */
const HEADERS_OF_COPIES = ['accept-ranges', 'etag', 'last-modified']

/** Scripts that are no worker, styles, letters and texts of the client; pictures such as SVG can be opened as a page. */
const isPartOfPage = (path: string) =>
  /^\/(?:boot\.js|(?:assets|locales)\/[^?]+\.(?:js|css|woff2|json))(?:\?|$)/.test(path) &&
  !path.includes('worker')

function sendPartsPlainly(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode !== 200 || !isPartOfPage(request.url)) return payload
    for (const name of HEADERS_OF_PAGES) reply.removeHeader(name)
    if (request.url.startsWith('/assets/')) for (const name of HEADERS_OF_COPIES) reply.removeHeader(name)
    // In one form for who takes packed answers, in another for who does not.
    reply.header('vary', 'Origin, Accept-Encoding')
    return payload
  })
}

/**
 * Serves the built client, its texts, and its first page for every address that is one of its routes.
 * @param root - the folder of the built client
 */
export async function addWebClient(app: FastifyInstance, root: string): Promise<void> {
  sendPartsPlainly(app)
  await app.register(fastifyStatic, {
    root: projectPath('locales'),
    prefix: '/locales/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.setHeader('cache-control', 'no-cache')
    },
  })
  if (!existsSync(join(root, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
    return
  }
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    // The forms that the build has packed, where there is one.
    preCompressed: true,
    // Source maps are for those who run the instance, in its folder.
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply, path) => {
      // Names of assets carry a hash of their content; everything else may change with the next build.
      const isHashed = path.startsWith(join(root, 'assets'))
      reply.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const preloads = readPreloads(join(root, 'preloads.json'))
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendNotFound(reply)
    const links = Object.entries(preloads).find(([path]) => request.url.startsWith(path))?.[1]
    if (links) reply.header('link', links)
    return reply.sendFile('index.html')
  })
}

/** What pages of the product begin with, by how their paths begin, as a header says it. */
function readPreloads(path: string): Readonly<Record<string, string>> {
  if (!existsSync(path)) return {}
  const pages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>
  const link = (file: string) =>
    file.endsWith('.css') ? `<${file}>;rel=preload;as=style;crossorigin` : `<${file}>;rel=modulepreload`
  return Object.fromEntries(
    Object.entries(pages).map(([page, files]) => [page, files.map((file) => link(file)).join(',')]),
  )
}

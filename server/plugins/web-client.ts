import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** Serves the built client, its texts, and its first page for every address that is one of its routes. */
export async function addWebClient(app: FastifyInstance, projectFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(projectFolder, 'locales'),
    prefix: '/locales/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.setHeader('cache-control', 'no-cache')
    },
  })
  const root = join(projectFolder, 'dist', 'client')
  if (!existsSync(join(root, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
    return
  }
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    // Source maps are for those who run the instance, in its folder.
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply, path) => {
      // Names of assets carry a hash of their content; everything else may change with the next build.
      const isHashed = path.startsWith(join(root, 'assets'))
      reply.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? reply.sendFile('index.html') : sendNotFound(reply),
  )
}

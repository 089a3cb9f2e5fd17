import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { fastify, LogController } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { baseMapRoutes } from './base-map/base-map-routes.ts'
import { readBaseMaps, tileHosts } from './base-map/base-map-config.ts'
import { openStreets } from './base-map/street-archive.ts'
import { openInstance } from './instance.ts'
import type { ApiServer } from './plugins/api-server.ts'
import { addApiDocument } from './plugins/api-document.ts'
import { addErrorAnswers } from './plugins/errors.ts'
import { addEtags } from './plugins/list-etags.ts'
import { addMetrics } from './plugins/metrics.ts'
import { loggableRequest, addRequestLog } from './plugins/request-log.ts'
import { addSecurityHeaders } from './plugins/security.ts'
import { addSlowBodyLimit } from './plugins/slow-bodies.ts'
import { addSessions } from './plugins/session.ts'
import type { Settings } from './plugins/settings.ts'
import { addWebClient } from './plugins/web-client.ts'
import { addGeocodeRoutes } from './places/geocode-routes.ts'
import { addAssignmentRoutes } from './routes/assignment-routes.ts'
import { addAuthRoutes } from './routes/auth-routes.ts'
import { addCatalogRoutes } from './routes/catalog-routes.ts'
import { addFileRoutes } from './routes/file-routes.ts'
import { addMapRoutes } from './routes/map-routes.ts'
import { addNotificationRoutes } from './routes/notification-routes.ts'
import { addResumableRoutes } from './routes/resumable-routes.ts'
import { addSystemRoutes } from './routes/system-routes.ts'
import { addUploadRoutes } from './routes/upload-routes.ts'
import { backgroundWork } from './services/background-work.ts'

/** JSON bodies: 500 points with notes, and a mask of some ten thousand corners. */
const MAX_JSON_BYTES = 4 * 1024 * 1024
const SMALL_BODY_MS = 30_000
const UPLOAD_IDLE_MS = 120_000
/** After this long, connections that are still busy are cut. */
const DRAIN_MS = 5_000

export interface RunningServer {
  /** `http://HOST:PORT` with the port that was given. */
  readonly address: string
  /** Lets requests finish, hands jobs back, closes the database. */
  stop(): Promise<void>
}

/** Starts everything that serves the product in this process. @throws Error when the instance cannot be opened */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const { BASEMAP_PMTILES: archive } = settings.baseMaps
  const streets = archive ? await openStreets(archive) : undefined
  const baseMaps = readBaseMaps(settings.baseMaps, streets?.layer)
  const app = fastify({
    logger: { level: settings.logLevel, serializers: { req: loggableRequest } },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    // Longer than any line Node takes: what is too long is refused by the contract, in its words.
    routerOptions: { maxParamLength: 65_536 },
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // A request that comes while the server stops is told to come back, not cut off.
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()
  const instance = await openInstance(settings, app.log)
  const stopping = new AbortController()
  // Every open stream and every waiting transform listens to it.
  setMaxListeners(0, stopping.signal)

  app.setValidatorCompiler(validatorCompiler)
  // Replies are built field by field in the services; parsing them once more would double the cost of long lists.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  allowEmptyJson(app)
  addErrorAnswers(app)
  addSlowBodyLimit(app, { smallMs: SMALL_BODY_MS, idleMs: UPLOAD_IDLE_MS })
  addRequestLog(app)
  addMetrics(app)
  await addSecurityHeaders(app, {
    tileHosts: tileHosts(baseMaps),
    isHttps: settings.publicUrl?.startsWith('https:') ?? false,
  })
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: BROTLI } })
  addEtags(app)
  await addApiDocument(app)
  addSessions(app, instance.db)

  const { db, files, signer, hub, locks } = instance
  const uploadFolder = join(settings.dataFolder, 'uploads')
  const background = backgroundWork((error) => app.log.error({ err: error }, 'work beside an answer failed'))
  const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
  const { transformsPerHour, mapsPerMonth, claimHours, limitsSignIn } = settings
  await app.register(
    async (api) => {
      const doors = { db, files, signer, hub, claimHours, transformsPerHour, mapsPerMonth, limitsSignIn }
      addAuthRoutes(api, { ...doors, publicUrl, background, tellOperator: (line) => console.log(line) })
      await addUploadRoutes(api, doors)
      await addResumableRoutes(api, { ...doors, locks, uploadFolder }, '/api')
      addMapRoutes(api, { ...doors, stopping: stopping.signal })
      addCatalogRoutes(api, doors)
      addNotificationRoutes(api, { db, hub, stopping: stopping.signal })
      addAssignmentRoutes(api, doors)
      addFileRoutes(api, doors)
      addGeocodeRoutes(api, { db, geocoderUrl: settings.geocoderUrl })
      addSystemRoutes(api, {
        db,
        baseMaps,
        contact: settings.contact,
        limits: { transformsPerHour, mapsPerMonth, claimHours },
      })
      baseMapRoutes(api, streets)
    },
    { prefix: '/api' },
  )
  await addWebClient(app, projectFolder())

  const close = async () => {
    stopping.abort()
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await Promise.all([app.close(), instance.stopJobs()])
    clearTimeout(cut)
    await background.settle()
    await instance.close()
  }
  try {
    const address = await app.listen({ port: settings.port, host: settings.host })
    let stopped: Promise<void> | undefined
    return { address, stop: () => (stopped ??= close()) }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Brotli in text mode at quality 5 of 11, a fifth smaller than gzip. A window of 128 KiB: a list repeats what stands a
 * kilobyte before, and the wider window of the default makes it larger by 4 % and thrice as slow.
 */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}

/** Clients that name JSON but send no body mean "none". */
function allowEmptyJson(app: ApiServer): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

/** The folder of package.json, above the sources as above `dist/server`. */
function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

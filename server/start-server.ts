import { setMaxListeners } from 'node:events'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { fastify, LogController } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { API_BASE } from '../contract/api/define-call.ts'
import { readBaseMaps, tileHosts } from './base-map/base-map-config.ts'
import { openStreets } from './base-map/street-archive.ts'
import { openInstance } from './instance.ts'
import { addAppAccess } from './plugins/app-access.ts'
import { addApiDocument } from './plugins/api-document.ts'
import { addErrorAnswers } from './plugins/errors.ts'
import { addEtags } from './plugins/list-etags.ts'
import { addJsonBodies } from './plugins/json-bodies.ts'
import { addMetrics } from './plugins/metrics.ts'
import { loggableError } from './plugins/loggable-error.ts'
import { refusePackedBodies } from './plugins/packed-bodies.ts'
import { loggableRequest, addRequestLog } from './plugins/request-log.ts'
import { addSecurityHeaders } from './plugins/security.ts'
import { addProxyWarning } from './plugins/untrusted-proxy.ts'
import { addSlowBodyLimit } from './plugins/slow-bodies.ts'
import { addSessions } from './plugins/session.ts'
import type { Settings } from './settings.ts'
import { addWebClient } from './plugins/web-client.ts'
import { openServices } from './open-services.ts'
import { addApiRoutes } from './routes/add-api-routes.ts'
import { addPageRoutes } from './routes/page-routes.ts'

/** Bodies of routes that are not calls of the contract, which set their own (`add-call.ts`). */
const MAX_JSON_BYTES = 256 * 1024
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
    logger: { level: settings.logLevel, serializers: { req: loggableRequest, err: loggableError } },
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
  addJsonBodies(app)
  addErrorAnswers(app)
  // Before all that may refuse: a refusal, too, is to be read.
  await addAppAccess(app, settings.appOrigins)
  refusePackedBodies(app)
  addSlowBodyLimit(app, { smallMs: SMALL_BODY_MS, idleMs: UPLOAD_IDLE_MS })
  addRequestLog(app)
  addProxyWarning(app)
  addMetrics(app, settings.metricsToken)
  await addSecurityHeaders(app, {
    tileHosts: tileHosts(baseMaps),
    isHttps: settings.publicUrl?.startsWith('https:') ?? false,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: BROTLI },
    customTypes: COMPRESSED,
    // A small request must not become a large one before anybody has looked at it.
    globalDecompression: false,
  })
  addEtags(app)
  await addApiDocument(app)
  addSessions(app, instance.db, instance.epochs)

  const services = openServices(instance, { settings, baseMaps, stopping: stopping.signal, log: app.log })
  await app.register((api) => addApiRoutes(api, services, streets), { prefix: API_BASE })
  addPageRoutes(app, services)
  await addWebClient(app, settings.clientFolder)

  const close = async () => {
    stopping.abort()
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await Promise.all([app.close(), instance.stopJobs()])
    clearTimeout(cut)
    await services.close()
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

/** What is sent compressed: texts, and what is made for one answer. Media types of files are not among them. */
const COMPRESSED =
  /^text\/(?!event-stream)|(?:\+|\/)(?:json|text|xml)(?:;|$)|octet-stream(?:;|$)|mapbox-vector-tile(?:;|$)/u

import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageKey } from '../../contract/api/messages.ts'
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts'
import { isId, newId } from '../db/new-id.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { answerFor } from '../plugins/errors.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { notFound, Refusal } from '../services/refusal.ts'
import {
  checkMetadata,
  finishUpload,
  type FinishedUpload,
  finishedUpload,
  replacedMap,
  type UploadMetadata,
} from '../services/uploads/resumable-upload.ts'
import { beginUpload, releaseUpload, requireNextPart } from '../services/uploads/begin-upload.ts'
import { type UploadLockDeps, uploadLocker } from '../services/uploads/upload-locks.ts'
import type { UploadDeps } from '../services/uploads/upload-map.ts'
import { idOfKey, UploadStore } from '../services/uploads/upload-store.ts'
import { idempotencyKey } from './caller.ts'
import { checkResumableHeaders, RESUMABLE_VERSION } from './resumable-headers.ts'

export const RESUMABLE_PATH = '/maps/uploads'

/** Keys under which an upload remembers whose it is and by which key it was begun; the client cannot set them. */
const OWNER = 'palimpsestOwner'
const KEY = 'palimpsestKey'

export interface ResumableDeps extends UploadDeps, MapDeps, UploadLockDeps {
  /** Origins whose pages may send. */
  readonly appOrigins: readonly string[]
}

const WORDS_BY_STATUS: Readonly<Record<number, MessageKey>> = {
  400: 'errors.invalidRequest',
  403: 'errors.invalidRequest',
  404: 'errors.notFound',
  409: 'errors.upload.incomplete',
  410: 'errors.notFound',
  413: 'errors.upload.fileTooLarge',
}

interface UploadCaller {
  readonly userId: string
  readonly key: string | undefined
  /** The upload that the path names; undefined where one is begun. */
  readonly uploadId: string | undefined
}

const NOBODY: UploadCaller = { userId: '', key: undefined, uploadId: undefined }

const finishedHeaders = ({ mapId, basePath }: FinishedUpload) => ({
  'Palimpsest-Map-Id': mapId,
  'Palimpsest-Base-Path': basePath,
})

/**
 * Resumable uploads by the tus protocol at `/maps/uploads`. `Upload-Metadata` carries `filename` and the text fields
 * of the form, or `replaces`, the id of a map whose scan could not be read; the reply that completes an upload names the map. An `Idempotency-Key` with the first request makes
 * the same request again lead to the same upload.
 */
export async function addResumableRoutes(
  app: ApiServer,
  deps: ResumableDeps,
  apiPrefix: string,
): Promise<void> {
  await mkdir(deps.uploadFolder, { recursive: true })
  const store = new UploadStore(deps.uploadFolder, (id) => releaseUpload(deps, id))
  const locker = uploadLocker(deps)
  const { finish, ask } = wholeUploads(deps, store, locker)
  /** Whose request it is: the protocol's server hands on only the raw request. */
  const callers = new WeakMap<IncomingMessage, UploadCaller>()
  const callerOf = (request: { runtime?: { node?: { req: unknown } | undefined } | undefined }) =>
    callers.get(request.runtime?.node?.req as IncomingMessage) ?? NOBODY

  /** What an upload said of itself, if it is the caller's. @throws Refusal 404 */
  const ownUpload = async (userId: string, id: string): Promise<UploadMetadata> => {
    if (!isId(id)) throw notFound()
    const upload = await store.configstore.get(id)
    if (upload?.metadata?.[OWNER] !== userId) throw notFound()
    return upload.metadata
  }

  const tus = new Server({
    path: apiPrefix + RESUMABLE_PATH,
    datastore: store,
    locker,
    maxSize: MAX_UPLOAD_BYTES,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    // The protocol's server writes its answers itself, and would else name every origin.
    allowedOrigins: (origin) => deps.appOrigins.includes(origin),
    exposedHeaders: ['Palimpsest-Map-Id', 'Palimpsest-Base-Path'],
    namingFunction: (request) => {
      const { userId, key } = callerOf(request)
      return key === undefined ? newId() : idOfKey(userId, key)
    },
    // The protocol's server reads the id behind the last slash of the whole address, its query included: it is given
    // the one of the path, which the route has compared with the caller.
    getFileIdFromRequest: (request) => callerOf(request).uploadId,
    onIncomingRequest: async (request, id) => {
      const { userId, uploadId } = callerOf(request)
      if (uploadId !== undefined) await ownUpload(userId, id)
    },
    onUploadCreate: async (request, { id, metadata = {}, size }) => {
      if (size === undefined) throw new Refusal(400, 'errors.invalidRequest')
      const { userId, key } = callerOf(request)
      const begun = await store.configstore.get(id)
      if (begun) {
        if (begun.size !== size) throw new Refusal(409, 'errors.upload.incomplete')
        return {}
      }
      await checkMetadata(deps, userId, metadata)
      const isReplacement = replacedMap(metadata) !== undefined
      await beginUpload(deps, userId, { id, bytes: size }, { isReplacement })
      return { metadata: { ...metadata, [OWNER]: userId, [KEY]: key ?? null } }
    },
    onUploadFinish: async (request, { id }) => {
      const { userId } = callerOf(request)
      return { headers: finishedHeaders(await finish(userId, id, await ownUpload(userId, id))) }
    },
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) return refused(error)
      // What the protocol's server refuses itself keeps its status, in our words.
      const { status_code: status } = error
      return refused(new Refusal(status, WORDS_BY_STATUS[status] ?? 'errors.internal'))
    },
  })

  /** @throws Refusal; StorageError `full` */
  const requireRoomForPart = async (userId: string, id: string, contentLength: string | undefined) => {
    const [upload, arrived] = await Promise.all([store.configstore.get(id), store.arrivedOf(id)])
    const bytes = upload?.size
    if (bytes === undefined || arrived === undefined) return
    // A part of unknown length is as long as it may be.
    const partBytes = contentLength === undefined ? bytes - arrived : Number(contentLength)
    const isReplacement = replacedMap(upload?.metadata ?? {}) !== undefined
    await requireNextPart(deps, userId, { id, bytes, arrived, partBytes, isReplacement })
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const userId = request.session?.user.id ?? ''
    const { id } = request.params as { id?: string }
    callers.set(request.raw, { userId, key: idempotencyKey(request), uploadId: id })
    // A refusal of any version says which one is spoken here.
    reply.headers({ 'tus-resumable': RESUMABLE_VERSION, 'tus-version': RESUMABLE_VERSION })
    checkResumableHeaders(request.method, request.headers)
    if (id !== undefined) {
      const metadata = await ownUpload(userId, id)
      if (request.method === 'HEAD') return reply.headers(await ask(userId, id, metadata)).send()
      // Who sends it once more is to ask how far it came; the answer then names the map.
      if (request.method === 'PATCH' && (await finishedUpload(deps, userId, id, metadata)))
        throw new Refusal(409, 'errors.upload.incomplete')
      if (request.method === 'PATCH') await requireRoomForPart(userId, id, request.headers['content-length'])
    }
    reply.hijack()
    await tus.handle(request.raw, reply.raw)
    return reply
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is a part of a file: it is streamed to disk, never parsed.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const options = {
      config: { session: 'required' as const },
      schema: { hide: true },
      exposeHeadRoute: false,
    }
    scope.route({ ...options, method: 'POST', url: RESUMABLE_PATH, handler: handle })
    scope.route({
      ...options,
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${RESUMABLE_PATH}/:id`,
      handler: handle,
    })
  })
}

/** What becomes of uploads that have arrived whole, one request at a time for each. */
function wholeUploads(deps: ResumableDeps, store: UploadStore, locker: ReturnType<typeof uploadLocker>) {
  const alone = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const lock = locker.newLock(id)
    await lock.lock(new AbortController().signal, () => undefined)
    try {
      return await work()
    } finally {
      await lock.unlock()
    }
  }

  /** Makes it a map; of what is refused nothing stays. */
  const makeMap = async (userId: string, id: string, metadata: UploadMetadata) => {
    const upload = { id, path: store.pathOf(id), metadata, idempotencyKey: metadata[KEY] ?? undefined }
    return finishUpload(deps, userId, upload).catch(async (error: unknown) => {
      if (error instanceof Refusal) await store.forget(id)
      throw error
    })
  }

  return {
    finish: (userId: string, id: string, metadata: UploadMetadata): Promise<FinishedUpload> =>
      alone(id, () => makeMap(userId, id, metadata)),

    /**
     * Headers that say how far an upload came. One that has arrived whole is a map already, or becomes one now, should
     * a crash have come between its last byte and that.
     */
    ask: (userId: string, id: string, metadata: UploadMetadata): Promise<Record<string, string>> =>
      alone(id, async () => {
        const size = (await store.configstore.get(id))?.size
        if (size === undefined) throw notFound()
        const arrived = await store.arrivedOf(id)
        const isWhole = arrived === undefined || arrived >= size
        return {
          'cache-control': 'no-store',
          'upload-offset': String(isWhole ? size : arrived),
          'upload-length': String(size),
          ...(isWhole && finishedHeaders(await makeMap(userId, id, metadata))),
        }
      }),
  }
}

/** An error in the shape that the protocol's server sends on. */
function refused(error: unknown): { status_code: number; body: string } {
  const { status, body } = answerFor(error)
  return { status_code: status, body: JSON.stringify(body) }
}

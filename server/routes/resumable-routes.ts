import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts'
import { isId, newId } from '../db/new-id.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { answerFor } from '../plugins/errors.ts'
import type { MapDoors } from '../services/maps.ts'
import { notFound, Refusal } from '../services/refusal.ts'
import {
  checkUploadStart,
  finishUpload,
  type FinishedUpload,
  uploadedMap,
  type UploadMetadata,
} from '../services/resumable-upload.ts'
import type { UploadDoors } from '../services/upload-map.ts'

export const RESUMABLE_PATH = '/maps/uploads'

/** Key under which an upload remembers whose it is; the client cannot set it. */
const OWNER = 'palimpsestOwner'

export interface ResumableDoors extends UploadDoors, MapDoors {
  /** Local folder for what has arrived so far. */
  readonly uploadFolder: string
}

const finishedHeaders = ({ mapId, basePath }: FinishedUpload) => ({
  'Palimpsest-Map-Id': mapId,
  'Palimpsest-Base-Path': basePath,
})

/**
 * Resumable uploads by the tus protocol at `/maps/uploads`. `Upload-Metadata` carries `filename` and the text fields
 * of the form; the reply that completes an upload names the new map, which has the upload's id.
 */
export async function addResumableRoutes(
  app: ApiServer,
  doors: ResumableDoors,
  apiPrefix: string,
): Promise<void> {
  await mkdir(doors.uploadFolder, { recursive: true })
  const store = new FileStore({ directory: doors.uploadFolder })
  /** Whose request it is: the protocol's server hands on only the raw request. */
  const callers = new WeakMap<IncomingMessage, string>()
  const callerOf = (request: { runtime?: { node?: { req: unknown } | undefined } | undefined }) =>
    callers.get(request.runtime?.node?.req as IncomingMessage) ?? ''

  const tus = new Server({
    path: apiPrefix + RESUMABLE_PATH,
    datastore: store,
    maxSize: MAX_UPLOAD_BYTES,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    exposedHeaders: ['Palimpsest-Map-Id', 'Palimpsest-Base-Path'],
    namingFunction: () => newId(),
    onUploadCreate: async (request, { metadata = {}, size }) => {
      if (size === undefined) throw refused(new Refusal(400, 'errors.invalidRequest'))
      const userId = callerOf(request)
      await checkUploadStart(doors, userId, metadata, size).catch((error: unknown) => {
        throw refused(error)
      })
      return { metadata: { ...metadata, [OWNER]: userId } }
    },
    onUploadFinish: async (request, { id, metadata = {} }) => {
      const path = join(doors.uploadFolder, id)
      const finished = await finishUpload(doors, callerOf(request), { id, path, metadata }).catch(
        (error: unknown) => {
          throw refused(error)
        },
      )
      return { headers: finishedHeaders(finished) }
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error && error.body.startsWith('{')) return undefined
      // What the protocol's server refuses itself keeps its status, in our words.
      const status = 'status_code' in error ? error.status_code : 500
      return refused(
        Object.assign(new Error('refused by the upload protocol'), { statusCode: status }),
        status,
      )
    },
  })

  /** The upload of the address, if it is the caller's. @throws Refusal 404 */
  const ownUpload = async (userId: string, id: string): Promise<UploadMetadata | undefined> => {
    if (!isId(id)) throw notFound()
    const upload = await store.configstore.get(id)
    if (upload?.metadata?.[OWNER] !== userId) throw notFound()
    return upload.metadata
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const userId = request.session?.user.id ?? ''
    callers.set(request.raw, userId)
    const id = (request.params as { id?: string }).id
    if (id !== undefined) {
      const metadata = (await ownUpload(userId, id)) ?? {}
      if (request.method === 'HEAD') {
        const answer = await headOfWhole(doors, store, userId, id, metadata)
        if (answer) return reply.headers(answer).send()
      }
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

/**
 * Answers for an upload that has arrived whole: it is a map already, or becomes one now, should a crash have come
 * between its last byte and that.
 */
async function headOfWhole(
  doors: ResumableDoors,
  store: FileStore,
  userId: string,
  id: string,
  metadata: UploadMetadata,
): Promise<Record<string, string> | undefined> {
  const kept = await store.configstore.get(id)
  const size = kept?.size
  if (size === undefined) return undefined
  const path = join(doors.uploadFolder, id)
  const arrived = await store.getUpload(id).then(
    ({ offset }) => offset,
    () => undefined,
  )
  if (arrived !== undefined && arrived < size) return undefined
  const finished =
    (await uploadedMap(doors, userId, id)) ?? (await finishUpload(doors, userId, { id, path, metadata }))
  return {
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
    'upload-offset': String(size),
    'upload-length': String(size),
    ...finishedHeaders(finished),
  }
}

/** An error in the shape that the protocol's server sends on as it is. */
function refused(error: unknown, fallbackStatus?: number): { status_code: number; body: string } {
  const { status, body } = answerFor(error)
  return { status_code: fallbackStatus ?? status, body: JSON.stringify(body) }
}

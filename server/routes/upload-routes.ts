import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { MAX_UPLOAD_BYTES, RESUMABLE_ABOVE_BYTES } from '../../contract/constants.ts'
import { uploadMap } from '../../contract/api/maps.ts'
import {
  MOST_SCANS_NAMED,
  ownScans,
  replaceScan as replaceScanCall,
  retryScan as retryScanCall,
} from '../../contract/api/map-scan.ts'
import type { MapFields } from '../../contract/rules/map-fields.ts'
import { uploadFieldsSchema } from '../../contract/rules/map-fields.ts'
import { newId } from '../db/new-id.ts'
import { scansOfSizes } from '../db/queries/own-scans.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { getMapRecord } from '../services/maps/record/maps.ts'
import { dateRefusal } from '../services/maps/record/readable-date.ts'
import { invalidForm, Refusal } from '../services/refusal.ts'
import { beginUpload, releaseUpload } from '../services/uploads/begin-upload.ts'
import { replaceScan, requireFailed, retryScan } from '../services/uploads/failed-scan.ts'
import {
  createMap,
  discardOriginal,
  earlierUpload,
  type OriginalOptions,
  type StoredOriginal,
  storeOriginal,
  type UploadDeps,
} from '../services/uploads/upload-map.ts'
import { addCall } from './add-call.ts'
import { idempotencyKey, callerLeft } from './caller.ts'

/** Room for the text fields and the boundaries around a file of the largest size. */
const FORM_OVERHEAD_BYTES = 1024 * 1024
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 50

/** Uploads of scans: a form is streamed; nothing but the text fields is buffered in memory. */
export async function addUploadRoutes(app: ApiServer, deps: UploadDeps & MapDeps): Promise<void> {
  await app.register(multipart, {
    limits: {
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      files: 1,
      fileSize: Infinity,
      parts: MAX_FIELDS + 1,
    },
  })
  addCall(app, ownScans, async ({ session, body }) => ({
    scans: await scansOfSizes(deps.db, session.user.id, { sizes: body.sizes, most: MOST_SCANS_NAMED }),
  }))
  addCall(app, retryScanCall, async ({ session, params }) => {
    await retryScan(deps, session.user.id, params.id)
    return { status: 'success' as const }
  })
  addCall(app, replaceScanCall, async ({ session, params, request, reply }) => {
    const userId = session.user.id
    refuseTooLong(request)
    await requireFailed(deps, userId, params.id)
    const uploadId = newId()
    const bytes = announcedBytes(request)
    await beginUpload(deps, userId, { id: uploadId, bytes }, { isReplacement: true })
    try {
      const signal = callerLeft(reply)
      const form = await readForm(request, deps, {
        mapId: params.id,
        most: bytes,
        signal,
        isReplacement: true,
      })
      await replaceScan(deps, userId, uploadId, form.original)
      return { status: 'success' as const }
    } finally {
      await releaseUpload(deps, uploadId)
    }
  })
  addCall(app, uploadMap, async ({ session, request, reply }) => {
    const userId = session.user.id
    const key = idempotencyKey(request)
    const earlier = await earlierUpload(deps, userId, key)
    if (earlier !== undefined) return uploaded(deps, userId, earlier)
    refuseTooLong(request)
    const mapId = newId()
    const bytes = announcedBytes(request)
    await beginUpload(deps, userId, { id: mapId, bytes })
    try {
      const form = await readForm(request, deps, { mapId, most: bytes, signal: callerLeft(reply) })
      const fields = await parseFields(deps, form)
      return await uploaded(deps, userId, await createMap(deps, userId, form.original, fields, key))
    } finally {
      await releaseUpload(deps, mapId)
    }
  })
}

/** The announced length, before a byte is read. @throws Refusal 413 */
function refuseTooLong(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES)
    throw new Refusal(413, 'errors.upload.fileTooLarge')
}

/** The length that a form announces; one that does not say how long it is may be as long as a small one. */
function announcedBytes({ headers }: FastifyRequest): number {
  const announced = headers['content-length']
  return announced === undefined ? RESUMABLE_ABOVE_BYTES : Math.min(Number(announced), MAX_UPLOAD_BYTES)
}

interface Form {
  readonly original: StoredOriginal
  /** As they came; the contract's schema judges them. */
  readonly texts: Readonly<Record<string, unknown>>
}

async function readForm(
  request: FastifyRequest,
  { files }: UploadDeps,
  options: OriginalOptions & { readonly signal: AbortSignal },
): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal(415, 'errors.unsupportedMediaType')
  let original: StoredOriginal | undefined
  const texts: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') original = await storePart(files, part, original, options)
      // What was cut off is still longer than any field may be, so that it is refused by its name.
      else texts[part.fieldname] = part.value
    }
  } catch (error) {
    if (original) await discardOriginal(files, original)
    throw options.signal.aborted || isBrokenForm(error) ? new Refusal(400, 'errors.upload.incomplete') : error
  }
  if (original) return { original, texts }
  throw new Refusal(400, 'errors.upload.fileRequired', { fields: { image: 'errors.upload.fileRequired' } })
}

/** Whether the form itself is not one; its parser says so by plain errors without a status. */
function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Multipart: Boundary not found|unexpected end of multipart data|needle cannot/i.test(error.message)
  )
}

function storePart(
  files: UploadDeps['files'],
  part: MultipartFile,
  earlier: StoredOriginal | undefined,
  options: OriginalOptions,
): Promise<StoredOriginal> {
  if (part.fieldname !== 'image' || earlier) throw new Refusal(400, 'errors.invalidRequest')
  if (part.filename === '') throw new Refusal(400, 'errors.upload.fileRequired')
  return storeOriginal(files, part.filename, part.file, options)
}

/** @throws Refusal 400 naming the fields; the original is removed then */
async function parseFields({ files }: UploadDeps, { original, texts }: Form): Promise<MapFields> {
  const parsed = uploadFieldsSchema.safeParse(texts)
  const refusal = parsed.success ? dateRefusal(parsed.data) : invalidForm(parsed.error.issues)
  if (parsed.success && !refusal) return parsed.data
  await discardOriginal(files, original)
  throw refusal ?? invalidForm([])
}

async function uploaded(deps: MapDeps, userId: string, id: string) {
  const { basePath } = await getMapRecord(deps, userId, id)
  return {
    status: 'success' as const,
    progress: 100 as const,
    metadata: { _id: id, basePath },
    id,
    mapId: id,
    _id: id,
    basePath,
  }
}

import { createReadStream, existsSync } from 'node:fs'
import { type MapFields, scanExtension, uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { isId } from '../../db/new-id.ts'
import { findRecord } from '../../db/queries/map-rows.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { requireReadableDate } from '../maps/record/readable-date.ts'
import { invalidForm, notFound, Refusal } from '../refusal.ts'
import { replaceScan, requireFailed } from './failed-scan.ts'
import { sniffScan } from './scan-stream.ts'
import { createMap, earlierUpload, plainName, type UploadDeps } from './upload-map.ts'
import { originalKey, replacedKey } from '../../storage/map-keys.ts'

/** What the client says of an upload when it begins: the file's name and the text fields of the form. */
export type UploadMetadata = Readonly<Record<string, string | null>>

export interface FinishedUpload {
  readonly mapId: string
  readonly basePath: string
}

/** @throws Refusal 400 naming the fields */
function fieldsOf(metadata: UploadMetadata): MapFields {
  const texts = Object.fromEntries(Object.entries(metadata).map(([name, text]) => [name, text ?? '']))
  const parsed = uploadFieldsSchema.safeParse(texts)
  if (parsed.success) {
    requireReadableDate(parsed.data)
    return parsed.data
  }
  throw invalidForm(parsed.error.issues)
}

function extensionOf(metadata: UploadMetadata) {
  const extension = scanExtension(metadata.filename ?? '')
  if (!extension) throw new Refusal(400, 'errors.upload.invalidFileType')
  return extension
}

/** The map whose scan an upload is to replace; undefined: it becomes a map of its own. */
export const replacedMap = ({ replaces }: UploadMetadata): string | undefined => replaces || undefined

/** Refuses before a byte is sent what would be refused at the end. @throws Refusal 400; 403, 404, 409 of what it replaces */
export async function checkMetadata(
  deps: UploadDeps,
  userId: string,
  metadata: UploadMetadata,
): Promise<void> {
  extensionOf(metadata)
  const mapId = replacedMap(metadata)
  if (mapId === undefined) fieldsOf(metadata)
  else await requireFailed(deps, userId, mapId)
}

/**
 * Makes a whole upload a map of the same id, or the scan of the map that it names; calling it again after a crash, or twice, gives the same map.
 *
 * @throws Refusal 400 where the content is not of the format the name says, 403 where the plan's month is full
 */
export async function finishUpload(
  deps: UploadDeps & MapDeps,
  userId: string,
  upload: {
    readonly id: string
    readonly path: string
    readonly metadata: UploadMetadata
    readonly idempotencyKey?: string | undefined
  },
): Promise<FinishedUpload> {
  const { id, path, metadata, idempotencyKey } = upload
  const replaced = replacedMap(metadata)
  if (replaced !== undefined) return finishReplacement(deps, userId, upload, replaced)
  const made = await madeMap(deps, userId, id, idempotencyKey)
  if (made) return made
  const extension = extensionOf(metadata)
  const key = originalKey(id, extension)
  const bytes = await storeUpload(deps, key, path, extension)
  const original = { mapId: id, key, extension, bytes, name: plainName(metadata.filename ?? '') }
  const mapId = await createMap(deps, userId, original, fieldsOf(metadata), idempotencyKey)
  const map = await uploadedMap(deps, userId, mapId)
  if (!map) throw notFound()
  return map
}

/** Moves a whole upload into the store, once. Returns its bytes. @throws Refusal 400, 404 */
async function storeUpload(
  { files }: UploadDeps,
  key: string,
  path: string,
  extension: ReturnType<typeof extensionOf>,
): Promise<number> {
  const stored = await files.stat(key)
  if (!stored) {
    if (!existsSync(path)) throw notFound()
    const scan = await sniffScan(createReadStream(path, { end: 63 }), extension)
    scan.destroy()
    await files.adopt(key, path)
  }
  return (stored ?? (await files.stat(key)))?.bytes ?? 0
}

/** Puts a whole upload in the place of a scan that could not be read. */
async function finishReplacement(
  deps: UploadDeps & MapDeps,
  userId: string,
  { id, path, metadata }: Pick<Parameters<typeof finishUpload>[2], 'id' | 'path' | 'metadata'>,
  mapId: string,
): Promise<FinishedUpload> {
  const extension = extensionOf(metadata)
  const key = replacedKey(mapId, id, extension)
  if (!(await finishedUpload(deps, userId, id, metadata))) {
    // Before the file is moved: what is refused leaves nothing in the map's folder.
    await requireFailed(deps, userId, mapId)
    const bytes = await storeUpload(deps, key, path, extension)
    const name = plainName(metadata.filename ?? '')
    await replaceScan(deps, userId, id, { mapId, key, extension, bytes, name, isReplacement: true })
  }
  const map = await uploadedMap(deps, userId, mapId)
  if (!map) throw notFound()
  return map
}

/** The map that an upload has become, or whose scan it is now; undefined: it has not come to its end. */
export async function finishedUpload(
  deps: MapDeps,
  userId: string,
  id: string,
  metadata: UploadMetadata,
): Promise<FinishedUpload | undefined> {
  const mapId = replacedMap(metadata)
  if (mapId === undefined) return uploadedMap(deps, userId, id)
  const row = isId(mapId) ? await findRecord(deps.db, userId, mapId) : undefined
  const isReplaced = row?.map.originalKey === replacedKey(mapId, id, extensionOf(metadata))
  return isReplaced ? uploadedMap(deps, userId, mapId) : undefined
}

/** The map that this upload, or an earlier one of the same key, has become. */
async function madeMap(
  deps: UploadDeps & MapDeps,
  userId: string,
  id: string,
  idempotencyKey: string | undefined,
): Promise<FinishedUpload | undefined> {
  const made = await uploadedMap(deps, userId, id)
  if (made) return made
  const earlier = await earlierUpload(deps, userId, idempotencyKey)
  return earlier === undefined ? undefined : uploadedMap(deps, userId, earlier)
}

/** The map that an upload has become, if it has. */
async function uploadedMap(
  { db, signer }: MapDeps,
  userId: string,
  uploadId: string,
): Promise<FinishedUpload | undefined> {
  const row = isId(uploadId) ? await findRecord(db, userId, uploadId) : undefined
  if (!row || row.map.ownerId !== userId) return undefined
  return { mapId: uploadId, basePath: signer.folder(row.map, 'scan', row.map.isPublic, userId) }
}

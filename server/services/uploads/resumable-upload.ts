import { createReadStream, existsSync } from 'node:fs'
import { type MapFields, scanExtension, uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { isId } from '../../db/new-id.ts'
import { findRecord } from '../../db/queries/map-rows.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { requireReadableDate } from '../maps/record/readable-date.ts'
import { invalidForm, notFound, Refusal } from '../refusal.ts'
import { sniffScan } from './scan-stream.ts'
import { createMap, earlierUpload, plainName, type UploadDeps } from './upload-map.ts'
import { originalKey } from '../../storage/map-keys.ts'

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

/** Refuses before a byte is sent what would be refused at the end. @throws Refusal 400 */
export function checkMetadata(metadata: UploadMetadata): void {
  extensionOf(metadata)
  fieldsOf(metadata)
}

/**
 * Makes a whole upload a map of the same id; calling it again after a crash, or twice, gives the same map.
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
  const { files } = deps
  const { id, path, metadata, idempotencyKey } = upload
  const made = await madeMap(deps, userId, id, idempotencyKey)
  if (made) return made
  const extension = extensionOf(metadata)
  const key = originalKey(id, extension)
  const stored = await files.stat(key)
  if (!stored) {
    if (!existsSync(path)) throw notFound()
    const scan = await sniffScan(createReadStream(path, { end: 63 }), extension)
    scan.destroy()
    await files.adopt(key, path)
  }
  const { bytes } = stored ?? (await files.stat(key)) ?? { bytes: 0 }
  const name = plainName(metadata.filename ?? '')
  const original = { mapId: id, key, extension, bytes, name }
  const mapId = await createMap(deps, userId, original, fieldsOf(metadata), idempotencyKey)
  const map = await uploadedMap(deps, userId, mapId)
  if (!map) throw notFound()
  return map
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
export async function uploadedMap(
  { db, signer }: MapDeps,
  userId: string,
  uploadId: string,
): Promise<FinishedUpload | undefined> {
  const row = isId(uploadId) ? await findRecord(db, userId, uploadId) : undefined
  if (!row || row.map.ownerId !== userId) return undefined
  return { mapId: uploadId, basePath: signer.folder(row.map, 'scan', row.map.isPublic, userId) }
}

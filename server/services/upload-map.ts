import type { Readable } from 'node:stream'
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts'
import { type MapFields, scanExtension } from '../../contract/rules/map-fields.ts'
import type { Database } from '../db/database.ts'
import { queryableOf } from '../db/database.ts'
import { violatedConstraint } from '../db/database-errors.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { newId } from '../db/new-id.ts'
import {
  countUploadsSince,
  findIdempotentUpload,
  insertIdempotentUpload,
  insertMap,
  lockUser,
} from '../db/queries/map-writes.ts'
import type { MapFiles } from '../storage/map-files.ts'
import { Refusal } from './refusal.ts'
import { limitBytes, sniffScan } from './scan-stream.ts'

/** Name of the job that turns an original into thumbnails and a pyramid. */
export const CONVERT_MAP = 'convert-map'

export interface UploadDoors {
  readonly db: Database
  readonly files: MapFiles
  /** 0: no limit. */
  readonly mapsPerMonth: number
}

/** An original that lies in the store but belongs to no row yet. */
export interface StoredOriginal {
  readonly mapId: string
  readonly key: string
  readonly extension: string
  readonly bytes: number
}

/**
 * Streams a scan into the store under a new map's id. The name gives nothing but its extension.
 *
 * @throws Refusal 400 for a type that is not allowed or an empty file, 413; nothing is left then
 */
export async function storeOriginal(
  files: MapFiles,
  fileName: string,
  content: Readable,
  signal?: AbortSignal,
): Promise<StoredOriginal> {
  const extension = scanExtension(fileName)
  if (!extension) throw new Refusal(400, 'errors.upload.invalidFileType')
  const mapId = newId()
  const key = `maps/${mapId}/original/scan.${extension}`
  const scan = await sniffScan(content, extension)
  try {
    const bytes = await files.write(key, limitBytes(scan, MAX_UPLOAD_BYTES), signal)
    return { mapId, key, extension, bytes }
  } catch (error) {
    await files.removeAll(`maps/${mapId}/`)
    throw error
  }
}

/** Removes an original that no row will name. */
export async function discardOriginal(files: MapFiles, { mapId }: StoredOriginal): Promise<void> {
  await files.removeAll(`maps/${mapId}/`)
}

/** The month that the limit counts in, UTC. */
function monthOf(now: Date): { start: Date; next: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), next: new Date(Date.UTC(year, month + 1, 1)) }
}

/** @throws Refusal 403 with the date of the next free slot */
async function requireSlot(tx: Database, userId: string, limit: number): Promise<void> {
  if (limit === 0) return
  const { start, next } = monthOf(new Date())
  if ((await countUploadsSince(tx, userId, start)) < limit) return
  const nextSlotAt = next.toISOString().slice(0, 10)
  throw new Refusal(403, 'errors.upload.mapsPerMonthReached', {
    details: { limit, nextSlotAt },
    extra: { nextAttemptAt: next.toISOString() },
  })
}

/** Refuses early, before gigabytes are sent, what `createMap` would refuse at the end. @throws Refusal 403 */
export async function requireFreeSlot({ db, mapsPerMonth }: UploadDoors, userId: string): Promise<void> {
  await requireSlot(db, userId, mapsPerMonth)
}

/** The map that an earlier request of the same key made. */
export async function earlierUpload(
  { db }: UploadDoors,
  userId: string,
  idempotencyKey: string | undefined,
): Promise<string | undefined> {
  return idempotencyKey === undefined ? undefined : findIdempotentUpload(db, userId, idempotencyKey)
}

const NO_FIELDS = {
  modernTitle: null,
  alternativeTitle: null,
  sheetNumber: null,
  year: null,
  startYear: null,
  endYear: null,
  scale: null,
  creator: null,
  publisher: null,
  description: null,
  dpi: null,
}

/**
 * Makes a stored original a map and queues its conversion; row and job appear together. Returns the id of the map,
 * which is an earlier one where the key was used before.
 *
 * @throws Refusal 401 where the account has ended, 403 where the plan's month is full; the original is removed then. A database that went away may have
 * made the map all the same: the original stays, and the sweep removes it where no row came to name it.
 */
export async function createMap(
  { db, files, mapsPerMonth }: UploadDoors,
  userId: string,
  original: StoredOriginal,
  { isPublic = false, ...fields }: MapFields,
  idempotencyKey?: string,
): Promise<string> {
  try {
    await db.transaction(async (tx) => {
      // An account may end while gigabytes of it are on their way.
      if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
      await requireSlot(tx, userId, mapsPerMonth)
      const { mapId, key, extension, bytes } = original
      if (idempotencyKey !== undefined)
        await insertIdempotentUpload(tx, { userId, key: idempotencyKey, mapId })
      await insertMap(tx, {
        id: mapId,
        ownerId: userId,
        fields: { ...NO_FIELDS, ...withoutAbsent(fields), title: fields.title },
        isPublic,
        originalKey: key,
        originalExtension: extension,
        originalBytes: bytes,
      })
      await enqueueJob(
        queryableOf(tx),
        CONVERT_MAP,
        { mapId },
        { key: `${CONVERT_MAP}:${mapId}`, maxAttempts: 5 },
      )
    })
    return original.mapId
  } catch (error) {
    // Another request has made this very map: its original is the map's now.
    if (violatedConstraint(error) === 'maps_pkey') return original.mapId
    const isDuplicate = violatedConstraint(error) !== undefined
    if (isDuplicate || error instanceof Refusal) await discardOriginal(files, original)
    const earlier =
      isDuplicate && idempotencyKey !== undefined
        ? await findIdempotentUpload(db, userId, idempotencyKey)
        : undefined
    if (earlier !== undefined) return earlier
    throw error
  }
}

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function withoutAbsent<Fields extends object>(fields: Fields): Filled<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Filled<Fields>
}

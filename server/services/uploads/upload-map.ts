import type { Readable } from 'node:stream'
import { type MapFields, scanExtension } from '../../../contract/rules/map-fields.ts'
import type { Database } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { newId } from '../../db/new-id.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import {
  countUploadsSince,
  findIdempotentUpload,
  insertIdempotentUpload,
  insertMap,
} from '../../db/queries/map-writes.ts'
import { removeBegunUpload } from '../../db/queries/storage.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import { recordEvent } from '../maps/record/record-event.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { Refusal } from '../refusal.ts'
import { queueConversion } from './queue-conversion.ts'
import { limitBytes, sniffScan } from './scan-stream.ts'
import { requireBudget } from './storage-budget.ts'
import { mapFolder, originalKey, replacedKey } from '../../storage/map-keys.ts'

export interface UploadDeps {
  readonly db: Database
  readonly files: MapFiles
  /** 0: no limit, as in the others. */
  readonly mapsPerMonth: number
  readonly userStorageBytes: number
  readonly uploadsAtOnce: number
  /** Scans of one user that may wait for their conversion, those still on their way included. */
  readonly jobsWaiting: number
  /** From so many pixels on a job is large. */
  readonly largeJobPixels: number
  /** Room on the disk that no upload may take. */
  readonly freeDiskBytes: number
  /** Local folder for what has arrived of resumable uploads; all API processes of an instance share it. */
  readonly uploadFolder: string
}

/** An original that lies in the store but belongs to no row yet. */
export interface StoredOriginal {
  readonly mapId: string
  readonly key: string
  readonly extension: string
  readonly bytes: number
  /** What its file is called where it comes from; null: that is not known. */
  readonly name: string | null
  /** It is to take the place of a scan that could not be read. */
  readonly isReplacement?: boolean
}

export interface OriginalOptions extends Pick<StoredOriginal, 'isReplacement'> {
  /** The map that it is to become, or whose scan it is to be. */
  readonly mapId: string
  /** Bytes after which it is broken off. */
  readonly most: number
  readonly signal?: AbortSignal
}

/**
 * Streams a scan into the store under a map's id. The name gives nothing but its extension.
 *
 * @throws Refusal 400 for a type that is not allowed or an empty file, 413; nothing is left then
 */
export async function storeOriginal(
  files: MapFiles,
  fileName: string,
  content: Readable,
  { mapId, most, signal, isReplacement = false }: OriginalOptions,
): Promise<StoredOriginal> {
  const extension = scanExtension(fileName)
  if (!extension) throw new Refusal(400, 'errors.upload.invalidFileType')
  const key = isReplacement ? replacedKey(mapId, newId(), extension) : originalKey(mapId, extension)
  const scan = await sniffScan(content, extension)
  try {
    const bytes = await files.write(key, limitBytes(scan, most), signal)
    return { mapId, key, extension, bytes, isReplacement, name: plainName(fileName) }
  } catch (error) {
    await discardOriginal(files, { mapId, key, isReplacement })
    throw error
  }
}

/** Longest name of a file that is stored, in code points. */
const LONGEST_NAME = 255

/** The name of a file without its folders, and without characters that nobody sees; null where nothing is left. */
export function plainName(fileName: string): string | null {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .normalize('NFC')
    .trim()
  return Array.from(name).slice(0, LONGEST_NAME).join('') || null
}

/** Removes an original that no row will name. */
export async function discardOriginal(
  files: MapFiles,
  { mapId, key, isReplacement = false }: Pick<StoredOriginal, 'mapId' | 'key' | 'isReplacement'>,
): Promise<void> {
  await (isReplacement ? files.remove(key) : files.removeAll(mapFolder(mapId)))
}

/** The month that the limit counts in, UTC. */
function monthOf(now: Date): { start: Date; next: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), next: new Date(Date.UTC(year, month + 1, 1)) }
}

/** @throws Refusal 403 with the date of the next free slot */
export async function requireSlot(tx: Database, userId: string, limit: number): Promise<void> {
  if (limit === 0) return
  const { start, next } = monthOf(new Date())
  if ((await countUploadsSince(tx, userId, start)) < limit) return
  const nextSlotAt = next.toISOString().slice(0, 10)
  throw new Refusal(403, 'errors.upload.mapsPerMonthReached', {
    details: { limit, nextSlotAt },
    extra: { nextAttemptAt: next.toISOString() },
  })
}

/** The map that an earlier request of the same key made. */
export async function earlierUpload(
  { db }: UploadDeps,
  userId: string,
  idempotencyKey: string | undefined,
): Promise<string | undefined> {
  return idempotencyKey === undefined ? undefined : findIdempotentUpload(db, userId, idempotencyKey)
}

/** What is said of a map of which nothing is said. */
export const NO_FIELDS = {
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
  licence: null,
  attribution: null,
  shelfmark: null,
  institution: null,
  catalogueUrl: null,
  sheetBounds: null,
  date: null,
}

/**
 * Makes a stored original a map and queues its conversion; row and job appear together. Returns the id of the map,
 * which is an earlier one where the key was used before.
 *
 * @throws Refusal 401 where the account has ended, 403 where the plan's month or the user's room is full; the original is removed then. A database that went away may have
 * made the map all the same: the original stays, and the sweep removes it where no row came to name it.
 */
export async function createMap(
  { db, files, mapsPerMonth, userStorageBytes, largeJobPixels }: UploadDeps,
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
      const { mapId, key, extension, bytes, name } = original
      // From here on it takes its room as a map.
      await removeBegunUpload(tx, mapId)
      await requireBudget(tx, userId, userStorageBytes, bytes)
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
        scanName: name,
      })
      await recordEvent(tx, { id: mapId, ownerId: userId }, { kind: 'uploaded', userId })
      await queueConversion(tx, { mapId, ownerId: userId, isLarge: isLargeJob(largeJobPixels, { bytes }) })
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

/** Fields without those that are undefined. */
export function withoutAbsent<Fields extends object>(fields: Fields): Filled<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Filled<Fields>
}

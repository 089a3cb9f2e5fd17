import type { Database } from '../../db/database.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import { lockMap, updateMapColumns } from '../../db/queries/map-writes.ts'
import { removePointSearch } from '../../db/queries/point-searches.ts'
import { removeLettering } from '../../db/queries/scan-words.ts'
import { lockBegunUploads, removeBegunUpload } from '../../db/queries/storage.ts'
import { noPermission, visibleMap } from '../maps/record/maps.ts'
import { announceMap } from '../maps/record/record-event.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { notFound, Refusal } from '../refusal.ts'
import { requireTurn } from './begin-upload.ts'
import { tryImportAgain } from './imports.ts'
import { queueConversion } from './queue-conversion.ts'
import { requireBudget } from './storage-budget.ts'
import { discardOriginal, type StoredOriginal, type UploadDeps } from './upload-map.ts'

/** Waits for its conversion again. */
const QUEUED = { processingState: 'queued', processingPercent: 0, processingError: null } as const

/** A map of the user's whose scan could not be read, locked. @throws Refusal 401, 403, 404, 409 */
async function lockFailed(tx: Database, userId: string, id: string) {
  if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
  const map = await lockMap(tx, id)
  if (!map) throw notFound()
  if (map.ownerId !== userId) throw noPermission()
  if (map.processingState !== 'failed') throw new Refusal(409, 'errors.upload.scanNotFailed')
  return map
}

/** Refuses what is refused before a byte is sent. @throws Refusal 401, 403, 404, 409 */
export async function requireFailed({ db }: UploadDeps, userId: string, id: string): Promise<void> {
  const { row } = await visibleMap(db, userId, id)
  await db.transaction((tx) => lockFailed(tx, userId, row.map.id))
}

/**
 * Has a scan read again that could not be read, or fetched again where it never came.
 *
 * @throws Refusal 401, 403, 404, 409, 429; StorageError `full`
 */
export async function retryScan(deps: UploadDeps, userId: string, id: string): Promise<void> {
  const { db, jobsWaiting, largeJobPixels } = deps
  const { row } = await visibleMap(db, userId, id)
  const isFetched = await db.transaction(async (tx) => {
    const begun = await lockBegunUploads(tx)
    const map = await lockFailed(tx, userId, row.map.id)
    if (map.importSource !== null) return true
    await requireTurn(tx, userId, jobsWaiting, begun.filter((other) => other.userId === userId).length)
    await updateMapColumns(tx, map.id, QUEUED)
    const isLarge = isLargeJob(largeJobPixels, { bytes: map.originalBytes })
    await queueConversion(tx, { mapId: map.id, ownerId: userId, isLarge })
    await announceMap(tx, map, [])
    return false
  })
  if (isFetched) await tryImportAgain(deps, userId, id)
}

/**
 * Puts a stored original in the place of one that could not be read, and removes that.
 *
 * @param uploadId the upload that was promised room
 * @throws Refusal 401, 403, 404, 409; the new original is removed then
 */
export async function replaceScan(
  { db, files, userStorageBytes, largeJobPixels }: UploadDeps,
  userId: string,
  uploadId: string,
  original: StoredOriginal,
): Promise<void> {
  const { mapId, key, extension, bytes, name } = original
  let formerKey: string
  try {
    formerKey = await db.transaction(async (tx) => {
      const map = await lockFailed(tx, userId, mapId)
      // From here on it takes its room as the map's.
      await removeBegunUpload(tx, uploadId)
      await requireBudget(tx, userId, userStorageBytes, bytes - map.originalBytes)
      await updateMapColumns(tx, mapId, {
        ...QUEUED,
        originalKey: key,
        originalExtension: extension,
        originalBytes: bytes,
        scanName: name,
        scanDigest: null,
        importSource: null,
      })
      await removeLettering(tx, mapId)
      await removePointSearch(tx, mapId)
      await queueConversion(tx, { mapId, ownerId: userId, isLarge: isLargeJob(largeJobPixels, { bytes }) })
      await announceMap(tx, map, [])
      return map.originalKey
    })
  } catch (error) {
    if (error instanceof Refusal) await discardOriginal(files, original)
    throw error
  }
  await files.remove(formerKey)
}

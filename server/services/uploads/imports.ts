import type { z } from 'zod'
import type { importIiif } from '../../../contract/api/import-iiif.ts'
import { isLicence } from '../../../contract/rights.ts'
import type { FoundFields } from '../../../contract/api/import-iiif.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { newId } from '../../db/new-id.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import { fetchAgain, removeFetchingMap } from '../../db/queries/imports.ts'
import {
  findIdempotentUpload,
  insertIdempotentUpload,
  insertMap,
  lockMap,
} from '../../db/queries/map-writes.ts'
import { lockBegunUploads } from '../../db/queries/storage.ts'
import { fetchedSize, type ScanSource, scanSourceSchema } from '../../interop/scan-source.ts'
import { mapFolder, originalKey } from '../../storage/map-keys.ts'
import type { IiifLookUp } from '../interop/look-up-iiif.ts'
import { noPermission, visibleMap } from '../maps/record/maps.ts'
import { requireReadableDate } from '../maps/record/readable-date.ts'
import { announceMap, recordEvent } from '../maps/record/record-event.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { notFound, Refusal } from '../refusal.ts'
import { requireRoom, requireTurn } from './begin-upload.ts'
import { queueImport } from './queue-import.ts'
import { requireBudget } from './storage-budget.ts'
import { earlierUpload, NO_FIELDS, requireSlot, type UploadDeps, withoutAbsent } from './upload-map.ts'

/** Room that a fetched scan is promised: it is stored without loss, which takes no more. */
const BYTES_A_PIXEL = 3
const MORE_BYTES = 100_000

type Wanted = z.output<(typeof importIiif)['body']>

/**
 * Makes a map of an image at a IIIF address and queues its fetching; row and job appear together. Until it has come the
 * map takes the room that it is promised.
 *
 * @returns its id, which is an earlier one where the key was used before
 * @throws Refusal 400 naming the fields, 401, 403, 422, 429; StorageError `full`
 */
export async function importMap(
  deps: UploadDeps & { readonly lookUp: IiifLookUp },
  userId: string,
  { url, page, fields: given }: Wanted,
  { key, signal }: { readonly key: string | undefined; readonly signal: AbortSignal },
): Promise<string> {
  if (given) requireReadableDate(given)
  const earlier = await earlierUpload(deps, userId, key)
  if (earlier !== undefined) return earlier
  const { lookUp } = deps
  const found = await lookUp.find(userId, url, signal)
  const source = await lookUp.source(userId, found, page, signal)
  const { title, isPublic = false, ...fields } = { ...knownOf(found.fields), ...withoutAbsent(given ?? {}) }
  if (!title)
    throw new Refusal(400, 'errors.validationFailed', { fields: { title: 'errors.fields.required' } })
  try {
    return await insertImport(deps, {
      userId,
      key,
      isPublic,
      source,
      address: url,
      fields: { ...NO_FIELDS, ...fields, title },
    })
  } catch (error) {
    const made =
      key !== undefined && violatedConstraint(error)
        ? await findIdempotentUpload(deps.db, userId, key)
        : undefined
    if (made === undefined) throw error
    return made
  }
}

/** What an archive says, as fields of a map. */
function knownOf({ licence, ...texts }: FoundFields) {
  return { ...texts, licence: licence !== null && isLicence(licence) ? licence : null }
}

/** What an image is promised until it has come. */
function roomOf(source: ScanSource): { readonly pixels: number; readonly bytes: number } {
  const { width, height } = fetchedSize(source)
  const pixels = width * height
  return { pixels, bytes: pixels * BYTES_A_PIXEL + MORE_BYTES }
}

interface NewImport {
  readonly userId: string
  readonly key: string | undefined
  readonly isPublic: boolean
  readonly source: ScanSource
  /** As the user gave it. */
  readonly address: string
  readonly fields: Parameters<typeof insertMap>[1]['fields']
}

async function insertImport(deps: UploadDeps, { userId, key, isPublic, source, address, fields }: NewImport) {
  const { db, mapsPerMonth, userStorageBytes, jobsWaiting, largeJobPixels } = deps
  const mapId = newId()
  const { pixels, bytes } = roomOf(source)
  await db.transaction(async (tx) => {
    const begun = await lockBegunUploads(tx)
    if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
    await requireSlot(tx, userId, mapsPerMonth)
    await requireTurn(tx, userId, jobsWaiting, begun.filter((other) => other.userId === userId).length)
    await requireBudget(tx, userId, userStorageBytes, bytes)
    await requireRoom(deps, begun, bytes)
    if (key !== undefined) await insertIdempotentUpload(tx, { userId, key, mapId })
    await insertMap(tx, {
      id: mapId,
      ownerId: userId,
      fields,
      isPublic,
      originalKey: originalKey(mapId, 'tif'),
      originalExtension: 'tif',
      originalBytes: bytes,
      processingState: 'fetching',
      importSource: source,
      importedFrom: address,
    })
    await recordEvent(tx, { id: mapId, ownerId: userId }, { kind: 'uploaded', userId })
    await queueImport(tx, { mapId, ownerId: userId, isLarge: isLargeJob(largeJobPixels, { pixels }), source })
  })
  return mapId
}

/**
 * Has the scan of a map fetched again that could not be fetched: into the same map, going on with what has come. Asked
 * once more while it is on its way, it stays on its way.
 *
 * @throws Refusal 401, 403, 404, 429; 409 where it did not fail, or not on its way here; StorageError `full`
 */
export async function tryImportAgain(deps: UploadDeps, userId: string, id: string): Promise<void> {
  const { db, userStorageBytes, jobsWaiting, largeJobPixels } = deps
  const { row } = await visibleMap(db, userId, id)
  await db.transaction(async (tx) => {
    const begun = await lockBegunUploads(tx)
    if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
    const map = await lockMap(tx, row.map.id)
    if (!map) throw notFound()
    if (map.ownerId !== userId) throw noPermission()
    if (map.processingState === 'fetching') return
    if (map.processingState !== 'failed' || map.importSource === null)
      throw new Refusal(409, 'errors.import.notFailed')
    const source = scanSourceSchema.parse(map.importSource)
    const { pixels, bytes } = roomOf(source)
    await requireTurn(tx, userId, jobsWaiting, begun.filter((other) => other.userId === userId).length)
    await requireBudget(tx, userId, userStorageBytes, bytes - map.originalBytes)
    await requireRoom(deps, begun, bytes)
    await fetchAgain(tx, map.id, bytes)
    const isLarge = isLargeJob(largeJobPixels, { pixels })
    await queueImport(tx, { mapId: map.id, ownerId: userId, isLarge, source })
    await announceMap(tx, map, [])
  })
}

/**
 * Gives up a map whose scan is still being fetched. Its job finds no row, ends, and clears away what has come.
 *
 * @throws Refusal 403, 404; 409 where it is not being fetched
 */
export async function endImport({ db, files }: UploadDeps, userId: string, id: string): Promise<void> {
  const { row } = await visibleMap(db, userId, id)
  await db.transaction(async (tx) => {
    const locked = await lockMap(tx, row.map.id)
    if (!locked) throw notFound()
    if (locked.ownerId !== userId) throw noPermission()
    if (!(await removeFetchingMap(tx, locked.id))) throw new Refusal(409, 'errors.import.notFetching')
    await announceMap(tx, locked, [])
  })
  await files.removeAll(mapFolder(row.map.id))
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import {
  type BegunUpload,
  insertBegunUpload,
  lockBegunUploads,
  removeBegunUpload,
} from '../../db/queries/storage.ts'
import { countWaitingConversions } from '../../db/queries/conversions.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import { requireFreeDisk } from '../../storage/free-disk.ts'
import { Refusal } from '../refusal.ts'
import { requireBudget } from './storage-budget.ts'
import { requireSlot, type UploadDeps } from './upload-map.ts'

/** Most conversions take less. */
const TRY_AGAIN_SECONDS = 30

/**
 * Promises an upload the room that it announced, to the user and on the disk; calling it again for the same id changes
 * nothing. One begins after another, so that no room is promised twice.
 *
 * @throws Refusal 401 where the account has ended, 403 where the plan or the user's room is used up or too many uploads
 *   have begun, 429 where too many scans of the user wait; StorageError `full`
 */
export async function beginUpload(
  deps: UploadDeps,
  userId: string,
  upload: { readonly id: string; readonly bytes: number },
): Promise<void> {
  const { db, mapsPerMonth, userStorageBytes, uploadsAtOnce, jobsWaiting } = deps
  await db.transaction(async (tx) => {
    const begun = await lockBegunUploads(tx)
    if (begun.some(({ id }) => id === upload.id)) return
    if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
    await requireSlot(tx, userId, mapsPerMonth)
    const own = begun.filter((other) => other.userId === userId)
    if (uploadsAtOnce > 0 && own.length >= uploadsAtOnce)
      throw new Refusal(403, 'errors.upload.tooManyBegun', { details: { limit: uploadsAtOnce } })
    await requireTurn(tx, userId, jobsWaiting, own.length)
    await requireBudget(tx, userId, userStorageBytes, upload.bytes)
    await requireRoom(deps, begun, upload.bytes)
    await insertBegunUpload(tx, { ...upload, userId })
  })
}

/**
 * Refuses an upload whose conversion would wait behind too many of the user's. Those that are on their way count, so
 * that none has to be refused once it was sent.
 *
 * @throws Refusal 429
 */
export async function requireTurn(
  tx: Database,
  userId: string,
  jobsWaiting: number,
  onTheirWay: number,
): Promise<void> {
  if (jobsWaiting === 0) return
  if ((await countWaitingConversions(tx, userId)) + onTheirWay < jobsWaiting) return
  throw new Refusal(429, 'errors.upload.tooManyWaiting', {
    details: { limit: jobsWaiting },
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  })
}

/** Takes back what an upload was promised, once it is given up. */
export async function releaseUpload({ db }: Pick<UploadDeps, 'db'>, id: string): Promise<void> {
  await removeBegunUpload(db, id)
}

/** @throws StorageError `full` where there is no room beside what is still to come of others */
export async function requireRoom(
  { files, uploadFolder, freeDiskBytes }: UploadDeps,
  begun: readonly BegunUpload[],
  bytes: number,
): Promise<void> {
  const arrived = await Promise.all(begun.map(({ id }) => bytesOf(join(uploadFolder, id))))
  const stillToCome = begun.reduce((sum, upload, n) => sum + Math.max(0, upload.bytes - arrived[n]!), 0)
  await files.requireFree(bytes + stillToCome)
  await requireFreeDisk(uploadFolder, bytes + stillToCome + freeDiskBytes)
}

const bytesOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

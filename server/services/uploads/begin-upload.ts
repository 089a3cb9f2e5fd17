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

/** Room on the disk that is kept for an upload beyond what has come: as much again, within these bounds. */
const LEAST_PROMISED_BYTES = 64 * 2 ** 20
const MOST_PROMISED_BYTES = 2 ** 30
/** An upload of which nothing has come for so long is over; its first part begins it anew. */
const IDLE_MS = 10 * 60_000

/**
 * Begins an upload: promises the user the room that it announced, and on the disk room for what comes next; calling it
 * again for the same id changes nothing. Another scan of a map takes no place among the maps of a month. One begins after another, so that no room is promised twice.
 *
 * @throws Refusal 401 where the account has ended, 403 where the plan or the user's room is used up or too many uploads
 *   have begun, 429 where too many scans of the user wait; StorageError `full`
 */
export async function beginUpload(
  deps: UploadDeps,
  userId: string,
  upload: { readonly id: string; readonly bytes: number },
  { isReplacement = false } = {},
): Promise<void> {
  const { db, mapsPerMonth, userStorageBytes, uploadsAtOnce, jobsWaiting } = deps
  await db.transaction(async (tx) => {
    const begun = await withoutIdle(deps, tx, await lockBegunUploads(tx))
    if (begun.some(({ id }) => id === upload.id)) return
    if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
    if (!isReplacement) await requireSlot(tx, userId, mapsPerMonth)
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

/** Ends uploads of which nothing has come for long; returns the others. */
async function withoutIdle(
  { uploadFolder }: UploadDeps,
  tx: Database,
  begun: readonly BegunUpload[],
): Promise<BegunUpload[]> {
  const arrived = await arrivedOf(uploadFolder, begun)
  const isIdle = ({ createdAt }: BegunUpload, n: number) =>
    arrived[n] === 0 && createdAt.getTime() < Date.now() - IDLE_MS
  for (const { id } of begun.filter(isIdle)) await removeBegunUpload(tx, id)
  return begun.filter((upload, n) => !isIdle(upload, n))
}

/** @throws StorageError `full` where there is no room beside what comes next of others */
export async function requireRoom(
  { files, uploadFolder, freeDiskBytes }: UploadDeps,
  begun: readonly BegunUpload[],
  bytes: number,
): Promise<void> {
  const arrived = await arrivedOf(uploadFolder, begun)
  const promised = begun.reduce((sum, upload, n) => sum + promisedBytes(upload.bytes, arrived[n]!), 0)
  await files.requireFree(bytes + promised)
  await requireFreeDisk(uploadFolder, bytes + promised + freeDiskBytes)
}

/** What is kept free for the rest of an upload. Who has sent nothing keeps little from others. */
function promisedBytes(bytes: number, arrived: number): number {
  const rest = Math.max(0, bytes - arrived)
  return Math.min(rest, Math.max(LEAST_PROMISED_BYTES, Math.min(arrived, MOST_PROMISED_BYTES)))
}

/**
 * Whether the next part of an upload may come: one that was ended begins anew, and what came in between has left room.
 *
 * @param upload how much of it has arrived, and will arrive by this part
 * @throws Refusal as {@link beginUpload}; StorageError `full`: the upload stays, and can be gone on with later
 */
export async function requireNextPart(
  deps: UploadDeps,
  userId: string,
  upload: {
    readonly id: string
    readonly bytes: number
    readonly arrived: number
    readonly partBytes: number
    readonly isReplacement: boolean
  },
): Promise<void> {
  const { id, bytes, arrived, partBytes, isReplacement } = upload
  if (arrived === 0) await beginUpload(deps, userId, { id, bytes }, { isReplacement })
  await requireFreeDisk(deps.uploadFolder, Math.min(partBytes, bytes - arrived) + deps.freeDiskBytes)
}

const arrivedOf = (uploadFolder: string, begun: readonly BegunUpload[]) =>
  Promise.all(begun.map(({ id }) => bytesOf(join(uploadFolder, id))))

const bytesOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

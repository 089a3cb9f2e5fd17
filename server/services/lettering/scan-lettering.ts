import type { ScanLettering, ScanWord } from '../../../contract/api/lettering.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import { reserveAttempt } from '../../db/queries/attempts.ts'
import type { RecordRow } from '../../db/queries/map-rows.ts'
import { lockMap } from '../../db/queries/map-writes.ts'
import {
  cancelReading as cancelRow,
  countOpenReadings,
  findReading,
  insertReading,
  listWords,
  noteCorrection,
  type ReadingRow,
  replaceWords,
  type StoredWord,
} from '../../db/queries/scan-words.ts'
import { noPermission, visibleMap } from '../maps/record/maps.ts'
import { announceMap } from '../maps/record/record-event.ts'
import { notFound, Refusal } from '../refusal.ts'
import { fieldOutside, withCorrections } from './word-lists.ts'

/** Name of the job that reads the words on a scan. */
export const READ_LETTERING = 'read-lettering'

const MAX_ATTEMPTS = 3
/** After what changes maps, which somebody waits for. */
const PRIORITY = 1
const HOUR_MINUTES = 60
const TRY_AGAIN_SECONDS = 60

export interface LetteringDeps {
  readonly db: Database
  /** Scans that one user may have read, an hour; 0: no limit. */
  readonly readingsPerHour: number
  /** Scans of one user that may wait to be read; 0: no limit. */
  readonly jobsWaiting: number
}

/** The words on a scan, for whoever may see the map; without words: only how far reading has come. @throws Refusal 404 */
export async function letteringOf(
  db: Database,
  viewerId: string | null,
  id: string,
  { words = true }: { readonly words?: boolean | undefined } = {},
): Promise<ScanLettering> {
  const { row } = await visibleMap(db, viewerId, id)
  return words ? currentLettering(db, row.map.id) : letteringView(await findReading(db, row.map.id), [])
}

async function currentLettering(db: Database, mapId: string): Promise<ScanLettering> {
  const reading = await findReading(db, mapId)
  return letteringView(reading, reading?.readAt ? await listWords(db, mapId) : [])
}

function letteringView(reading: ReadingRow | undefined, words: readonly StoredWord[]): ScanLettering {
  const readAt = reading?.readAt?.toISOString() ?? null
  const error = reading?.error
  return {
    state: stateOf(reading),
    percent: reading?.percent ?? 0,
    ...(error && { error: { ...error, details: { ...error.details } } }),
    readAt,
    words: words.map(({ alternatives: _others, ...word }) => word),
  }
}

function stateOf(reading: ReadingRow | undefined): ScanLettering['state'] {
  if (!reading) return 'none'
  if (reading.state !== 'idle') return reading.state
  return reading.readAt ? 'done' : 'none'
}

/** A map whose scan is ready, to someone who may set its control points. @throws Refusal 403, 404, 409 */
export async function scanToPlace(db: Database, userId: string, id: string): Promise<RecordRow> {
  const { row, may } = await visibleMap(db, userId, id)
  if (!may.canEdit) throw noPermission()
  requireReady(row.map)
  return row
}

function requireReady({ processingState }: { readonly processingState: string }): void {
  if (processingState !== 'ready') throw new Refusal(409, 'errors.maps.notReady')
}

/**
 * Has the words on a scan read by a job, where they are not being read already.
 *
 * @throws Refusal 403, 404, 409; 429 where too many wait for the user, or they had many read lately
 */
export async function readLettering(deps: LetteringDeps, userId: string, id: string): Promise<ScanLettering> {
  const { db, jobsWaiting } = deps
  const mapId = (await scanToPlace(db, userId, id)).map.id
  if (isOpen(await findReading(db, mapId))) return currentLettering(db, mapId)
  if (jobsWaiting > 0 && (await countOpenReadings(db, userId)) >= jobsWaiting) throw tooManyWaiting()
  await countReading(deps, userId)
  await db.transaction(async (tx) => {
    // Readings that are asked for at once must not pass the limit together.
    if (!(await lockUser(tx, userId))) throw notFound()
    const map = await lockMap(tx, mapId)
    if (!map) throw notFound()
    requireReady(map)
    if (isOpen(await findReading(tx, mapId))) return
    if (jobsWaiting > 0 && (await countOpenReadings(tx, userId)) >= jobsWaiting) throw tooManyWaiting()
    await insertReading(tx, { mapId, userId, originalKey: map.originalKey })
    await enqueueJob(
      queryableOf(tx),
      READ_LETTERING,
      { mapId },
      {
        key: `${READ_LETTERING}:${mapId}`,
        // Of its own: a transform of the user's does not wait behind minutes of reading.
        queue: `${READ_LETTERING}:${userId}`,
        maxAttempts: MAX_ATTEMPTS,
        priority: PRIORITY,
        // It takes some 600 MB whatever the scan's size: a slot that is reserved for small jobs is not for it.
        isLarge: true,
      },
    )
  })
  return currentLettering(db, mapId)
}

const isOpen = (reading: ReadingRow | undefined) =>
  reading?.state === 'waiting' || reading?.state === 'reading'

function tooManyWaiting(): Refusal {
  return new Refusal(429, 'errors.tooManyRequests', {
    details: { seconds: TRY_AGAIN_SECONDS },
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  })
}

/** @throws Refusal 429 with when the next is possible */
async function countReading({ db, readingsPerHour: max }: LetteringDeps, userId: string): Promise<void> {
  if (max === 0) return
  const { id, states } = await reserveAttempt(db, { kind: 'reading', subject: userId, address: '' }, [
    { windowMinutes: HOUR_MINUTES, max, scope: { subject: userId } },
  ])
  if (id !== null) return
  const leavesAt = states[0]?.oldestLeavesAt?.getTime() ?? Date.now()
  const minutes = Math.max(1, Math.ceil((leavesAt - Date.now()) / 60_000))
  throw new Refusal(429, 'errors.lettering.tooManyLately', {
    details: { minutes },
    extra: { minutesRemaining: minutes },
    retryAfterSeconds: minutes * 60,
  })
}

/** Gives up reading the words on a scan, where they are being read. @throws Refusal 403, 404 */
export async function cancelReading(db: Database, userId: string, id: string): Promise<ScanLettering> {
  const { row, may } = await visibleMap(db, userId, id)
  if (!may.canEdit) throw noPermission()
  await cancelRow(db, row.map.id)
  return currentLettering(db, row.map.id)
}

/** @throws Refusal 403, 404 */
export async function requireCorrector(db: Database, userId: string, id: string): Promise<void> {
  const { may } = await visibleMap(db, userId, id)
  // A stranger's work on a map needs its owner's approval, and words are stored at once.
  if (!may.canEdit || may.canClaim) throw noPermission()
}

/**
 * Stores the words on a scan as a person has corrected them.
 *
 * @throws Refusal 400 where a word does not lie on the scan, 403, 404; 409 where the scan is not ready, or other words
 *   are stored than those that were corrected
 */
export async function correctWords(
  db: Database,
  userId: string,
  id: string,
  { words, since }: { readonly words: readonly ScanWord[]; readonly since: string | null },
): Promise<ScanLettering> {
  await requireCorrector(db, userId, id)
  await db.transaction(async (tx) => {
    const map = await lockMap(tx, id)
    if (!map) throw notFound()
    requireReady(map)
    const reading = await findReading(tx, id)
    if ((reading?.readAt?.getTime() ?? null) !== (since === null ? null : Date.parse(since)))
      throw new Refusal(409, 'errors.conflict')
    const field = fieldOutside(words, { width: map.imageWidth ?? 0, height: map.imageHeight ?? 0 })
    if (field !== undefined)
      throw new Refusal(400, 'errors.validationFailed', { fields: { [field]: 'errors.lettering.outside' } })
    await replaceWords(tx, id, withCorrections(words, await listWords(tx, id)))
    await noteCorrection(tx, id, map.originalKey)
    await announceMap(tx, map, [userId])
  })
  return currentLettering(db, id)
}

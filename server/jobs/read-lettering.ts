import { z } from 'zod'
import type { Lettering } from '../../lettering/words.ts'
import type { Database } from '../db/database.ts'
import { lockMap } from '../db/queries/map-writes.ts'
import {
  beginReading,
  cancelUnreadable,
  failReading,
  finishReading,
  listWords,
  type ReadingRow,
  replaceWords,
  reportReading,
} from '../db/queries/scan-words.ts'
import { findRecord } from '../db/queries/map-rows.ts'
import { modelPaths } from '../raster/lettering/model-paths.ts'
import { readScan } from '../raster/lettering/read-scan.ts'
import { READ_LETTERING } from '../services/lettering/scan-lettering.ts'
import { withReading } from '../services/lettering/word-lists.ts'
import { announceMap } from '../services/maps/record/record-event.ts'
import { StorageError } from '../storage/map-files.ts'
import { pyramidKey } from '../storage/map-keys.ts'
import type { JobDeps } from './job-deps.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import type { Task } from './job-runner.ts'
import { type Attempt, runAttempt } from './run-attempt.ts'

const payloadSchema = z.object({ mapId: z.string() })

/**
 * Reads the words on a scan and stores them with one update; until then those of an earlier reading stay. A reading that
 * was given up, or of a scan that was replaced meanwhile, stores nothing.
 */
export function readLetteringTask(deps: JobDeps): Task {
  const { db } = deps
  return async (payload, context) => {
    const { mapId } = payloadSchema.parse(payload)
    const forget = () => cancelUnreadable(db, mapId)
    await runAttempt<ReadingRow>(context, deps.jobMs, {
      begin: (attempt) => beginReading(db, mapId, attempt),
      report: ({ id }, percent) => reportReading(db, { mapId, attempt: id }, percent),
      work: async (attempt) => {
        const lettering = await readWords(deps, mapId, attempt)
        await attempt.settle()
        await storeReading(db, attempt.begun, attempt.id, lettering)
      },
      failureOf: (error, isLast) =>
        finalFailure(error) ??
        (isLast || isGone(error) ? failureAfterLastAttempt(error, 'errors.lettering.failed') : undefined),
      fail: async ({ id, begun }, failure, error) => {
        if (!(await failReading(db, { mapId, attempt: id }, failure))) return
        deps.warn(`${READ_LETTERING}: the words of map ${mapId} could not be read: ${String(error)}`)
        const row = await findRecord(db, null, mapId)
        if (row) await announceMap(db, row.map, [begun.userId])
      },
      forget,
      onSuperseded: forget,
    })
  }
}

/** The scan's file is not there any more. */
const isGone = (error: unknown) => error instanceof StorageError && error.code === 'missing'

/** Reads the words of a map's scan from its pyramid. */
export async function readWords(
  { db, files, letteringModels }: JobDeps,
  mapId: string,
  { report, signal }: Pick<Attempt<unknown>, 'report' | 'signal'>,
): Promise<Lettering> {
  const models = modelPaths(letteringModels)
  const row = await findRecord(db, null, mapId)
  const { imageWidth: width = null, imageHeight: height = null } = row?.map ?? {}
  if (!row || width === null || height === null) return { width: 0, height: 0, words: [] }
  const copy = await files.localCopy(pyramidKey(row.map.scanId), signal)
  try {
    const pyramid = { path: copy.path, width, height }
    return await readScan({ pyramid, models }, { onProgress: report, signal })
  } finally {
    await copy.release()
  }
}

/** Stores what an attempt has read; nothing where the reading was given up, or is of another scan. */
export async function storeReading(
  db: Database,
  { mapId, userId, originalKey }: Pick<ReadingRow, 'mapId' | 'userId' | 'originalKey'>,
  attempt: string,
  lettering: Lettering,
): Promise<void> {
  await db.transaction(async (tx) => {
    const map = await lockMap(tx, mapId)
    if (!map || map.originalKey !== originalKey) return
    if (!(await finishReading(tx, { mapId, attempt }))) return
    await replaceWords(tx, mapId, withReading(lettering, await listWords(tx, mapId)))
    await announceMap(tx, map, [userId])
  })
  await cancelUnreadable(db, mapId)
}

import { z } from 'zod'
import { MAX_SEARCHED_POINTS } from '../../contract/api/point-searches.ts'
import { findRecord } from '../db/queries/map-rows.ts'
import { lockMap } from '../db/queries/map-writes.ts'
import {
  beginPointSearch,
  cancelUnsearchable,
  failPointSearch,
  finishPointSearch,
  type PointSearchRow,
  reportPointSearch,
} from '../db/queries/point-searches.ts'
import {
  beginReading,
  failReading,
  findReading,
  insertReading,
  listWords,
  reportReading,
} from '../db/queries/scan-words.ts'
import { oddsOf, pointsView } from '../services/lettering/point-proposals.ts'
import { PointProposer } from '../services/lettering/point-proposer.ts'
import { SEARCH_POINTS } from '../services/lettering/point-searches.ts'
import { Refusal } from '../services/refusal.ts'
import { pyramidKey } from '../storage/map-keys.ts'
import type { JobDeps } from './job-deps.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import type { Task } from './job-runner.ts'
import { readWords, storeReading } from './read-lettering.ts'
import { type Attempt, runAttempt } from './run-attempt.ts'

const payloadSchema = z.object({ mapId: z.string() })

/** What part of a search reading the scan takes, in percent. */
const READING_SHARE = 0.9

/**
 * Reads the names on a scan where that was not done yet, and stores which control points they propose, or that they
 * propose none. No point is set.
 */
export function searchPointsTask(deps: JobDeps): Task {
  const { db } = deps
  // Its thread ends some minutes after the last map.
  const proposer = new PointProposer()
  return async (payload, context) => {
    const { mapId } = payloadSchema.parse(payload)
    const forget = () => cancelUnsearchable(db, mapId)
    await runAttempt<PointSearchRow>(context, deps.jobMs, {
      begin: (attempt) => beginPointSearch(db, { mapId, attempt }),
      report: async ({ id }, percent) => {
        await reportReading(db, { mapId, attempt: id }, Math.min(100, percent / READING_SHARE))
        return reportPointSearch(db, { mapId, attempt: id }, percent)
      },
      work: async (attempt) => {
        await readWhereNeeded(deps, attempt)
        await propose(deps, proposer, attempt)
      },
      failureOf: (error, isLast) =>
        finalFailure(error) ??
        (error instanceof Refusal && error.status === 422
          ? { message: error.message, messageKey: error.messageKey }
          : isLast
            ? failureAfterLastAttempt(error, 'errors.lettering.failed')
            : undefined),
      fail: async ({ id }, failure, error) => {
        await failReading(db, { mapId, attempt: id }, failure)
        if (await failPointSearch(db, { mapId, attempt: id }, failure))
          deps.warn(`${SEARCH_POINTS}: no points could be searched for map ${mapId}: ${String(error)}`)
      },
      forget,
      onSuperseded: forget,
    })
  }
}

/** Reads the scan as a reading of its own, which takes the place of one that waits or runs. */
async function readWhereNeeded(deps: JobDeps, attempt: Attempt<PointSearchRow>): Promise<void> {
  const { db } = deps
  const { mapId, userId, originalKey } = attempt.begun
  if ((await findReading(db, mapId))?.readAt) return
  await db.transaction(async (tx) => {
    if (await lockMap(tx, mapId)) await insertReading(tx, { mapId, userId, originalKey })
  })
  if (!(await beginReading(db, mapId, attempt.id))) return
  const report = (percent: number) => attempt.report(percent * READING_SHARE)
  const lettering = await readWords(deps, mapId, { report, signal: attempt.signal })
  await attempt.settle()
  await storeReading(db, attempt.begun, attempt.id, lettering)
}

async function propose(
  { db, files }: JobDeps,
  proposer: PointProposer,
  { id: attempt, begun: { mapId, userId, originalKey }, signal, settle }: Attempt<PointSearchRow>,
): Promise<void> {
  const map = (await findRecord(db, null, mapId))?.map
  const { imageWidth: width = null, imageHeight: height = null } = map ?? {}
  if (!map || width === null || height === null) return await cancelUnsearchable(db, mapId)
  const lettering = { width, height, words: await listWords(db, mapId) }
  const copy = await files.localCopy(pyramidKey(map.scanId), signal)
  try {
    const request = {
      lettering,
      near: undefined,
      limit: MAX_SEARCHED_POINTS,
      sheet: { path: copy.path, width, height },
    }
    const { points, odds, reason, by, place } = await proposer.propose(userId, request, signal)
    await settle()
    await db.transaction(async (tx) => {
      const locked = await lockMap(tx, mapId)
      if (locked?.originalKey !== originalKey) return
      const result = { points: pointsView(points), odds: oddsOf(odds), reason, by, place }
      await finishPointSearch(tx, { mapId, attempt }, result)
    })
    await cancelUnsearchable(db, mapId)
  } finally {
    await copy.release()
  }
}

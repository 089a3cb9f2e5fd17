import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import {
  beginConversion,
  failConversion,
  finishConversion,
  isMap,
  reportConversion,
  returnConversion,
} from '../db/queries/conversions.ts'
import {
  CONVERTED_FILES,
  type ConvertedScan,
  type ConvertScanOptions,
} from '../raster/scan/converted-scan.ts'
import { convertScan } from '../raster/scan/convert-scan.ts'
import { announce } from '../services/notifications/announce.ts'
import { isLargeJob } from '../services/operation/large-jobs.ts'
import { type Conversion, queueConversion } from '../services/uploads/queue-conversion.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import { attemptFolder } from './attempt-folder.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'
import { finalFailure, giveUp, tookTooLong } from './job-failure.ts'
import { throttledProgress } from './progress.ts'
import { beginTimeBudget } from './time-budget.ts'
import { mapFileKey, mapFolder } from '../storage/map-keys.ts'

const payloadSchema = z.object({ mapId: z.string() })

/** Turns an uploaded original into thumbnails and `converted.tif`, and publishes them with one update. */
export function convertMapTask(deps: JobDeps): Task {
  const { db, files, workFolder } = deps
  return async (payload, context) => {
    const { mapId } = payloadSchema.parse(payload)
    const attempt = newId()
    const original = await beginConversion(db, mapId, attempt)
    if (!original) return
    const tell = (state: 'converting' | 'ready' | 'failed', percent: number) =>
      announce(deps.db, {
        kind: 'job',
        userIds: [original.ownerId],
        job: { mapId, kind: 'convert', processing: { state, percent, error: null } },
      })

    const [superseded, tooLarge] = [new AbortController(), new AbortController()]
    const budget = beginTimeBudget(deps.jobMs)
    const signal = AbortSignal.any([context.signal, superseded.signal, tooLarge.signal, budget.signal])
    const progress = throttledProgress(
      async (percent) => {
        const counts = await reportConversion(db, mapId, attempt, percent)
        if (counts) await tell('converting', percent)
        return counts
      },
      () => superseded.abort(),
    )
    let outFolder: string | undefined
    try {
      await requireFreeDisk(workFolder, deps.freeDiskBytes)
      outFolder = await attemptFolder(workFolder, `convert-${mapId}`, attempt)
      const converted = await convertStored(deps, original, {
        outFolder,
        onProgress: (percent) => progress.report(percent),
        onProbed: (pixels) => {
          if (context.isKeptForSmall && isLargeJob(deps.largeJobPixels, { pixels })) tooLarge.abort()
        },
        signal,
      })
      await progress.settle()
      signal.throwIfAborted()
      for (const path of Object.values(CONVERTED_FILES))
        await files.adopt(mapFileKey(mapId, path), join(outFolder, path))
      if (await finishConversion(db, mapId, attempt, resultOf(converted))) await tell('ready', 100)
      // An account that ended meanwhile took its maps along; their files were removed before these came.
      else if (!(await isMap(db, mapId))) await files.removeAll(mapFolder(mapId))
    } catch (error) {
      if (context.signal.aborted || superseded.signal.aborted) throw error
      if (tooLarge.signal.aborted)
        return queueAnew(db, { mapId, ownerId: original.ownerId, isLarge: true }, attempt)
      const isLast = context.attempt >= context.maxAttempts
      const failure = budget.signal.aborted
        ? tookTooLong()
        : (finalFailure(error) ?? (isLast ? giveUp(error, 'errors.upload.incomplete') : undefined))
      if (!failure) throw error
      await failConversion(db, mapId, attempt, failure)
      await tell('failed', 0)
    } finally {
      budget.end()
      if (outFolder) await rm(outFolder, { recursive: true, force: true })
    }
  }
}

/** Makes room for a small job: this one waits for a slot that takes large ones. */
async function queueAnew(db: Database, conversion: Conversion, attempt: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await returnConversion(tx, conversion.mapId, attempt)) await queueConversion(tx, conversion)
  })
}

async function convertStored(
  { files }: JobDeps,
  original: { readonly originalKey: string; readonly originalExtension: string },
  options: Pick<ConvertScanOptions, 'outFolder' | 'onProgress' | 'onProbed' | 'signal'>,
): Promise<ConvertedScan> {
  const scan = await files.localCopy(original.originalKey, options.signal)
  try {
    return await convertScan({
      ...options,
      scanPath: scan.path,
      originalExtension: original.originalExtension,
    })
  } finally {
    await scan.release()
  }
}

function resultOf({ width, height, hasAlpha, bytes, warnings, embeddedGcps }: ConvertedScan) {
  return { width, height, hasAlpha, bytes, warnings, embeddedGcps: embeddedGcps ?? null }
}

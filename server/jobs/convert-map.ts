import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
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
import { digestOf } from './digest-scans.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import { type Attempt, runAttempt } from './run-attempt.ts'
import { decodingMs } from './time-budget.ts'
import { mapFileKey, mapFolder } from '../storage/map-keys.ts'

const payloadSchema = z.object({ mapId: z.string() })

/** Turns an uploaded original into thumbnails and `converted.tif`, and publishes them with one update. */
export function convertMapTask(deps: JobDeps): Task {
  const { db } = deps
  return async (payload, context) => {
    const { mapId } = payloadSchema.parse(payload)
    const tell = ({ ownerId }: Original, state: 'converting' | 'ready' | 'failed', percent: number) =>
      announce(db, {
        kind: 'job',
        userIds: [ownerId],
        job: { mapId, kind: 'convert', processing: { state, percent, error: null } },
      })
    await runAttempt<Original>(context, deps.jobMs, {
      begin: (attempt) => beginConversion(db, mapId, attempt),
      report: async ({ id, begun }, percent) => {
        const counts = await reportConversion(db, mapId, id, percent)
        if (counts) await tell(begun, 'converting', percent)
        return counts
      },
      work: async (attempt) => {
        const tooLarge = new AbortController()
        const onProbed = (pixels: number) => {
          attempt.limitTime(decodingMs(pixels, attempt.begun.originalBytes))
          if (context.isReservedForSmall && isLargeJob(deps.largeJobPixels, { pixels })) tooLarge.abort()
        }
        const signal = AbortSignal.any([attempt.signal, tooLarge.signal])
        try {
          if (await convertAndPublish(deps, mapId, { ...attempt, signal }, onProbed))
            await tell(attempt.begun, 'ready', 100)
        } catch (error) {
          if (attempt.signal.aborted || !tooLarge.signal.aborted) throw error
          await queueAnew(db, { mapId, ownerId: attempt.begun.ownerId, isLarge: true }, attempt.id)
        }
      },
      failureOf: (error, isLast) =>
        finalFailure(error) ??
        (isLast ? failureAfterLastAttempt(error, 'errors.upload.incomplete') : undefined),
      fail: async ({ id, begun }, failure) => {
        await failConversion(db, mapId, id, failure)
        await tell(begun, 'failed', 0)
      },
      forget: () => Promise.resolve(),
      // The next attempt finds out what is left to do.
      onSuperseded: (error) => Promise.reject(error),
    })
  }
}

type Original = NonNullable<Awaited<ReturnType<typeof beginConversion>>>

/** False where the attempt no longer counts. */
async function convertAndPublish(
  deps: JobDeps,
  mapId: string,
  { id, begun: original, signal, report, settle }: Attempt<Original>,
  onProbed: (pixels: number) => void,
): Promise<boolean> {
  const { db, files, workFolder } = deps
  let outFolder: string | undefined
  try {
    await requireFreeDisk(workFolder, deps.freeDiskBytes)
    outFolder = await attemptFolder(workFolder, `convert-${mapId}`, id)
    const converted = await convertStored(deps, original, { outFolder, onProgress: report, onProbed, signal })
    await settle()
    signal.throwIfAborted()
    for (const path of Object.values(CONVERTED_FILES))
      await files.adopt(mapFileKey(mapId, path), join(outFolder, path))
    if (await finishConversion(db, mapId, id, resultOf(converted))) return true
    // An account that ended meanwhile took its maps along; their files were removed before these came.
    if (!(await isMap(db, mapId))) await files.removeAll(mapFolder(mapId))
    return false
  } finally {
    if (outFolder) await rm(outFolder, { recursive: true, force: true })
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
): Promise<ConvertedScan & { readonly digest: string }> {
  const scan = await files.localCopy(original.originalKey, options.signal)
  try {
    const converted = await convertScan({
      ...options,
      scanPath: scan.path,
      originalExtension: original.originalExtension,
    })
    return { ...converted, digest: await digestOf(scan.path, options.signal) }
  } finally {
    await scan.release()
  }
}

function resultOf({
  width,
  height,
  hasAlpha,
  bytes,
  warnings,
  embeddedGcps,
  digest,
}: ConvertedScan & { readonly digest: string }) {
  return { width, height, hasAlpha, bytes, warnings, embeddedGcps: embeddedGcps ?? null, digest }
}

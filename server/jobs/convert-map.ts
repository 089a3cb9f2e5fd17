import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newId } from '../db/new-id.ts'
import {
  beginConversion,
  failConversion,
  finishConversion,
  isMap,
  reportConversion,
} from '../db/queries/conversions.ts'
import {
  CONVERTED_FILES,
  type ConvertedScan,
  convertScan,
  type ConvertScanOptions,
} from '../raster/convert-scan.ts'
import { announce } from '../services/announce.ts'
import { attemptFolder } from './attempt-folder.ts'
import type { JobDoors } from './job-doors.ts'
import type { Task } from './job-runner.ts'
import { finalFailure, giveUp } from './job-failure.ts'
import { throttledProgress } from './progress.ts'

const payloadSchema = z.object({ mapId: z.string() })

/** Turns an uploaded original into thumbnails and `converted.tif`, and publishes them with one update. */
export function convertMapTask(doors: JobDoors): Task {
  const { db, files, workFolder } = doors
  return async (payload, context) => {
    const { mapId } = payloadSchema.parse(payload)
    const attempt = newId()
    const original = await beginConversion(db, mapId, attempt)
    if (!original) return
    const tell = (state: 'converting' | 'ready' | 'failed', percent: number) =>
      announce(doors.db, {
        kind: 'job',
        userIds: [original.ownerId],
        job: { mapId, kind: 'convert', processing: { state, percent, error: null } },
      })

    const superseded = new AbortController()
    const signal = AbortSignal.any([context.signal, superseded.signal])
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
      outFolder = await attemptFolder(workFolder, `convert-${mapId}`, attempt)
      const converted = await convertStored(doors, original, {
        outFolder,
        onProgress: (percent) => progress.report(percent),
        signal,
      })
      await progress.settle()
      signal.throwIfAborted()
      for (const path of Object.values(CONVERTED_FILES))
        await files.adopt(`maps/${mapId}/${path}`, join(outFolder, path))
      if (await finishConversion(db, mapId, attempt, resultOf(converted))) await tell('ready', 100)
      // An account that ended meanwhile took its maps along; their files were removed before these came.
      else if (!(await isMap(db, mapId))) await files.removeAll(`maps/${mapId}/`)
    } catch (error) {
      if (signal.aborted) throw error
      const isLast = context.attempt >= context.maxAttempts
      const failure = finalFailure(error) ?? (isLast ? giveUp(error, 'errors.upload.incomplete') : undefined)
      if (!failure) throw error
      await failConversion(db, mapId, attempt, failure)
      await tell('failed', 0)
    } finally {
      if (outFolder) await rm(outFolder, { recursive: true, force: true })
    }
  }
}

async function convertStored(
  { files }: JobDoors,
  original: { readonly originalKey: string; readonly originalExtension: string },
  options: Pick<ConvertScanOptions, 'outFolder' | 'onProgress' | 'signal'>,
): Promise<ConvertedScan> {
  const scan = await files.localCopy(original.originalKey)
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

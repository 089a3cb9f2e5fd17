import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { queryableOf } from '../db/database.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { isId } from '../db/new-id.ts'
import { releaseOldPieces } from '../db/queries/imports.ts'
import { removeOldBegunUploads } from '../db/queries/storage.ts'
import { ORPHAN_AFTER_MS } from '../services/operation/check-data.ts'
import { removeFiles } from '../services/maps/files/remove-files.ts'
import { CLEAN_UP, CLEAN_UP_PERIOD_MS, cleanUp } from '../services/operation/remove-expired.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

/** Jobs of earlier releases name no scan: it was the map's own. */
const removePayload = z.object({ mapId: z.uuid(), scanId: z.uuid().optional() })

/** Clears up, and names the time of the next run before it begins, so that a killed run does not end the series. */
export function cleanUpTask(deps: JobDeps): Task {
  return async (_payload, { signal }) => {
    await scheduleCleanUp(deps, CLEAN_UP_PERIOD_MS)
    await cleanUp(deps, signal)
    await removeOldWork(deps.workFolder)
    await releaseOldPieces(deps.db, ORPHAN_AFTER_MS)
    await removeOldBegunUploads(deps.db, await removeOldUploads(deps.uploadFolder))
  }
}

/** Sees to it that the series of runs goes on. */
export async function scheduleCleanUp({ db }: Pick<JobDeps, 'db'>, inMs: number): Promise<void> {
  await enqueueJob(queryableOf(db), CLEAN_UP, {}, { key: CLEAN_UP, runAt: new Date(Date.now() + inMs) })
}

/** What killed attempts and given-up uploads left, once nobody can go on with it. */
async function removeOldWork(workFolder: string): Promise<void> {
  for (const name of await readdir(workFolder).catch(() => [])) {
    const path = join(workFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ORPHAN_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}

/**
 * Removes uploads to which nothing has come for a day. The metadata that the client sent lies beside the upload and is written
 * once: a file that takes longer than a day to arrive must not lose it. Returns the ids of those that stay.
 */
export async function removeOldUploads(uploadFolder: string, now = Date.now()): Promise<string[]> {
  const changed = new Map<string, number>()
  const names = await readdir(uploadFolder).catch(() => [])
  for (const name of names) {
    const found = await stat(join(uploadFolder, name)).catch(() => undefined)
    const id = name.replace(/\.json$/, '')
    if (found) changed.set(id, Math.max(changed.get(id) ?? 0, found.mtimeMs))
  }
  const isOld = (changedAt: number) => now - changedAt > ORPHAN_AFTER_MS
  for (const [id, changedAt] of changed)
    if (isOld(changedAt))
      for (const name of [id, `${id}.json`]) await rm(join(uploadFolder, name), { force: true })
  return [...changed].filter(([id, changedAt]) => isId(id) && !isOld(changedAt)).map(([id]) => id)
}

/** Removes the files of a map whose row is gone. */
export function removeFilesTask(deps: JobDeps): Task {
  return async (payload) => {
    const { mapId, scanId = mapId } = removePayload.parse(payload)
    await removeFiles(deps, { mapId, scanId })
  }
}

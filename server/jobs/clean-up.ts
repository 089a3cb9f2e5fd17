import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { queryableOf } from '../db/database.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { ORPHAN_AFTER_MS } from '../services/check-data.ts'
import { CLEAN_UP, CLEAN_UP_PERIOD_MS, cleanUp } from '../services/clean-up.ts'
import type { JobDoors } from './job-doors.ts'
import type { Task } from './job-runner.ts'

const removePayload = z.object({ mapId: z.uuid() })

/** Clears up, and names the time of the next run before it begins, so that a killed run does not end the series. */
export function cleanUpTask(doors: JobDoors): Task {
  return async (_payload, { signal }) => {
    await scheduleCleanUp(doors, CLEAN_UP_PERIOD_MS)
    await cleanUp(doors, signal)
    await removeOldWork(doors.workFolder)
    await removeOldUploads(doors.uploadFolder)
  }
}

/** Sees to it that the series of runs goes on. */
export async function scheduleCleanUp({ db }: Pick<JobDoors, 'db'>, inMs: number): Promise<void> {
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
 * Removes uploads to which nothing has come for a day. What the client said of an upload lies beside it and is written
 * once: a file that takes longer than a day to arrive must not lose it.
 */
export async function removeOldUploads(uploadFolder: string, now = Date.now()): Promise<void> {
  const changed = new Map<string, number>()
  const names = await readdir(uploadFolder).catch(() => [])
  for (const name of names) {
    const found = await stat(join(uploadFolder, name)).catch(() => undefined)
    const id = name.replace(/\.json$/, '')
    if (found) changed.set(id, Math.max(changed.get(id) ?? 0, found.mtimeMs))
  }
  for (const [id, changedAt] of changed)
    if (now - changedAt > ORPHAN_AFTER_MS)
      for (const name of [id, `${id}.json`]) await rm(join(uploadFolder, name), { force: true })
}

/** Removes the files of a map whose row is gone. */
export function removeFilesTask({ files }: JobDoors): Task {
  return async (payload) => files.removeAll(`maps/${removePayload.parse(payload).mapId}/`)
}

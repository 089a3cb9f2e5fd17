import { type Database, queryableOf } from '../../../db/database.ts'
import { enqueueJob } from '../../../db/jobs/enqueue-job.ts'
import { hasMaps } from '../../../db/queries/stored-files.ts'
import type { MapFiles } from '../../../storage/map-files.ts'
import { isScanKey, mapFolder } from '../../../storage/map-keys.ts'

/** Name of the job that removes the files of maps whose rows are gone. */
export const REMOVE_FILES = 'remove-files'

/** A map whose row is gone. */
export interface RemovedMap {
  readonly mapId: string
  readonly scanId: string
}

/** Has the files of a map removed once its row is gone, with the transaction that removes the row. */
export async function removeFilesLater(tx: Database, { mapId, scanId }: RemovedMap): Promise<void> {
  await enqueueJob(queryableOf(tx), REMOVE_FILES, { mapId, scanId }, { key: `${REMOVE_FILES}:${mapId}` })
}

/**
 * Removes the files of a map whose row is gone, and those of its scan where it was the scan's last map. Of maps that are
 * removed at once, the one looked at last finds no other: their rows are gone before their files are.
 *
 * Decision: docs/decisions/2026-11-29-maps-of-one-scan.md
 */
export async function removeFiles(
  { db, files }: { readonly db: Database; readonly files: MapFiles },
  { mapId, scanId }: RemovedMap,
): Promise<void> {
  if (await hasMaps(db, mapId)) {
    for await (const { key } of files.list(mapFolder(mapId))) if (!isScanKey(key)) await files.remove(key)
  } else await files.removeAll(mapFolder(mapId))
  if (scanId !== mapId && !(await hasMaps(db, scanId))) await files.removeAll(mapFolder(scanId))
}

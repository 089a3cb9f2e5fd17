import { type Database, queryableOf } from '../../../db/database.ts'
import { enqueueJob } from '../../../db/jobs/enqueue-job.ts'

/** Name of the job that removes the files of maps whose rows are gone. */
export const REMOVE_FILES = 'remove-files'

/** Has the files of a map removed once its row is gone, with the transaction that removes the row. */
export async function removeFilesLater(tx: Database, mapId: string): Promise<void> {
  await enqueueJob(queryableOf(tx), REMOVE_FILES, { mapId }, { key: `${REMOVE_FILES}:${mapId}` })
}

import type { ScanSource } from '../../interop/scan-source.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob, queueOfUser } from '../../db/jobs/enqueue-job.ts'

/** Name of the job that fetches the scan of a map from elsewhere. */
export const IMPORT_MAP = 'import-map'

/** The pauses between them grow: together they outlast half an hour in which a host does not answer. */
const MAX_ATTEMPTS = 8

export interface Import {
  readonly mapId: string
  readonly ownerId: string
  readonly isLarge: boolean
  readonly source: ScanSource
}

/** Queues the fetching of a map's scan; one that is queued already is replaced. */
export async function queueImport(tx: Database, { mapId, ownerId, isLarge, source }: Import): Promise<void> {
  await enqueueJob(
    queryableOf(tx),
    IMPORT_MAP,
    { mapId, source },
    { key: `${IMPORT_MAP}:${mapId}`, queue: queueOfUser(ownerId), maxAttempts: MAX_ATTEMPTS, isLarge },
  )
}

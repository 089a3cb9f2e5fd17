import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob, queueOfUser } from '../../db/jobs/enqueue-job.ts'

/** Name of the job that turns an original into thumbnails and a pyramid. */
export const CONVERT_MAP = 'convert-map'

export interface Conversion {
  readonly mapId: string
  readonly ownerId: string
  readonly isLarge: boolean
}

/** Queues the conversion of a map's original; one that is queued already is replaced. */
export async function queueConversion(tx: Database, { mapId, ownerId, isLarge }: Conversion): Promise<void> {
  await enqueueJob(
    queryableOf(tx),
    CONVERT_MAP,
    { mapId },
    { key: `${CONVERT_MAP}:${mapId}`, queue: queueOfUser(ownerId), maxAttempts: 5, isLarge },
  )
}

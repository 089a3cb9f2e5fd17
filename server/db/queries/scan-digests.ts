import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { type Database, queryableOf } from '../database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { maps } from '../schema/maps.ts'

/** Name of the job that digests scans which were read before they were known by their content. */
export const DIGEST_SCANS = 'digest-scans'

/** Sees to it that every scan that was read has a digest. */
export async function queueScanDigests(db: Database): Promise<void> {
  await enqueueJob(queryableOf(db), DIGEST_SCANS, {}, { key: DIGEST_SCANS, queue: DIGEST_SCANS })
}

/** A stored scan. */
export interface StoredScan {
  readonly id: string
  readonly originalKey: string
}

/** Scans without a digest in the order of their maps' ids, those behind one. */
export function undigestedScans(
  db: Database,
  after: string | undefined,
  limit: number,
): Promise<StoredScan[]> {
  return db
    .select({ id: maps.id, originalKey: maps.originalKey })
    .from(maps)
    .where(
      and(
        eq(maps.processingState, 'ready'),
        isNull(maps.scanDigest),
        after === undefined ? undefined : gt(maps.id, after),
      ),
    )
    .orderBy(asc(maps.id))
    .limit(limit)
}

/** Keeps the digest of a scan, unless another one has taken its place. */
export async function saveScanDigest(
  db: Database,
  { id, originalKey }: StoredScan,
  digest: string,
): Promise<void> {
  await db
    .update(maps)
    .set({ scanDigest: digest })
    .where(and(eq(maps.id, id), eq(maps.originalKey, originalKey)))
}

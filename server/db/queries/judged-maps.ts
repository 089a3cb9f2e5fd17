import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Transformation } from '../../../contract/api/map-record.ts'
import { type Database, queryableOf } from '../database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { maps, mapVersions } from '../schema/maps.ts'

/** Name of the job that finds out how exactly published overlays lie. */
export const JUDGE_MAPS = 'judge-maps'

/** Sees to it that overlays which nobody has judged are. */
export async function queueJudging(tx: Database): Promise<void> {
  await enqueueJob(queryableOf(tx), JUDGE_MAPS, {}, { key: JUDGE_MAPS, queue: JUDGE_MAPS })
}

/** A published overlay of which it is not known how exactly it lies. */
export interface UnjudgedMap {
  readonly id: string
  readonly versionId: string
  readonly imageWidth: number | null
  readonly imageHeight: number | null
  readonly transformation: Transformation
}

export async function unjudgedMaps(db: Database, limit: number): Promise<UnjudgedMap[]> {
  return db
    .select({
      id: maps.id,
      versionId: mapVersions.id,
      imageWidth: maps.imageWidth,
      imageHeight: maps.imageHeight,
      transformation: mapVersions.transformation,
    })
    .from(maps)
    .innerJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .where(
      and(
        isNotNull(maps.currentVersionId),
        sql`${maps.judgedVersionId} is distinct from ${maps.currentVersionId}`,
      ),
    )
    .limit(limit)
}

/** Keeps what was found of an overlay, unless another has been published meanwhile. */
export async function saveJudgement(
  db: Database,
  { id, versionId }: Pick<UnjudgedMap, 'id' | 'versionId'>,
  errorMetres: number | null,
): Promise<void> {
  await db
    .update(maps)
    .set({ errorMetres, judgedVersionId: versionId })
    .where(and(eq(maps.id, id), eq(maps.currentVersionId, versionId)))
}

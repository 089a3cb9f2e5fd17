import { and, eq, sql } from 'drizzle-orm'
import type { Transformation } from '../../../contract/api/map-record.ts'
import { type Database, queryableOf } from '../database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { maps, mapVersions } from '../schema/maps.ts'

/** Name of the job that outlines overlays anew which were made before outlines ended with the crop. */
export const OUTLINE_CROPS = 'outline-crops'

/** Sees to it that overlays whose outline is that of the whole sheet get that of their crop. */
export async function queueCropOutlines(db: Database): Promise<void> {
  await enqueueJob(queryableOf(db), OUTLINE_CROPS, {}, { key: OUTLINE_CROPS, queue: OUTLINE_CROPS })
}

/** An overlay with a crop and the outline of the whole sheet. */
export interface SheetOutlined {
  readonly id: string
  readonly imageWidth: number | null
  readonly imageHeight: number | null
  readonly transformation: Transformation
}

export function sheetOutlined(db: Database, limit: number): Promise<SheetOutlined[]> {
  return db
    .select({
      id: mapVersions.id,
      imageWidth: maps.imageWidth,
      imageHeight: maps.imageHeight,
      transformation: mapVersions.transformation,
    })
    .from(mapVersions)
    .innerJoin(maps, eq(maps.id, mapVersions.mapId))
    .where(
      and(eq(mapVersions.outlinesCrop, false), sql`${mapVersions.transformation} ->> 'mask' is not null`),
    )
    .limit(limit)
}

/** Keeps the outline of an overlay; null: there is none, and the one that it has stays for good. */
export async function saveCropOutline(
  db: Database,
  id: string,
  outline: readonly (readonly (readonly [x: number, y: number])[])[] | null,
): Promise<void> {
  const footprint = outline && {
    footprint: outline.map((ring) => ring.map(([x, y]): [number, number] => [x, y])),
  }
  await db.transaction(async (tx) => {
    await tx
      .update(mapVersions)
      .set({ ...footprint, outlinesCrop: true })
      .where(eq(mapVersions.id, id))
    if (footprint)
      await tx
        .update(maps)
        .set({ outlineRevision: sql`${maps.outlineRevision} + 1` })
        .where(eq(maps.currentVersionId, id))
  })
}

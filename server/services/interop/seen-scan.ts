import type { Database } from '../../db/database.ts'
import type { RecordRow } from '../../db/queries/map-rows.ts'
import { findVersion, type VersionRow } from '../../db/queries/transforms.ts'
import { visibleMap } from '../maps/record/maps.ts'
import { notFound } from '../refusal.ts'

/** A map whose scan can be shown, to someone who may see it. */
export interface SeenScan {
  readonly row: RecordRow
  readonly width: number
  readonly height: number
  /** The published overlay. */
  readonly version: VersionRow | undefined
}

/**
 * A map that anyone may see, or its owner where they ask themselves.
 *
 * @param viewerId null: nobody is signed in
 * @throws Refusal 404 where it is not theirs to see, in the trash, none, or not read yet
 */
export async function seenScan(db: Database, viewerId: string | null, id: string): Promise<SeenScan> {
  const { row } = await visibleMap(db, viewerId, id)
  const { imageWidth: width, imageHeight: height, processingState, currentVersionId } = row.map
  if (processingState !== 'ready' || width === null || height === null) throw notFound()
  const version = currentVersionId ? await findVersion(db, currentVersionId) : undefined
  return { row, width, height, version }
}

import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { mapVersions } from '../schema/maps.ts'

export type Footprint = readonly (readonly (readonly [number, number])[])[]

/** Footprints of overlays, in EPSG:3857 metres. */
export async function readFootprints(
  db: Database,
  versionIds: readonly string[],
): Promise<{ id: string; footprint: Footprint }[]> {
  if (versionIds.length === 0) return []
  return (
    db
      .select({ id: mapVersions.id, footprint: mapVersions.footprint })
      .from(mapVersions)
      // As one parameter: a list of thousands takes longer to read than its rows.
      .where(sql`${mapVersions.id} = any(${sql.param([...versionIds])}::uuid[])`)
  )
}

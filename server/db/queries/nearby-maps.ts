import { and, desc, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import { boxValue, meets, worldCopies } from './map-boxes.ts'
import { selectSummaries, type SummaryRow } from './map-rows.ts'

/**
 * Placed public maps whose boxes meet that of a map, those first that share most of their area with it.
 *
 * @param corners - of the map's overlay, EPSG:3857 metres
 */
export async function listNearbyMaps(
  db: Database,
  id: string,
  { corners, limit }: { readonly corners: Corners; readonly limit: number },
): Promise<SummaryRow[]> {
  // Area of the intersection by that of the union, wherever it is largest.
  const likenesses = worldCopies(corners).map((copy) => {
    const box = boxValue(copy)
    const shared = sql`coalesce(area(${maps.corners} # ${box}), 0)`
    return sql`${shared} / nullif(area(${maps.corners}) + area(${box}) - ${shared}, 0)`
  })
  const likeness = sql<number>`greatest(${sql.join(likenesses, sql`, `)})`
  const isSeen = and(isNull(maps.deletedAt), maps.isPublic, isNotNull(maps.currentVersionId))
  const found = await db
    .select({ id: maps.id })
    .from(maps)
    .where(and(isSeen, ne(maps.id, id), meets(corners)))
    .orderBy(sql`${desc(likeness)} nulls last`, maps.id)
    .limit(limit)
  if (found.length === 0) return []
  const ids = found.map((row) => row.id)
  // Looked at anew: one may have become private in between.
  const summaries = await selectSummaries(db, null, and(isSeen, inArray(maps.id, ids)))
  return ids.flatMap((one) => summaries.find(({ map }) => map.id === one) ?? [])
}

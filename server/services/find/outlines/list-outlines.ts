import type { MapListQuery } from '../../../../contract/api/maps.ts'
import type { Database } from '../../../db/database.ts'
import type { ListName } from '../../../db/queries/map-filters.ts'
import { listMaps } from '../../../db/queries/map-lists.ts'

/**
 * Boxes and ids of the maps of a list that have a published overlay: uint32 count n, four bytes of padding, n times
 * float64 minX, minY, maxX, maxY (EPSG:3857 metres), then a UTF-8 JSON array of the n ids; little-endian.
 */
export async function mapOutlines(
  db: Database,
  list: Extract<ListName, 'personal' | 'public' | 'favorite'>,
  viewerId: string,
  query: MapListQuery,
): Promise<{ readonly boxes: Buffer; readonly nextCursor: string | null }> {
  const { rows, nextCursor } = await listMaps(db, list, viewerId, query)
  const outlined = rows.flatMap(({ map }) => (map.corners ? [{ id: map.id, ...map.corners }] : []))
  const head = Buffer.alloc(8 + outlined.length * 32)
  head.writeUInt32LE(outlined.length, 0)
  for (const [index, { minX, minY, maxX, maxY }] of outlined.entries())
    for (const [at, metres] of [minX, minY, maxX, maxY].entries())
      head.writeDoubleLE(metres, 8 + index * 32 + at * 8)
  const ids = Buffer.from(JSON.stringify(outlined.map(({ id }) => id)))
  return { boxes: Buffer.concat([head, ids]), nextCursor }
}

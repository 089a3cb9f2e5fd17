import type { Database } from '../../db/database.ts'
import { listMembers, lockCatalog, placeMembers } from '../../db/queries/catalogs.ts'
import { Refusal } from '../refusal.ts'
import { announceCatalogs } from './announce-catalog.ts'
import { editableCatalog } from './catalogs.ts'

/**
 * Puts the maps of a catalog into an order. `mapIds` names each of them once; those in the trash keep their places.
 *
 * @throws Refusal 403, 404, 409 where the catalog holds other maps (then with the field named)
 */
export async function orderCatalog(
  db: Database,
  viewerId: string,
  id: string,
  mapIds: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await editableCatalog(tx, viewerId, id)
    await lockCatalog(tx, id)
    const held = new Set((await listMembers(tx, [id])).map(({ mapId }) => mapId))
    if (mapIds.length !== held.size || !mapIds.every((mapId) => held.has(mapId))) {
      const messageKey = 'errors.catalogs.mapsChanged'
      throw new Refusal(409, messageKey, { fields: { maps: messageKey } })
    }
    await placeMembers(tx, id, mapIds)
    await announceCatalogs(tx, [id])
  })
}

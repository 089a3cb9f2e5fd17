import type { z } from 'zod'
import type { CatalogMembers, changeCatalogMaps as call } from '../../../contract/api/catalog-maps.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import {
  addManyToCatalog,
  countEditable,
  type FavouredMap,
  lockMaps,
  recountFavourites,
  takeManyOutOfCatalog,
} from '../../db/queries/favourites.ts'
import { notifyOfFavourite, notifyOwners, type Viewer } from '../maps/opinions/favourites.ts'
import { notFound } from '../refusal.ts'
import { announceCatalogs } from './announce-catalog.ts'

type Asked = z.output<(typeof call)['body']>
type Changed = z.output<(typeof call)['reply']>

/**
 * Puts many maps into catalogs and takes many out. Maps that the viewer does not see are not added, and named. Owners of
 * maps and of catalogs are notified as for a single map.
 *
 * @throws Refusal 404 where one of the catalogs is not the viewer's to edit
 */
export function changeCatalogMaps(db: Database, viewer: Viewer, { add, remove }: Asked): Promise<Changed> {
  return db.transaction(async (tx) => {
    const catalogIds = [...new Set([...add, ...remove].map(({ catalogId }) => catalogId))]
    const areTheirs =
      catalogIds.every(isId) && (await countEditable(tx, viewer.id, catalogIds)) === catalogIds.length
    if (!areTheirs) throw notFound()
    const named = new Set([...add, ...remove].flatMap(({ maps }) => maps))
    const found = await lockMaps(tx, viewer.id, [...named].filter(isId))
    const known = new Map(found.map((map) => [map.id, map]))
    const isSeen = (id: string) => {
      const map = known.get(id)
      return map !== undefined && (map.isPublic || map.ownerId === viewer.id)
    }
    const removed = await changeEach(remove, (catalogId, maps) =>
      takeManyOutOfCatalog(
        tx,
        catalogId,
        maps.filter((id) => known.has(id)),
      ),
    )
    const added = await changeEach(add, (catalogId, maps) =>
      addManyToCatalog(tx, catalogId, maps.filter(isSeen)),
    )
    await recountFavourites(tx, [...known.keys()])
    await announceCatalogs(tx, catalogIds)
    await notifyAll(tx, viewer, known, { added, removed })
    const missing = [...new Set(add.flatMap(({ maps }) => maps))].filter((id) => !isSeen(id))
    return { added, removed, missing }
  })
}

/** Catalogs of which something was changed, with what it was. */
async function changeEach(
  members: readonly CatalogMembers[],
  change: (catalogId: string, maps: readonly string[]) => Promise<string[]>,
): Promise<CatalogMembers[]> {
  const changed: CatalogMembers[] = []
  for (const { catalogId, maps } of members) {
    const ids = await change(catalogId, [...new Set(maps)])
    if (ids.length > 0) changed.push({ catalogId, maps: ids })
  }
  return changed
}

async function notifyAll(
  tx: Database,
  viewer: Viewer,
  known: ReadonlyMap<string, FavouredMap>,
  { added, removed }: Pick<Changed, 'added' | 'removed'>,
): Promise<void> {
  const changes = [
    ...added.map((members) => ({ ...members, type: 'catalog_map_added' as const })),
    ...removed.map((members) => ({ ...members, type: 'catalog_map_removed' as const })),
  ]
  for (const { catalogId, maps, type } of changes)
    for (const id of maps) {
      const map = known.get(id)
      if (map) await notifyOwners(tx, viewer.id, map, [catalogId], type)
    }
  const others = [...new Set(added.flatMap(({ maps }) => maps))].flatMap((id) => known.get(id) ?? [])
  for (const map of others)
    if (!map.isFavorited && map.ownerId !== viewer.id) await notifyOfFavourite(tx, viewer, map)
}

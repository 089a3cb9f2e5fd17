import type { Database } from '../../../db/database.ts'
import { isId } from '../../../db/new-id.ts'
import {
  addToCatalogs,
  catalogsHolding,
  countEditable,
  editableCatalogsHolding,
  favouritesCount,
  lockCatalogsOfOthers,
  recountFavourites,
  takeOutOfCatalogs,
} from '../../../db/queries/favourites.ts'
import { findRecord, type RecordRow } from '../../../db/queries/map-rows.ts'
import { lockMap } from '../../../db/queries/map-writes.ts'
import { isVisible } from '../record/map-view.ts'
import { announceCatalogs } from '../../catalogs/announce-catalog.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyTogether } from '../../notifications/notify-together.ts'
import { notFound } from '../../refusal.ts'

export interface Viewer {
  readonly id: string
  readonly username: string
}

/**
 * A map whose place in catalogs that the viewer may edit may be looked at: one that is visible, or one that lies in one
 * of them, such as one that became private after it was added. @throws Refusal 404
 */
async function mapInReach(db: Database, viewerId: string, mapId: string): Promise<RecordRow> {
  const row = isId(mapId) ? await findRecord(db, viewerId, mapId) : undefined
  const isInReach =
    row && (isVisible(row, viewerId) || (await editableCatalogsHolding(db, viewerId, row.map.id)).length > 0)
  if (!isInReach) throw notFound()
  return row
}

/** The catalogs that hold the map and that the viewer may edit. @throws Refusal 404 */
export async function catalogsOfMap(
  db: Database,
  viewerId: string,
  mapId: string,
): Promise<{ catalogs: { id: string; _id: string; title: string }[] }> {
  const { map } = await mapInReach(db, viewerId, mapId)
  const holding = await editableCatalogsHolding(db, viewerId, map.id)
  return { catalogs: holding.map(({ id, title }) => ({ id, _id: id, title })) }
}

export interface CatalogChange {
  readonly addCatalogs: readonly string[]
  readonly removeCatalogs: readonly string[]
}

/**
 * Adds a map to some of the catalogs that the viewer may edit and takes it out of others, all or nothing. The map's owner
 * hears of a first favourite, the owners of the catalogs of what is new in them and what was taken out. @throws Refusal 404 where the map or one of the catalogs is not the viewer's to use
 */
export function changeFavourites(
  db: Database,
  viewer: Viewer,
  mapId: string,
  { addCatalogs, removeCatalogs }: CatalogChange,
): Promise<{ isFavorited: boolean; favoritesCount: number }> {
  return db.transaction(async (tx) => {
    const row = await mapInReach(tx, viewer.id, mapId)
    const { map } = row
    const named = [...new Set([...addCatalogs, ...removeCatalogs])]
    const areAllTheirs = named.every(isId) && (await countEditable(tx, viewer.id, named)) === named.length
    // A map that went private after it was added may only be taken out.
    if (!areAllTheirs || (addCatalogs.length > 0 && !isVisible(row, viewer.id))) throw notFound()
    if (!(await lockMap(tx, map.id))) throw notFound()

    const removed = await takeOutOfCatalogs(tx, map.id, removeCatalogs)
    const added = await addToCatalogs(tx, map.id, addCatalogs)
    await recountFavourites(tx, [map.id])
    await announceCatalogs(tx, named)
    const isFavorited = (await catalogsHolding(tx, viewer.id, map.id)).length > 0
    if (isFavorited && !row.isFavorited) await notifyOfFavourite(tx, viewer, map)
    await notifyOwners(tx, viewer.id, map, added, 'catalog_map_added')
    await notifyOwners(tx, viewer.id, map, removed, 'catalog_map_removed')
    return { isFavorited, favoritesCount: await favouritesCount(tx, map.id) }
  })
}

/** Tells the owner of a map, once, that somebody else has it among their favourites. */
export async function notifyOfFavourite(
  tx: Database,
  viewer: Viewer,
  map: { readonly id: string; readonly ownerId: string; readonly title: string },
): Promise<void> {
  if (map.ownerId === viewer.id) return
  await notify(tx, {
    userId: map.ownerId,
    type: 'new_favorite',
    senderId: viewer.id,
    data: { mapId: map.id, mapTitle: map.title },
    actionUrl: `/public-maps?mapId=${map.id}`,
    once: `favorite:${map.id}:${viewer.id}`,
  })
}

/** Tells those whose catalogs the viewer edits together with them that a map is new there, or was taken out. */
export async function notifyOwners(
  tx: Database,
  viewerId: string,
  map: { readonly id: string; readonly title: string },
  catalogIds: readonly string[],
  type: 'catalog_map_added' | 'catalog_map_removed',
): Promise<void> {
  for (const { id, title, ownerId } of await lockCatalogsOfOthers(tx, viewerId, catalogIds))
    await notifyTogether(tx, {
      userIds: [ownerId],
      type,
      senderId: viewerId,
      // Each map that was taken out can be put back.
      by: type === 'catalog_map_added' ? 'catalogId' : 'mapId',
      data: { catalogId: id, catalogTitle: title, mapId: map.id, mapTitle: map.title },
      actionUrl: `/catalogs?catalogId=${id}`,
    })
}

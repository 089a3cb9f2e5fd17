import { and, eq, inArray, isNull, ne, not, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { catalogMaps, catalogs, catalogShares } from '../schema/catalogs.ts'
import { maps } from '../schema/maps.ts'

/** Catalogs that a user owns, or that are shared with them to edit together. */
const isEditableBy = (
  userId: string,
) => sql`(${catalogs.ownerId} = ${userId} or exists (select 1 from ${catalogShares}
  where ${catalogShares.catalogId} = ${catalogs.id} and ${catalogShares.userId} = ${userId} and ${catalogShares.mayEdit}))`

interface NamedCatalog {
  readonly id: string
  readonly title: string
}

function catalogsWith(db: Database, mapId: string, areMeant: SQL): Promise<NamedCatalog[]> {
  return db
    .select({ id: catalogs.id, title: catalogs.title })
    .from(catalogs)
    .innerJoin(catalogMaps, eq(catalogMaps.catalogId, catalogs.id))
    .where(and(areMeant, eq(catalogMaps.mapId, mapId)))
    .orderBy(sql`${catalogs.title} collate "lt-x-icu"`, catalogs.id)
}

/** The user's own catalogs that hold the map. */
export const catalogsHolding = (db: Database, ownerId: string, mapId: string): Promise<NamedCatalog[]> =>
  catalogsWith(db, mapId, eq(catalogs.ownerId, ownerId))

/** The catalogs that hold the map and that the user may edit. */
export const editableCatalogsHolding = (
  db: Database,
  userId: string,
  mapId: string,
): Promise<NamedCatalog[]> => catalogsWith(db, mapId, isEditableBy(userId))

/** How many of these catalogs exist and may be edited by the user. */
export function countEditable(db: Database, userId: string, catalogIds: readonly string[]): Promise<number> {
  if (catalogIds.length === 0) return Promise.resolve(0)
  return db.$count(catalogs, and(isEditableBy(userId), inArray(catalogs.id, [...catalogIds])))
}

/** Returns the catalogs that did not hold the map yet. */
export async function addToCatalogs(
  db: Database,
  mapId: string,
  catalogIds: readonly string[],
): Promise<string[]> {
  if (catalogIds.length === 0) return []
  const rows = catalogIds.map((catalogId) => ({ catalogId, mapId }))
  const added = await db
    .insert(catalogMaps)
    .values(rows)
    .onConflictDoNothing()
    .returning({ catalogId: catalogMaps.catalogId })
  return added.map(({ catalogId }) => catalogId)
}

/** Those of the catalogs that belong to others than the user, locked in one order everywhere. */
export function lockCatalogsOfOthers(
  db: Database,
  userId: string,
  catalogIds: readonly string[],
): Promise<(NamedCatalog & { readonly ownerId: string })[]> {
  return db
    .select({ id: catalogs.id, title: catalogs.title, ownerId: catalogs.ownerId })
    .from(catalogs)
    .where(and(inArray(catalogs.id, [...catalogIds]), ne(catalogs.ownerId, userId)))
    .orderBy(catalogs.id)
    .for('no key update')
}

/** Takes the private maps of a user out of a catalog: nobody else could see them there. */
export async function takeOutPrivateMaps(db: Database, catalogId: string, ownerId: string): Promise<void> {
  const taken = await db
    .delete(catalogMaps)
    .where(
      and(
        eq(catalogMaps.catalogId, catalogId),
        inArray(
          catalogMaps.mapId,
          db
            .select({ id: maps.id })
            .from(maps)
            .where(and(eq(maps.ownerId, ownerId), not(maps.isPublic))),
        ),
      ),
    )
    .returning({ mapId: catalogMaps.mapId })
  await recountFavourites(
    db,
    taken.map(({ mapId }) => mapId),
  )
}

/** Takes a map out of catalogs; returns those that contained it. */
export async function takeOutOfCatalogs(
  db: Database,
  mapId: string,
  catalogIds: readonly string[],
): Promise<string[]> {
  if (catalogIds.length === 0) return []
  const removed = await db
    .delete(catalogMaps)
    .where(and(eq(catalogMaps.mapId, mapId), inArray(catalogMaps.catalogId, [...catalogIds])))
    .returning({ id: catalogMaps.catalogId })
  return removed.map(({ id }) => id)
}

/** Locks the maps of a catalog, in one order everywhere, so that their counts can be made anew. */
export async function lockMapsOfCatalog(db: Database, catalogId: string): Promise<string[]> {
  const rows = await db
    .select({ id: maps.id })
    .from(maps)
    .where(
      inArray(
        maps.id,
        db.select({ id: catalogMaps.mapId }).from(catalogMaps).where(eq(catalogMaps.catalogId, catalogId)),
      ),
    )
    .orderBy(maps.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Counts anew how many users hold the maps in a catalog. The maps must be locked. */
export async function recountFavourites(db: Database, mapIds: readonly string[]): Promise<void> {
  if (mapIds.length === 0) return
  await db
    .update(maps)
    .set({
      favoritesCount: sql`(select count(distinct ${catalogs.ownerId}) from ${catalogMaps}
        join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId} where ${catalogMaps.mapId} = ${maps.id})`,
    })
    .where(inArray(maps.id, [...mapIds]))
}

export async function favouritesCount(db: Database, mapId: string): Promise<number> {
  const [row] = await db.select({ count: maps.favoritesCount }).from(maps).where(eq(maps.id, mapId))
  return row?.count ?? 0
}

export interface FavouredMap {
  readonly id: string
  readonly ownerId: string
  readonly title: string
  readonly isPublic: boolean
  /** In a catalog of the viewer's own. */
  readonly isFavorited: boolean
}

/** Those of the maps that are not in the trash, locked in one order everywhere. */
export async function lockMaps(
  tx: Database,
  viewerId: string,
  mapIds: readonly string[],
): Promise<FavouredMap[]> {
  if (mapIds.length === 0) return []
  return tx
    .select({
      id: maps.id,
      ownerId: maps.ownerId,
      title: maps.title,
      isPublic: maps.isPublic,
      isFavorited: sql<boolean>`exists (select 1 from ${catalogMaps} join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId}
        where ${catalogMaps.mapId} = ${maps.id} and ${catalogs.ownerId} = ${viewerId})`,
    })
    .from(maps)
    .where(and(sql`${maps.id} = any(${sql.param([...mapIds])}::uuid[])`, isNull(maps.deletedAt)))
    .orderBy(maps.id)
    .for('no key update')
}

/** Puts maps at the end of a catalog, in their order; returns those that it did not hold yet. */
export async function addManyToCatalog(
  tx: Database,
  catalogId: string,
  mapIds: readonly string[],
): Promise<string[]> {
  if (mapIds.length === 0) return []
  const { rows } = await tx.execute<{ map_id: string }>(sql`
    insert into ${catalogMaps} (catalog_id, map_id)
    select ${catalogId}::uuid, id from unnest(${sql.param([...mapIds])}::uuid[]) with ordinality as listed (id, n)
    order by n
    on conflict do nothing
    returning map_id`)
  return rows.map((row) => row.map_id)
}

/** Takes maps out of a catalog; returns those that it held. */
export async function takeManyOutOfCatalog(
  tx: Database,
  catalogId: string,
  mapIds: readonly string[],
): Promise<string[]> {
  if (mapIds.length === 0) return []
  const removed = await tx
    .delete(catalogMaps)
    .where(
      and(
        eq(catalogMaps.catalogId, catalogId),
        sql`${catalogMaps.mapId} = any(${sql.param([...mapIds])}::uuid[])`,
      ),
    )
    .returning({ id: catalogMaps.mapId })
  return removed.map(({ id }) => id)
}

import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { CATALOGS_MAX } from '../../../contract/api/catalogs.ts'
import type { Database } from '../database.ts'
import { identityKey } from '../../fold-text.ts'
import { isLinkToken, newId } from '../new-id.ts'
import { users } from '../schema/accounts.ts'
import { catalogMaps, catalogShares, catalogs } from '../schema/catalogs.ts'
import { maps } from '../schema/maps.ts'
import { selectSummaries, type SummaryRow } from './map-rows.ts'

export interface CatalogRow extends Readonly<typeof catalogs.$inferSelect> {
  readonly ownerName: string
  /** With how many users it is shared. */
  readonly shares: number
  /** How many maps it holds, those in the trash left out. */
  readonly mapCount: number
  /** As whom the viewer sees it by a share; null: it is not shared with them. */
  readonly viewerShare: 'reader' | 'editor' | null
}

function selectCatalogs(db: Database, viewerId: string | null) {
  return db
    .select({
      catalog: catalogs,
      ownerName: users.username,
      shares: sql<number>`(select count(*)::int from ${catalogShares}
        where ${catalogShares.catalogId} = ${catalogs.id})`,
      mapCount: sql<number>`(select count(*)::int from ${catalogMaps} join ${maps} on ${maps.id} = ${catalogMaps.mapId}
        where ${catalogMaps.catalogId} = ${catalogs.id} and ${maps.deletedAt} is null)`,
      viewerShare: sql<
        CatalogRow['viewerShare']
      >`(select case when ${catalogShares.mayEdit} then 'editor' else 'reader' end
        from ${catalogShares}
        where ${catalogShares.catalogId} = ${catalogs.id} and ${catalogShares.userId} = ${viewerId})`,
    })
    .from(catalogs)
    .innerJoin(users, eq(users.id, catalogs.ownerId))
    .$dynamic()
}

const flat = ({
  catalog,
  ...rest
}: Pick<CatalogRow, 'ownerName' | 'shares' | 'mapCount' | 'viewerShare'> & {
  catalog: typeof catalogs.$inferSelect
}): CatalogRow => ({
  ...catalog,
  ...rest,
})

/** The viewer's own catalogs and those shared with them, by title. */
export async function listCatalogs(db: Database, viewerId: string): Promise<CatalogRow[]> {
  const isShared = sql`exists (select 1 from ${catalogShares}
    where ${catalogShares.catalogId} = ${catalogs.id} and ${catalogShares.userId} = ${viewerId})`
  const rows = await selectCatalogs(db, viewerId)
    .where(or(eq(catalogs.ownerId, viewerId), isShared))
    .orderBy(sql`${catalogs.ownerId} <> ${viewerId}`, sql`${catalogs.title} collate "lt-x-icu"`, catalogs.id)
    .limit(CATALOGS_MAX)
  return rows.map(flat)
}

/** @param viewerId null: nobody is signed in */
export async function findCatalog(
  db: Database,
  viewerId: string | null,
  id: string,
): Promise<CatalogRow | undefined> {
  const [row] = await selectCatalogs(db, viewerId).where(eq(catalogs.id, id))
  return row && flat(row)
}

/** @param viewerId null: nobody is signed in */
export async function findCatalogByShareToken(
  db: Database,
  viewerId: string | null,
  token: string,
): Promise<CatalogRow | undefined> {
  if (!isLinkToken(token)) return undefined
  const [row] = await selectCatalogs(db, viewerId).where(eq(catalogs.shareToken, token))
  return row && flat(row)
}

/** How many catalogs a user owns. */
export function countCatalogs(db: Database, ownerId: string): Promise<number> {
  return db.$count(catalogs, eq(catalogs.ownerId, ownerId))
}

/** @throws a violation of `catalogs_title` where the owner has one of this title */
export async function insertCatalog(db: Database, ownerId: string, title: string): Promise<string> {
  const id = newId()
  await db.insert(catalogs).values({ id, ownerId, title, titleKey: identityKey(title) })
  return id
}

/** @throws a violation of `catalogs_title` where the owner has another of this title */
export async function renameCatalogRow(db: Database, id: string, title: string): Promise<void> {
  await db
    .update(catalogs)
    .set({ title, titleKey: identityKey(title) })
    .where(eq(catalogs.id, id))
}

export async function deleteCatalogRow(db: Database, id: string): Promise<void> {
  await db.delete(catalogs).where(eq(catalogs.id, id))
}

/** Keeps the token that the catalog already has, else this one. Returns the token that counts. */
export async function keepShareToken(db: Database, id: string, token: string): Promise<string> {
  const [row] = await db
    .update(catalogs)
    .set({ shareToken: sql`coalesce(${catalogs.shareToken}, ${token})` })
    .where(eq(catalogs.id, id))
    .returning({ shareToken: catalogs.shareToken })
  return row?.shareToken ?? token
}

/**
 * Shares a catalog with a user, or changes how it is shared.
 *
 * @param mayEdit undefined: as before, and at first not
 * @returns whether it was not shared with them before, or what they may do has changed
 */
export async function keepShare(
  tx: Database,
  share: { readonly catalogId: string; readonly userId: string },
  mayEdit: boolean | undefined,
): Promise<'new' | 'changed' | 'same'> {
  const inserted = await tx
    .insert(catalogShares)
    .values({ ...share, mayEdit: mayEdit ?? false })
    .onConflictDoNothing()
    .returning({ userId: catalogShares.userId })
  if (inserted.length > 0) return 'new'
  if (mayEdit === undefined) return 'same'
  const changed = await tx
    .update(catalogShares)
    .set({ mayEdit })
    .where(
      and(
        eq(catalogShares.catalogId, share.catalogId),
        eq(catalogShares.userId, share.userId),
        ne(catalogShares.mayEdit, mayEdit),
      ),
    )
    .returning({ userId: catalogShares.userId })
  return changed.length > 0 ? 'changed' : 'same'
}

/** With whom a catalog is shared, by name. */
export function listShares(db: Database, catalogId: string) {
  return db
    .select({
      username: users.username,
      sharedAt: catalogShares.sharedAt,
      mayEdit: catalogShares.mayEdit,
    })
    .from(catalogShares)
    .innerJoin(users, eq(users.id, catalogShares.userId))
    .where(eq(catalogShares.catalogId, catalogId))
    .orderBy(users.usernameKey)
}

/** Returns whether it was shared with this user. */
export async function deleteShare(db: Database, catalogId: string, userId: string): Promise<boolean> {
  const isShare = and(eq(catalogShares.catalogId, catalogId), eq(catalogShares.userId, userId))
  const deleted = await db.delete(catalogShares).where(isShare).returning({ userId: catalogShares.userId })
  return deleted.length > 0
}

/** Ends the unlisted link; the next one has another token. */
export async function removeShareToken(db: Database, id: string): Promise<void> {
  await db.update(catalogs).set({ shareToken: null }).where(eq(catalogs.id, id))
}

export interface CatalogMember {
  readonly catalogId: string
  readonly mapId: string
}

/** Which maps the catalogs hold, in the order of each; those in the trash are left out. */
export function listMembers(db: Database, catalogIds: readonly string[]): Promise<CatalogMember[]> {
  if (catalogIds.length === 0) return Promise.resolve([])
  return db
    .select({ catalogId: catalogMaps.catalogId, mapId: catalogMaps.mapId })
    .from(catalogMaps)
    .innerJoin(maps, and(eq(maps.id, catalogMaps.mapId), isNull(maps.deletedAt)))
    .where(inArray(catalogMaps.catalogId, [...catalogIds]))
    .orderBy(asc(catalogMaps.place))
}

/** Holds a catalog until the transaction ends: nothing is put into it, and nobody else orders it. */
export async function lockCatalog(tx: Database, id: string): Promise<void> {
  await tx.select({ id: catalogs.id }).from(catalogs).where(eq(catalogs.id, id)).for('update')
}

/** Gives the places of these maps of a catalog to them anew, in their order here; all others keep theirs. */
export async function placeMembers(
  tx: Database,
  catalogId: string,
  mapIds: readonly string[],
): Promise<void> {
  const ids = sql`${sql.param([...mapIds])}::uuid[]`
  await tx.execute(sql`
    with wanted as (select id, n from unnest(${ids}) with ordinality as listed (id, n)),
      places as (select place, row_number() over (order by place) as n from ${catalogMaps}
        where ${catalogMaps.catalogId} = ${catalogId} and ${catalogMaps.mapId} = any(${ids}))
    update ${catalogMaps} set place = places.place from wanted join places using (n)
    where ${catalogMaps.catalogId} = ${catalogId} and ${catalogMaps.mapId} = wanted.id`)
}

/** Catalogs and the user who sees each, be it as its owner or because it is shared with them. */
export async function listReaders(
  db: Database,
  catalogIds: readonly string[],
): Promise<{ catalogId: string; userId: string }[]> {
  if (catalogIds.length === 0) return []
  const ids = [...catalogIds]
  return db
    .select({ catalogId: catalogs.id, userId: catalogs.ownerId })
    .from(catalogs)
    .where(inArray(catalogs.id, ids))
    .unionAll(
      db
        .select({ catalogId: catalogShares.catalogId, userId: catalogShares.userId })
        .from(catalogShares)
        .where(inArray(catalogShares.catalogId, ids)),
    )
}

/** The first maps of a catalog that the viewer may see and whose scans are read, in the catalog's order. */
export async function listFirstMembers(
  db: Database,
  viewerId: string | null,
  catalogId: string,
  limit: number,
): Promise<SummaryRow[]> {
  const ids = await db
    .select({ id: catalogMaps.mapId })
    .from(catalogMaps)
    .innerJoin(maps, and(eq(maps.id, catalogMaps.mapId), isNull(maps.deletedAt)))
    .where(
      and(
        eq(catalogMaps.catalogId, catalogId),
        eq(maps.processingState, 'ready'),
        viewerId === null ? maps.isPublic : or(maps.isPublic, eq(maps.ownerId, viewerId)),
      ),
    )
    .orderBy(asc(catalogMaps.place))
    .limit(limit)
  const order = new Map(ids.map(({ id }, n) => [id, n]))
  const rows = await listSummaries(db, viewerId, [...order.keys()])
  return rows.toSorted((a, b) => order.get(a.map.id)! - order.get(b.map.id)!)
}

/** A map in a catalog, and its place there. */
export interface PlacedMember extends CatalogMember {
  readonly place: number
}

/** The first maps of each of the catalogs behind a place, in the order of each; those in the trash are left out. */
export async function listMembersBehind(
  db: Database,
  catalogIds: readonly string[],
  { behind, limit }: { readonly behind: number; readonly limit: number },
): Promise<PlacedMember[]> {
  if (catalogIds.length === 0) return []
  const { rows } = await db.execute<{ catalogId: string; mapId: string; place: string }>(sql`
    select member.catalog_id as "catalogId", member.map_id as "mapId", member.place::text as place
    from unnest(${sql.param([...catalogIds])}::uuid[]) as wanted (id)
    cross join lateral (
      select catalog_id, map_id, place from ${catalogMaps} join ${maps} on ${maps.id} = ${catalogMaps.mapId}
      where ${catalogMaps.catalogId} = wanted.id and ${maps.deletedAt} is null and ${catalogMaps.place} > ${behind}
      order by ${catalogMaps.place} limit ${limit}) as member
    order by member.place`)
  return rows.map(({ place, ...member }) => ({ ...member, place: Number(place) }))
}

/** Maps as the viewer sees them; those in the trash are left out. */
export function listSummaries(
  db: Database,
  viewerId: string | null,
  mapIds: readonly string[],
): Promise<SummaryRow[]> {
  if (mapIds.length === 0) return Promise.resolve([])
  return selectSummaries(db, viewerId, and(inArray(maps.id, [...mapIds]), isNull(maps.deletedAt)))
}

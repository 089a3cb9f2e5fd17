import type { Catalog } from '../../contract/api/catalogs.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { violatedConstraint } from '../db/database-errors.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../db/new-id.ts'
import { findUserByUsername } from '../db/queries/accounts.ts'
import {
  type CatalogMember,
  type CatalogRow,
  deleteCatalogRow,
  findCatalog,
  findCatalogByShareToken,
  insertCatalog,
  insertShare,
  isSharedWith,
  keepShareToken,
  listCatalogs,
  listMemberMaps,
  listMembers,
  renameCatalogRow,
} from '../db/queries/catalogs.ts'
import { lockMapsOfCatalog, recountFavourites } from '../db/queries/favourites.ts'
import type { SummaryRow } from '../db/queries/map-rows.ts'
import { isVisible, summaryView } from './map-view.ts'
import type { MapDoors } from './maps.ts'
import { notify } from './notify.ts'
import { notFound, Refusal } from './refusal.ts'
import { newToken } from './tokens.ts'

interface Viewer {
  readonly id: string
  readonly username: string
}

type HiddenMap = { id: string; _id: string; hidden: true }

export interface CatalogWithMaps {
  readonly catalog: Catalog
  readonly maps: (MapSummary | HiddenMap)[]
}

const titleTaken = () =>
  new Refusal(409, 'errors.catalogs.titleTaken', { fields: { title: 'errors.catalogs.titleTaken' } })

async function withoutTwin<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'catalogs_title') throw titleTaken()
    throw error
  }
}

/** What a catalog shows of its maps: all of them by their id, the visible transformed ones by title and overlay. */
function catalogView(
  catalog: CatalogRow,
  members: readonly CatalogMember[],
  rows: ReadonlyMap<string, SummaryRow>,
  viewerId: string,
  signer: MapDoors['signer'],
): Catalog {
  const mapIds = members.filter(({ catalogId }) => catalogId === catalog.id).map(({ mapId }) => mapId)
  const isOwner = catalog.ownerId === viewerId
  const transformedMaps = mapIds.flatMap((id) => {
    const row = rows.get(id)
    if (!row || !isVisible(row, viewerId)) return []
    const { transformedPath } = summaryView(row, viewerId, signer).files
    return transformedPath === null ? [] : [{ id, _id: id, title: row.map.title, tiffUrl: transformedPath }]
  })
  return {
    id: catalog.id,
    _id: catalog.id,
    title: catalog.title,
    createdAt: catalog.createdAt.toISOString(),
    maps: mapIds,
    transformedMaps,
    isOwner,
    ...(isOwner ? {} : { sharedBy: { username: catalog.ownerName } }),
  }
}

async function viewsOf(
  { db, signer }: MapDoors,
  viewerId: string,
  catalogs: readonly CatalogRow[],
): Promise<{ views: Catalog[]; rows: ReadonlyMap<string, SummaryRow> }> {
  const ids = catalogs.map(({ id }) => id)
  const [members, summaries] = await Promise.all([listMembers(db, ids), listMemberMaps(db, viewerId, ids)])
  const rows = new Map(summaries.map((row) => [row.map.id, row]))
  return { views: catalogs.map((row) => catalogView(row, members, rows, viewerId, signer)), rows }
}

/** The viewer's own catalogs, then those shared with them. */
export async function ownAndSharedCatalogs(doors: MapDoors, viewerId: string): Promise<Catalog[]> {
  return (await viewsOf(doors, viewerId, await listCatalogs(doors.db, viewerId))).views
}

/** A catalog the viewer may look into. @throws Refusal 404 */
async function catalogInSight(db: Database, viewerId: string, id: string): Promise<CatalogRow> {
  const catalog = isId(id) ? await findCatalog(db, id) : undefined
  const sees = catalog && (catalog.ownerId === viewerId || (await isSharedWith(db, id, viewerId)))
  if (!sees) throw notFound()
  return catalog
}

/** A catalog the viewer owns. @throws Refusal 404 where it is invisible, 403 where it is only shared with them */
async function ownCatalog(db: Database, viewerId: string, id: string): Promise<CatalogRow> {
  const catalog = await catalogInSight(db, viewerId, id)
  if (catalog.ownerId !== viewerId) throw new Refusal(403, 'errors.catalogs.notYours')
  return catalog
}

async function oneView(doors: MapDoors, viewerId: string, id: string): Promise<Catalog> {
  const { views } = await viewsOf(doors, viewerId, [await catalogInSight(doors.db, viewerId, id)])
  return views[0]!
}

/** @throws Refusal 409 where the viewer has one of this title */
export async function createCatalog(doors: MapDoors, viewerId: string, title: string): Promise<Catalog> {
  const id = await withoutTwin(insertCatalog(doors.db, viewerId, title))
  return oneView(doors, viewerId, id)
}

/** @throws Refusal 403, 404, 409 */
export async function renameCatalog(
  doors: MapDoors,
  viewerId: string,
  id: string,
  title: string,
): Promise<Catalog> {
  await ownCatalog(doors.db, viewerId, id)
  await withoutTwin(renameCatalogRow(doors.db, id, title))
  return oneView(doors, viewerId, id)
}

/** The maps stay; they are no longer favourites where this was their only catalog. @throws Refusal 403, 404 */
export async function deleteCatalog({ db }: MapDoors, viewerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await ownCatalog(tx, viewerId, id)
    const mapIds = await lockMapsOfCatalog(tx, id)
    await deleteCatalogRow(tx, id)
    await recountFavourites(tx, mapIds)
  })
}

async function withMaps(doors: MapDoors, viewerId: string, catalog: CatalogRow): Promise<CatalogWithMaps> {
  const { views, rows } = await viewsOf(doors, viewerId, [catalog])
  const view = views[0]!
  const maps = view.maps.map((id) => {
    const row = rows.get(id)
    return row && isVisible(row, viewerId)
      ? summaryView(row, viewerId, doors.signer)
      : { id, _id: id, hidden: true as const }
  })
  return { catalog: view, maps }
}

/** @throws Refusal 404 */
export async function catalogWithMaps(
  doors: MapDoors,
  viewerId: string,
  id: string,
): Promise<CatalogWithMaps> {
  return withMaps(doors, viewerId, await catalogInSight(doors.db, viewerId, id))
}

/** A catalog opened by its unlisted link. @throws Refusal 404 */
export async function catalogOfLink(
  doors: MapDoors,
  viewerId: string,
  token: string,
): Promise<CatalogWithMaps> {
  const catalog = await findCatalogByShareToken(doors.db, token)
  if (!catalog) throw notFound()
  return withMaps(doors, viewerId, catalog)
}

/**
 * Makes the catalog's unlisted link, and shares it read-only with a user where one is named, who is told.
 *
 * @throws Refusal 403, 404 (the catalog, or the user: then with the field named)
 */
export function shareCatalog(
  db: Database,
  viewer: Viewer,
  id: string,
  username: string | undefined,
): Promise<string> {
  return db.transaction(async (tx) => {
    const catalog = await ownCatalog(tx, viewer.id, id)
    const token = await keepShareToken(tx, id, newToken())
    if (username === undefined) return token
    const user = await findUserByUsername(tx, username)
    if (!user)
      throw new Refusal(404, 'errors.catalogs.userNotFound', {
        fields: { username: 'errors.catalogs.userNotFound' },
      })
    if (user.id !== viewer.id && (await insertShare(tx, id, user.id)))
      await notify(tx, {
        userId: user.id,
        type: 'catalog_shared',
        senderId: viewer.id,
        data: { sharerUsername: viewer.username, catalogTitle: catalog.title },
        actionUrl: `/catalogs?catalogId=${id}`,
      })
    return token
  })
}

import { CATALOG_LISTED, CATALOG_PICTURES, type Catalog } from '../../../contract/api/catalogs.ts'
import type { CatalogMap, CatalogPage, CatalogWithMaps } from '../../../contract/api/catalog-maps.ts'
import { MAX_CATALOGS } from '../../../contract/constants.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import {
  type CatalogRow,
  countCatalogs,
  deleteCatalogRow,
  findCatalog,
  findCatalogByShareToken,
  insertCatalog,
  listCatalogs,
  listMembersBehind,
  listReaders,
  listSummaries,
  renameCatalogRow,
} from '../../db/queries/catalogs.ts'
import { lockMapsOfCatalog, recountFavourites } from '../../db/queries/favourites.ts'
import type { SummaryRow } from '../../db/queries/map-rows.ts'
import { isVisible, summaryView } from '../maps/record/map-view.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { announceCatalogs } from './announce-catalog.ts'
import { tellRenamed, tellShareChange } from './tell-share.ts'

const titleTaken = () =>
  new Refusal(409, 'errors.catalogs.titleTaken', { fields: { title: 'errors.catalogs.titleTaken' } })

/** Words the refusal of a title that the owner has given already. */
async function refusingTakenTitle<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'catalogs_title') throw titleTaken()
    throw error
  }
}

/** A map as a catalog's card shows it. */
function pictureOf(
  id: string,
  row: SummaryRow | undefined,
  viewerId: string,
  signer: MapDeps['signer'],
): Catalog['pictures'][number] {
  if (!row || !isVisible(row, viewerId)) return { id, basePath: null, hidden: true }
  const { basePath, processing } = summaryView(row, viewerId, signer)
  return { id, basePath: processing.state === 'ready' ? basePath : null, hidden: false }
}

/** What a catalog shows of its maps: all of them by their id, the visible transformed ones by title and overlay. */
function catalogView(
  catalog: CatalogRow,
  mapIds: readonly string[],
  rows: ReadonlyMap<string, SummaryRow>,
  viewerId: string,
  signer: MapDeps['signer'],
): Catalog {
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
    mapCount: catalog.mapCount,
    maps: [...mapIds],
    pictures: mapIds.slice(0, CATALOG_PICTURES).map((id) => pictureOf(id, rows.get(id), viewerId, signer)),
    transformedMaps,
    isOwner,
    canEdit: mayEdit(catalog, viewerId),
    ...(isOwner
      ? { sharing: { users: catalog.shares, hasLink: catalog.shareToken !== null } }
      : { sharedBy: { username: catalog.ownerName } }),
  }
}

interface CatalogViews {
  readonly views: readonly Catalog[]
  readonly rows: ReadonlyMap<string, SummaryRow>
  /** Place of the last map that is in the views; null: there is none. */
  readonly lastPlace: number | null
}

/** What the catalogs show of so many of their maps. */
async function viewsOf(
  { db, signer }: MapDeps,
  viewerId: string,
  catalogs: readonly CatalogRow[],
  page: { readonly behind: number; readonly limit: number },
): Promise<CatalogViews> {
  const ids = catalogs.map(({ id }) => id)
  const members = await listMembersBehind(db, ids, page)
  const mapIds = new Map(ids.map((id) => [id, [] as string[]]))
  for (const { catalogId, mapId } of members) mapIds.get(catalogId)?.push(mapId)
  const summaries = await listSummaries(db, viewerId, [...new Set(members.map(({ mapId }) => mapId))])
  const rows = new Map(summaries.map((row) => [row.map.id, row]))
  const views = catalogs.map((row) => catalogView(row, mapIds.get(row.id)!, rows, viewerId, signer))
  return { views, rows, lastPlace: members.at(-1)?.place ?? null }
}

/** Maps that a list of catalogs is about in all, beside those of the pictures. */
const LISTED_MAPS = 2_000

/** The viewer's own catalogs, then those shared with them, with the first of their maps. */
export async function ownAndSharedCatalogs(deps: MapDeps, viewerId: string): Promise<readonly Catalog[]> {
  const catalogs = await listCatalogs(deps.db, viewerId)
  const each = Math.floor(LISTED_MAPS / Math.max(1, catalogs.length))
  const limit = Math.min(CATALOG_LISTED, Math.max(CATALOG_PICTURES, each))
  return (await viewsOf(deps, viewerId, catalogs, { behind: 0, limit })).views
}

/** A catalog the viewer may look into. @throws Refusal 404 */
export async function catalogInSight(db: Database, viewerId: string, id: string): Promise<CatalogRow> {
  const catalog = isId(id) ? await findCatalog(db, viewerId, id) : undefined
  if (!catalog || (catalog.ownerId !== viewerId && catalog.viewerShare === null)) throw notFound()
  return catalog
}

const mayEdit = ({ ownerId, viewerShare }: CatalogRow, viewerId: string) =>
  ownerId === viewerId || viewerShare === 'editor'

/** A catalog the viewer may edit. @throws Refusal 404 where it is invisible, 403 where they may only look at it */
export async function editableCatalog(db: Database, viewerId: string, id: string): Promise<CatalogRow> {
  const catalog = await catalogInSight(db, viewerId, id)
  if (!mayEdit(catalog, viewerId)) throw new Refusal(403, 'errors.catalogs.readOnly')
  return catalog
}

/** A catalog the viewer owns. @throws Refusal 404 where it is invisible, 403 where it is only shared with them */
export async function ownCatalog(db: Database, viewerId: string, id: string): Promise<CatalogRow> {
  const catalog = await catalogInSight(db, viewerId, id)
  if (catalog.ownerId !== viewerId) throw new Refusal(403, 'errors.catalogs.notYours')
  return catalog
}

async function oneView(deps: MapDeps, viewerId: string, id: string): Promise<Catalog> {
  const catalog = await catalogInSight(deps.db, viewerId, id)
  const { views } = await viewsOf(deps, viewerId, [catalog], { behind: 0, limit: CATALOG_LISTED })
  return views[0]!
}

/** @throws Refusal 409 where the viewer has one of this title, or too many */
export async function createCatalog(deps: MapDeps, viewerId: string, title: string): Promise<Catalog> {
  const id = await deps.db.transaction(async (tx) => {
    // Those that are made at once must not pass the bound together.
    if (!(await lockUser(tx, viewerId))) throw notFound()
    if ((await countCatalogs(tx, viewerId)) >= MAX_CATALOGS)
      throw new Refusal(409, 'errors.catalogs.tooMany', { details: { limit: MAX_CATALOGS } })
    return refusingTakenTitle(insertCatalog(tx, viewerId, title))
  })
  await announceCatalogs(deps.db, [id])
  return oneView(deps, viewerId, id)
}

/** Its owner is told where another renames it. @throws Refusal 403, 404, 409 */
export async function renameCatalog(
  deps: MapDeps,
  viewerId: string,
  id: string,
  title: string,
): Promise<Catalog> {
  await deps.db.transaction(async (tx) => {
    const earlier = await editableCatalog(tx, viewerId, id)
    await refusingTakenTitle(renameCatalogRow(tx, id, title))
    await tellRenamed(tx, viewerId, earlier, title)
    await announceCatalogs(tx, [id])
  })
  return oneView(deps, viewerId, id)
}

/**
 * The maps stay; they are no longer favourites where this was their only catalog. Whom it was shared with is told.
 *
 * @throws Refusal 403, 404
 */
export async function deleteCatalog({ db }: MapDeps, viewerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const catalog = await ownCatalog(tx, viewerId, id)
    const mapIds = await lockMapsOfCatalog(tx, id)
    // While it is still known who sees it; told when it is gone.
    await announceCatalogs(tx, [id])
    for (const { userId } of await listReaders(tx, [id]))
      if (userId !== viewerId) await tellShareChange(tx, userId, { type: 'catalog_deleted', catalog })
    await deleteCatalogRow(tx, id)
    await recountFavourites(tx, mapIds)
  })
}

async function withMaps(
  deps: MapDeps,
  viewerId: string,
  catalog: CatalogRow,
  { limit, cursor }: CatalogPage,
): Promise<CatalogWithMaps> {
  const behind = Number(cursor ?? 0)
  const { views, rows, lastPlace } = await viewsOf(deps, viewerId, [catalog], { behind, limit })
  const view = views[0]!
  const maps = view.maps.map((id): CatalogMap => {
    const row = rows.get(id)
    return row && isVisible(row, viewerId)
      ? summaryView(row, viewerId, deps.signer)
      : {
          id,
          _id: id,
          hidden: true,
          ...(row && view.isOwner && { hiddenBy: { username: row.ownerName } }),
        }
  })
  return { catalog: view, maps, nextCursor: maps.length < limit ? null : String(lastPlace) }
}

/** @throws Refusal 404 */
export async function catalogWithMaps(
  deps: MapDeps,
  viewerId: string,
  id: string,
  page: CatalogPage,
): Promise<CatalogWithMaps> {
  return withMaps(deps, viewerId, await catalogInSight(deps.db, viewerId, id), page)
}

/** A catalog opened by its unlisted link. @throws Refusal 404 */
export async function catalogOfLink(
  deps: MapDeps,
  viewerId: string,
  token: string,
  page: CatalogPage,
): Promise<CatalogWithMaps> {
  const catalog = await findCatalogByShareToken(deps.db, viewerId, token)
  if (!catalog) throw notFound()
  return withMaps(deps, viewerId, catalog, page)
}

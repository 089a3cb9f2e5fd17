import type { PgColumn } from 'drizzle-orm/pg-core'
import { and, eq, isNotNull, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { FindFilters, FindList } from '../../../contract/api/find.ts'
import { MAP_ATTRIBUTES, type MapAttribute } from '../../../contract/api/maps.ts'
import { foldText } from '../../fold-text.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { assignments, maps } from '../schema/maps.ts'
import { containingFolded, type Sought, soughtConditions } from './sought-words.ts'
import { meets } from './map-boxes.ts'
import { claimIsRunning } from './map-rows.ts'

/** Which maps a list is made of, before its filters. */
export type ListName =
  | 'personal'
  | 'public'
  | 'favorite'
  | 'publicUntransformed'
  | 'trash'
  | 'claimedByMe'
  | 'assignedToOthers'

/** An id, or where one will stand in a statement that is built beforehand. */
type Id = string | Placeholder

/** The condition that makes a list, as one viewer sees it. */
export function membership(list: ListName, viewerId: Id): SQL | undefined {
  const mine = eq(maps.ownerId, viewerId)
  const there = isNull(maps.deletedAt)
  switch (list) {
    case 'personal':
      return and(mine, there)
    case 'public':
      return and(maps.isPublic, isNotNull(maps.currentVersionId), there)
    case 'publicUntransformed':
      return and(maps.isPublic, isNull(maps.currentVersionId), eq(maps.processingState, 'ready'), there)
    case 'favorite':
      return and(
        there,
        sql`(${maps.isPublic} or ${mine})`,
        sql`exists (select 1 from ${catalogMaps} join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId}
          where ${catalogMaps.mapId} = ${maps.id} and ${catalogs.ownerId} = ${viewerId})`,
      )
    case 'trash':
      return and(mine, isNotNull(maps.deletedAt))
    case 'claimedByMe':
      return and(there, claimIsRunning, eq(assignments.userId, viewerId))
    case 'assignedToOthers':
      return and(mine, there, claimIsRunning)
  }
}

/** The maps that everyone may find. */
export const seenByAll = (isTransformed?: boolean): SQL =>
  isTransformed === false
    ? sql`${maps.isPublic} and ${maps.deletedAt} is null and ${maps.currentVersionId} is null and ${maps.processingState} = 'ready'`
    : sql`${maps.isPublic} and ${maps.deletedAt} is null
        and (${maps.currentVersionId} is not null or ${maps.processingState} = 'ready')`

/**
 * Everything that the viewer may find, in parts that have no map in common: what is open to all, and the rest of the
 * viewer's own. Each part has indices of its own.
 */
export function seenParts(viewerId: Id, isTransformed?: boolean): SQL[] {
  const open = seenByAll(isTransformed)
  const closed = sql`${maps.ownerId} = ${viewerId} and ${maps.deletedAt} is null
    and not (${maps.isPublic} and (${maps.currentVersionId} is not null or ${maps.processingState} = 'ready'))`
  return [open, closed]
}

/** Maps that nobody has deleted and that the viewer may see. */
const isSeenBy = (viewerId: Id) =>
  and(isNull(maps.deletedAt), sql`(${maps.isPublic} or ${maps.ownerId} = ${viewerId})`)

const isIn = (catalogId: Id) => sql`exists (select 1 from ${catalogMaps}
  where ${catalogMaps.mapId} = ${maps.id} and ${catalogMaps.catalogId} = ${catalogId})`

/** What is in a catalog and hidden from the viewer. */
export function hiddenInCatalog(catalogId: string, viewerId: string): SQL | undefined {
  return and(
    isIn(catalogId),
    isNull(maps.deletedAt),
    sql`not ${maps.isPublic}`,
    sql`${maps.ownerId} <> ${viewerId}`,
  )
}

/** The condition that makes a list of the viewer page, hidden maps left out. */
export function findMembership(list: FindList, catalogId: Id | undefined, viewerId: Id): SQL | undefined {
  if (list === 'all') return or(...seenParts(viewerId))
  if (list === 'favorite' && catalogId !== undefined)
    return and(
      isSeenBy(viewerId),
      sql`exists (select 1 from ${catalogMaps} join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId}
        where ${catalogMaps.mapId} = ${maps.id} and ${catalogs.id} = ${catalogId} and ${catalogs.ownerId} = ${viewerId})`,
    )
  if (list !== 'catalog') return membership(list, viewerId)
  if (catalogId === undefined) return sql`false`
  return and(isIn(catalogId), isSeenBy(viewerId))
}

const containing = (text: string) => containingFolded(foldText(text))

/** Short texts that hold an attribute, where there are shorter ones than that of all attributes. */
const NARROWED_BY: Partial<Record<MapAttribute, PgColumn>> = {
  title: maps.foldedTitles,
  modernTitle: maps.foldedTitles,
  alternativeTitle: maps.foldedTitles,
  creator: maps.foldedPeople,
}

function attributeFilter(attribute: MapAttribute, text: string): SQL | undefined {
  const pattern = containing(text)
  if (pattern === '%%') return undefined
  // A trigram index over several attributes narrows the search, the attribute's own text decides.
  return and(
    sql`${NARROWED_BY[attribute] ?? maps.search} like ${pattern}`,
    sql`${maps.folded}->>${attribute} like ${pattern}`,
  )
}

/** What the attributes of a map must hold; `search`: any of them. */
export function textFilters(
  search: string | undefined,
  attributes: Partial<Record<MapAttribute, string | undefined>>,
): (SQL | undefined)[] {
  const searched = search === undefined ? '%%' : containing(search)
  return [
    searched === '%%' ? undefined : sql`${maps.search} like ${searched}`,
    ...MAP_ATTRIBUTES.map((attribute) => {
      const text = attributes[attribute]
      return text === undefined ? undefined : attributeFilter(attribute, text)
    }),
  ]
}

/** The filters of a search; what its `q` means has been found out. */
export type SoughtFilters = Omit<FindFilters, 'q'> & { readonly sought: Sought | undefined }

/**
 * Time, box and texts of a search in the viewer; those that say nothing are left out.
 *
 * @param isWalked the list is read in its order until a page is full, because most of it is found: the database expects
 *   every box to hold one map in two hundred, and would fetch and sort them all
 */
export function findConditions(query: Omit<SoughtFilters, 'list' | 'catalogId'>, isWalked = false): SQL[] {
  const { from, to, box, sought, isTransformed, hasLicence, isPublic } = query
  const conditions = [
    from === undefined ? undefined : sql`${maps.lastYear} >= ${from}`,
    to === undefined ? undefined : sql`${maps.firstYear} <= ${to}`,
    box && (isWalked ? sql`${meets(box)} is true` : meets(box)),
    ...(sought ? soughtConditions(sought) : []),
    ...textFilters(undefined, query),
    nullness(maps.currentVersionId, isTransformed),
    nullness(maps.licence, hasLicence),
    isPublic === undefined ? undefined : isPublic ? sql`${maps.isPublic}` : sql`not ${maps.isPublic}`,
  ]
  return conditions.filter((condition) => condition !== undefined)
}

function nullness(column: PgColumn, isThere: boolean | undefined): SQL | undefined {
  if (isThere === undefined) return undefined
  return isThere ? isNotNull(column) : isNull(column)
}

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { FindFilters, FindList } from '../../../contract/api/find.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { MAP_ATTRIBUTES, type MapAttribute } from '../../../contract/api/maps.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { foldText } from '../../fold-text.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { assignments, maps } from '../schema/maps.ts'
import { claimIsRunning } from './map-rows.ts'

/** Which maps a list is made of, before its filters. */
export type ListName =
  'personal' | 'public' | 'favorite' | 'publicUntransformed' | 'trash' | 'claimedByMe' | 'assignedToOthers'

/** The condition that makes a list, as one viewer sees it. */
export function membership(list: ListName, viewerId: string): SQL | undefined {
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

/** Maps that nobody has deleted and that the viewer may see. */
const isSeenBy = (viewerId: string) =>
  and(isNull(maps.deletedAt), sql`(${maps.isPublic} or ${maps.ownerId} = ${viewerId})`)

const isIn = (catalogId: string) => sql`exists (select 1 from ${catalogMaps}
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
export function findMembership(
  list: FindList,
  catalogId: string | undefined,
  viewerId: string,
): SQL | undefined {
  if (list !== 'catalog') return membership(list, viewerId)
  if (catalogId === undefined) return sql`false`
  return and(isIn(catalogId), isSeenBy(viewerId))
}

/** `%` and `_` of a search mean themselves. */
const containing = (text: string) => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`

function attributeFilter(attribute: MapAttribute, text: string): SQL | undefined {
  const pattern = containing(text)
  if (pattern === '%%') return undefined
  // The trigram index over all attributes narrows the search, the attribute's own text decides.
  return and(sql`${maps.search} like ${pattern}`, sql`${maps.folded}->>${attribute} like ${pattern}`)
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

const WORLD_METRES = 2 * WORLD_HALF_METRES

/** The places of a box that may reach beyond the world's edge: itself, and moved by one world where that meets ours. */
export function worldCopies({ minX, minY, maxX, maxY }: Corners): Corners[] {
  const copies = [0, WORLD_METRES, -WORLD_METRES].map((shift) => ({
    minX: minX + shift,
    minY,
    maxX: maxX + shift,
    maxY,
  }))
  const met = copies.filter((copy) => copy.minX <= WORLD_HALF_METRES && copy.maxX >= -WORLD_HALF_METRES)
  return met.length > 0 ? met : copies.slice(0, 1)
}

export const boxValue = ({ minX, minY, maxX, maxY }: Corners): SQL =>
  sql`box(point(${minX}, ${minY}), point(${maxX}, ${maxY}))`

/** Maps whose published box meets the given one, or a copy of it. */
export function meets(box: Corners): SQL {
  const conditions = worldCopies(box).map((copy) => sql`${maps.corners} && ${boxValue(copy)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Time, box and texts of a search in the viewer; those that say nothing are left out.
 *
 * @param isWalked the list is read in its order until a page is full, because most of it is found: the database expects
 *   every box to hold one map in two hundred, and would fetch and sort them all
 */
export function findConditions(query: Omit<FindFilters, 'list' | 'catalogId'>, isWalked = false): SQL[] {
  const { from, to, box, q } = query
  const conditions = [
    from === undefined ? undefined : sql`${maps.lastYear} >= ${from}`,
    to === undefined ? undefined : sql`${maps.firstYear} <= ${to}`,
    box && (isWalked ? sql`${meets(box)} is true` : meets(box)),
    ...textFilters(q, query),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

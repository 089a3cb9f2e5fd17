import { and, type SQL } from 'drizzle-orm'
import type { FindQuery } from '../../../contract/api/find.ts'
import type { SearchField } from '../../../contract/api/find-own.ts'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import {
  BY_ERROR,
  BY_ID,
  BY_POINTS,
  BY_RATING,
  BY_TITLE,
  BY_YEAR,
  byFit,
  byPlace,
  bySought,
  findIds,
  NEWEST,
  OLDEST,
  type SortOrder,
  splitByView,
} from './found-maps.ts'
import { type Sought, soughtConditions, soughtInField, soughtRankConditions } from './sought-words.ts'
import {
  findConditions,
  findMembership,
  hiddenInCatalog,
  membership,
  seenParts,
  type SoughtFilters,
} from './map-filters.ts'

/** A stretch of the list with an order of its own; one follows the other. */
export interface Stretch {
  /** What its maps meet one of; no map meets two. */
  readonly conditions: readonly (SQL | undefined)[]
  readonly order: SortOrder
  /** Named by their id alone. */
  readonly isHidden?: true
}

/** A search for a page, with what its words mean. */
export type SoughtQuery = Omit<FindQuery, 'q'> & SoughtFilters

/** The conditions for the maps of a query that the viewer may see whole, in parts of which each has indices of its own. */
function foundParts(query: SoughtFilters, viewerId: string, isWalked = false): (SQL | undefined)[] {
  const { list, catalogId, isTransformed } = query
  const parts =
    list === 'all' ? seenParts(viewerId, isTransformed) : [findMembership(list, catalogId, viewerId)]
  return parts.map((part) => and(part, ...findConditions(query, isWalked)))
}

/** From so many maps on a search is not ranked as a whole, but level by level until a page is full. */
const LEVELLED_FROM = 2_000

function visibleStretches(query: SoughtQuery, viewerId: string, isWalked: boolean, total: number): Stretch[] {
  const { sort, view, sought, catalogId } = query
  const conditions = foundParts(query, viewerId, isWalked)
  switch (sort) {
    case 'relevance': {
      if (view) {
        const halves = conditions.map((condition) => splitByView(condition, view))
        return [
          { conditions: halves.map(({ inside }) => inside), order: byFit(view) },
          { conditions: halves.map(({ outside }) => outside), order: NEWEST },
        ]
      }
      if (!sought) return [{ conditions, order: NEWEST }]
      if (total < LEVELLED_FROM) return [{ conditions, order: bySought(sought) }]
      // Ranking so many takes long where the few that are ranked high have an index, and the rest one of its order.
      const withoutWords = foundParts({ ...query, sought: undefined }, viewerId, isWalked)
      return soughtRankConditions(sought).map(({ condition: level, hasWords }) => ({
        conditions: (hasWords ? withoutWords : conditions).map((condition) => and(condition, level)),
        order: NEWEST,
      }))
    }
    case 'catalog':
      return [{ conditions, order: catalogId === undefined ? NEWEST : byPlace(catalogId) }]
    case 'newest':
      return [{ conditions, order: NEWEST }]
    case 'oldest':
      return [{ conditions, order: OLDEST }]
    case 'title':
      return [{ conditions, order: BY_TITLE }]
    case 'year':
      return [{ conditions, order: BY_YEAR }]
    case 'rating':
      return [{ conditions, order: BY_RATING }]
    case 'points':
      return [{ conditions, order: BY_POINTS }]
    case 'error':
      return [{ conditions, order: BY_ERROR }]
  }
}

/**
 * Whether maps are named that are hidden from the viewer: what a filter says of a hidden map must not be learnt from
 * whether it is.
 */
export function namesHidden(query: SoughtFilters): query is SoughtFilters & { readonly catalogId: string } {
  return query.list === 'catalog' && query.catalogId !== undefined && findConditions(query).length === 0
}

function hiddenStretch(query: SoughtFilters, viewerId: string): Stretch[] {
  if (!namesHidden(query)) return []
  const { catalogId } = query
  return [{ conditions: [hiddenInCatalog(catalogId, viewerId)], order: BY_ID, isHidden: true }]
}

/** From so many maps on, a page of the public list is full after a short walk along an index of its order. */
const WALKED_FROM = 2_000

/** The list of a query, of which so many maps are found, from its first map to its last. */
export function stretchesOf(query: SoughtQuery, viewerId: string, total: number): Stretch[] {
  const isWalked = (query.list === 'public' || query.list === 'all') && total >= WALKED_FROM
  return [...visibleStretches(query, viewerId, isWalked, total), ...hiddenStretch(query, viewerId)]
}

/** Ids of the maps that meet a search best, of all that the viewer may see, level by level until they are enough. */
export async function bestFound(
  db: Database,
  viewerId: string,
  sought: Sought,
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  for (const { condition, hasWords } of soughtRankConditions(sought)) {
    const words = hasWords ? [] : soughtConditions(sought)
    const conditions = seenParts(viewerId).map((part) => and(part, ...words, condition))
    const found = await findIds(db, conditions, NEWEST, undefined, limit - ids.length)
    ids.push(...found.map(({ id }) => id))
    if (ids.length >= limit) break
  }
  return ids
}

/** Ids of all of the viewer's own maps that a search finds, in one field or in all, in no order. */
export async function ownIdsFound(
  db: Database,
  viewerId: string,
  sought: Sought | undefined,
  field: SearchField | undefined,
): Promise<string[]> {
  const words = sought ? (field ? soughtInField(sought, field) : soughtConditions(sought)) : []
  const rows = await db
    .select({ id: maps.id })
    .from(maps)
    .where(and(membership('personal', viewerId), ...words))
  return rows.map(({ id }) => id)
}

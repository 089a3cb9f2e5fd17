import { and, type SQL } from 'drizzle-orm'
import type { FindFilters, FindQuery } from '../../../contract/api/find.ts'
import type { Database } from '../database.ts'
import {
  BY_ID,
  BY_RATING,
  BY_TITLE,
  BY_YEAR,
  byFit,
  byPlace,
  byTextPlace,
  countMaps,
  NEWEST,
  OLDEST,
  type SortOrder,
  splitByView,
} from './found-maps.ts'
import { findConditions, findMembership, hiddenInCatalog, meets } from './map-filters.ts'

/** A stretch of the list with an order of its own; one follows the other. */
export interface Stretch {
  readonly condition: SQL | undefined
  readonly order: SortOrder
  /** Named by their id alone. */
  readonly isHidden?: true
}

/** The condition for the maps of a query that the viewer may see whole. */
export function foundCondition(query: FindFilters, viewerId: string, isWalked = false): SQL | undefined {
  return and(findMembership(query.list, query.catalogId, viewerId), ...findConditions(query, isWalked))
}

function visibleStretches(query: FindQuery, condition: SQL | undefined): Stretch[] {
  const { sort, view, q, catalogId } = query
  switch (sort) {
    case 'relevance': {
      if (view) {
        const { inside, outside } = splitByView(condition, view)
        return [
          { condition: inside, order: byFit(view) },
          { condition: outside, order: NEWEST },
        ]
      }
      return [{ condition, order: q === undefined ? NEWEST : byTextPlace(q) }]
    }
    case 'catalog':
      return [{ condition, order: catalogId === undefined ? NEWEST : byPlace(catalogId) }]
    case 'newest':
      return [{ condition, order: NEWEST }]
    case 'oldest':
      return [{ condition, order: OLDEST }]
    case 'title':
      return [{ condition, order: BY_TITLE }]
    case 'year':
      return [{ condition, order: BY_YEAR }]
    case 'rating':
      return [{ condition, order: BY_RATING }]
  }
}

/** What a filter says of a hidden map must not be learnt from whether the map is named. */
function hiddenStretch(query: FindQuery, viewerId: string): Stretch[] {
  const { list, catalogId } = query
  if (list !== 'catalog' || catalogId === undefined || findConditions(query).length > 0) return []
  return [{ condition: hiddenInCatalog(catalogId, viewerId), order: BY_ID, isHidden: true }]
}

/** From so many maps on, a page of the public list is full after a short walk along an index of its order. */
const WALKED_FROM = 2_000

/** The list of a query, of which so many maps are found, from its first map to its last. */
export function stretchesOf(query: FindQuery, viewerId: string, total: number): Stretch[] {
  const isWalked = query.list === 'public' && total >= WALKED_FROM
  return [
    ...visibleStretches(query, foundCondition(query, viewerId, isWalked)),
    ...hiddenStretch(query, viewerId),
  ]
}

interface Counts {
  readonly total: number
  readonly inView: number | undefined
}

/** How many maps a query finds, and how many of them meet its view. */
export async function countFound(db: Database, query: FindQuery, viewerId: string): Promise<Counts> {
  const condition = foundCondition(query, viewerId)
  const hidden = hiddenStretch(query, viewerId).map((stretch) => stretch.condition)
  const ofView = query.view ? [and(condition, meets(query.view))] : []
  const counts = await countMaps(db, [condition, ...hidden, ...ofView])
  const inView = query.view ? counts.pop() : undefined
  return { total: counts.reduce((sum, count) => sum + count, 0), inView }
}

import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { hasWordsOf, ORDER_KEYS, sortedBy } from '../map-record/list-order.ts'

export const CATALOG_ORDERS = ['sheet', 'title', 'year'] as const
export type CatalogOrder = (typeof CATALOG_ORDERS)[number]

/** Null too where the map is hidden from the reader. */
const keyOf = (map: CatalogMap, by: CatalogOrder) => ('hidden' in map ? null : ORDER_KEYS[by](map))

/** The orders that the maps have something for: without a sheet number there is no order by it. */
export const ordersOf = (maps: readonly CatalogMap[]): CatalogOrder[] =>
  CATALOG_ORDERS.filter((by) => maps.some((map) => keyOf(map, by) !== null))

/** Ids of the maps in an order; those that have nothing to sort by, and hidden ones, come last as they stood. */
export const sortedIds = (maps: readonly CatalogMap[], by: CatalogOrder, language: string): string[] =>
  sortedBy(maps, (map) => keyOf(map, by), language).map(({ id }) => id)

/** The maps that have every word of a text; a hidden one has none. */
export function mapsWithWords(maps: readonly CatalogMap[], text: string): readonly CatalogMap[] {
  if (text.trim() === '') return maps
  const hasWords = hasWordsOf(text)
  return maps.filter((map) => !('hidden' in map) && hasWords(map))
}

import type { MapSummary } from '../../contract/api/map-record.ts'
import { hasWordsOf, ORDER_KEYS, sortedBy } from '../map-record/list-order.ts'

export const UNDISCOVERED_ORDERS = ['newest', 'year', 'title'] as const
export type UndiscoveredOrder = (typeof UNDISCOVERED_ORDERS)[number]

/** The maps that have every word of a text, in an order; they come with the newest upload first. */
export function narrowed(
  maps: readonly MapSummary[],
  words: string,
  order: UndiscoveredOrder,
  language: string,
): readonly MapSummary[] {
  const found = maps.filter(hasWordsOf(words))
  return order === 'newest' ? found : sortedBy(found, ORDER_KEYS[order], language)
}

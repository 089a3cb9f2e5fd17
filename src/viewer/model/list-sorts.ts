import { FIND_SORTS, type FindSort } from '../../../contract/api/find.ts'
import type { ViewerTab } from './viewer-filters.ts'

/** The oldest first is asked for by nobody here. */
export type ListSort = Exclude<FindSort, 'oldest'>

const OF_ALL_LISTS = FIND_SORTS.filter((sort) => sort !== 'oldest' && sort !== 'catalog')

/** The orders that a list can be shown in, the one that it begins with first: a catalog has one of its own. */
export const sortsOf = (tab: ViewerTab): readonly ListSort[] =>
  tab === 'catalog' ? ['catalog', ...OF_ALL_LISTS] : OF_ALL_LISTS

/** The one of a list's orders that a text names, else the one it begins with. */
export const sortOf = (tab: ViewerTab, text: string | undefined): ListSort =>
  sortsOf(tab).find((sort) => sort === text) ?? sortsOf(tab)[0] ?? 'relevance'

/** The order that a text of the address names; undefined: none that can be chosen. */
export const chosenSort = (text: string | undefined): ListSort | undefined =>
  sortsOf('catalog').find((sort) => sort === text)

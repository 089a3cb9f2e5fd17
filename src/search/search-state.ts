import { filterRequest, readFilters, writeFilters } from '../map-search/filter-forms.ts'
import { type FilterParam, type MapFilters, SEARCH_FILTERS } from '../map-search/filters.ts'
import type { FindRequest } from '../queries/find-queries.ts'

type SearchFilterName = (typeof SEARCH_FILTERS)[number]
export type SearchFilterValues = MapFilters<SearchFilterName>

/** The orders that maps can be looked at in, the first where something is looked for. */
export const SEARCH_SORTS = ['relevance', 'newest', 'title', 'year', 'rating', 'points', 'error'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What the address of the search page says; all of it texts. */
export type MapsSearch = Partial<Record<FilterParam<SearchFilterName>, string>> & { sort?: SearchSort }

/** What the page shows. */
export interface SearchState {
  readonly filters: SearchFilterValues
  readonly sort: SearchSort
}

export const searchStateOf = (address: Record<string, unknown>): SearchState => ({
  filters: readFilters(SEARCH_FILTERS, address),
  sort: SEARCH_SORTS.find((sort) => sort === address['sort']) ?? 'relevance',
})

/** The reverse of `searchStateOf`; the order that a search begins with needs no word. */
export const searchAddress = ({ filters, sort }: SearchState): MapsSearch => ({
  ...writeFilters(filters),
  ...(sort !== 'relevance' && { sort }),
})

/** Keeps what the page knows of an address. */
export const mapsSearch = (address: Record<string, unknown>): MapsSearch =>
  searchAddress(searchStateOf(address))

/** The search as the call that finds maps takes it. */
export const searchRequest = ({ filters, sort }: SearchState): FindRequest => ({
  list: 'all',
  ...filterRequest(filters),
  sort,
})

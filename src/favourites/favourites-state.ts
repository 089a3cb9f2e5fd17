import { filterRequest, readFilters, writeFilters } from '../map-search/filter-forms.ts'
import { FAVOURITE_FILTERS, type FilterParam, type MapFilters } from '../map-search/filters.ts'
import type { FindRequest } from '../queries/find-queries.ts'

export const FAVOURITE_SORTS = ['newest', 'title', 'year', 'rating', 'points', 'error'] as const
export type FavouriteSort = (typeof FAVOURITE_SORTS)[number]

type FavouriteFilterName = (typeof FAVOURITE_FILTERS)[number]

/** What the address of the page says. */
export type FavouritesSearch = Partial<Record<FilterParam<FavouriteFilterName>, string>> & {
  sort?: FavouriteSort
}

/** What the page shows. */
export interface FavouritesState {
  readonly filters: MapFilters<FavouriteFilterName>
  readonly sort: FavouriteSort
}

export const favouritesStateOf = (address: Record<string, unknown>): FavouritesState => ({
  filters: readFilters(FAVOURITE_FILTERS, address),
  sort: FAVOURITE_SORTS.find((sort) => sort === address['sort']) ?? 'newest',
})

/** The reverse of `favouritesStateOf`; the order that the page begins with needs no word. */
export const favouritesAddress = ({ filters, sort }: FavouritesState): FavouritesSearch => ({
  ...writeFilters(filters),
  ...(sort !== 'newest' && { sort }),
})

/** Keeps what the page knows of an address. */
export const favouritesSearch = (address: Record<string, unknown>): FavouritesSearch =>
  favouritesAddress(favouritesStateOf(address))

/** The same as the call that finds maps takes it. */
export const favouritesRequest = ({ filters, sort }: FavouritesState): FindRequest => ({
  list: 'favorite',
  ...filterRequest(filters),
  sort,
})

import type { FindRequest } from '../queries/find-queries.ts'

export const FAVOURITE_SORTS = ['newest', 'title', 'year', 'rating', 'points', 'error'] as const
export type FavouriteSort = (typeof FAVOURITE_SORTS)[number]

/** What the address of the page says. */
export interface FavouritesSearch {
  /** The catalog alone whose maps are shown. */
  catalog?: string
  sort?: FavouriteSort
}

/** Keeps what the page knows of an address. */
export function favouritesSearch(search: Record<string, unknown>): FavouritesSearch {
  const { catalog } = search
  const sort = FAVOURITE_SORTS.find((name) => name === search['sort'])
  return {
    ...(typeof catalog === 'string' && catalog !== '' && catalog.length <= 100 && { catalog }),
    ...(sort && sort !== 'newest' && { sort }),
  }
}

/** The same as the call that finds maps takes it. */
export const favouritesRequest = ({ catalog, sort }: FavouritesSearch): FindRequest => ({
  list: 'favorite',
  ...(catalog !== undefined && { catalogId: catalog }),
  sort: sort ?? 'newest',
})

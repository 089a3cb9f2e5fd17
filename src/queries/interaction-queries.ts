import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { batchFavorites, catalogsOfMap, rateMap } from '../../contract/api/interactions.ts'
import { createCatalog, catalogs } from '../../contract/api/catalogs.ts'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { FAVOURITES_TITLES } from '../../contract/constants.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { patchMap, renewRunningLists } from './map-queries.ts'
import { queryKeys } from './query-keys.ts'

/** The user's catalogs that hold a map, by their ids. */
export function useCatalogsOfMap(mapId: string) {
  return useQuery({
    queryKey: queryKeys.catalogsOfMap(mapId),
    queryFn: async ({ signal }) =>
      (await callApi(catalogsOfMap, { params: { mapId } }, { signal })).catalogs.map(({ id }) => id),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Sets the user's rating of a map; every list that shows the map follows. */
export function useRateMap(mapId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rating: number) => callApi(rateMap, { params: { mapId }, body: { rating } }),
    onSuccess: (ratings) => {
      patchMap(queries, mapId, { ratings })
      void renewRunningLists(queries)
    },
    onError: (error) => console.error(error),
  })
}

/** Whether a map is a favourite of the user, and of how many. */
export type Favourite = ReplyOf<typeof batchFavorites>

/** Every list that shows the map follows. */
function applyFavourite(
  queries: QueryClient,
  mapId: string,
  { isFavorited, favoritesCount }: Favourite,
): void {
  patchMap(queries, mapId, { isFavorited, favoritesCount })
  void renewRunningLists(queries)
  void queries.invalidateQueries({ queryKey: queryKeys.catalogs })
}

/** Puts a map into catalogs and takes it out of others. */
export function useSaveCatalogs(mapId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { addCatalogs: string[]; removeCatalogs: string[] }) =>
      callApi(batchFavorites, { params: { mapId }, body }),
    onSuccess: (favourite) => applyFavourite(queries, mapId, favourite),
    onError: (error) => console.error(error),
  })
}

const isFavourites = ({ title }: { readonly title: string }) =>
  Object.values(FAVOURITES_TITLES).some((one) => one.toLowerCase() === title.trim().toLowerCase())

/** The user's own catalog of favourites; undefined: there is none. */
async function findFavourites() {
  const { catalogs: known } = await callApi(catalogs, {})
  return known.find((catalog) => catalog.isOwner && isFavourites(catalog))
}

/** Finds the catalog of favourites or makes it: in another tab it may be made at the same moment. */
async function favouritesCatalog(language: keyof typeof FAVOURITES_TITLES): Promise<string> {
  const known = await findFavourites()
  if (known) return known.id
  try {
    return (await callApi(createCatalog, { body: { title: FAVOURITES_TITLES[language] } })).id
  } catch (error) {
    const made = error instanceof ApiError && error.status === 409 ? await findFavourites() : undefined
    if (!made) throw error
    return made.id
  }
}

/**
 * What the heart does: puts a map into the user's catalog of favourites, which is made the first time, or takes it out of it.
 * The result is null where nothing was changed: the map lies in other catalogs, of which only the user can choose.
 */
export function useToggleFavourite(language: keyof typeof FAVOURITES_TITLES) {
  const queries = useQueryClient()
  return async ({
    id: mapId,
    isFavorited,
  }: Pick<MapSummary, 'id' | 'isFavorited'>): Promise<Favourite | null> => {
    const params = { mapId }
    const save = async (body: { addCatalogs: string[]; removeCatalogs: string[] }) => {
      const favourite = await callApi(batchFavorites, { params, body })
      applyFavourite(queries, mapId, favourite)
      return favourite
    }
    if (!isFavorited) return save({ addCatalogs: [await favouritesCatalog(language)], removeCatalogs: [] })
    const { catalogs: holding } = await callApi(catalogsOfMap, { params })
    const favourites = await findFavourites()
    if (!favourites || !holding.some(({ id }) => id === favourites.id)) return null
    return save({ addCatalogs: [], removeCatalogs: [favourites.id] })
  }
}

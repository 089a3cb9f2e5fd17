import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { batchFavorites, catalogsOfMap, rateMap } from '../../contract/api/interactions.ts'
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

/** Puts a map into catalogs and takes it out of others. */
export function useSaveCatalogs(mapId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { addCatalogs: string[]; removeCatalogs: string[] }) =>
      callApi(batchFavorites, { params: { mapId }, body }),
    onSuccess: ({ isFavorited, favoritesCount }) => {
      patchMap(queries, mapId, { isFavorited, favoritesCount })
      void renewRunningLists(queries)
      void queries.invalidateQueries({ queryKey: queryKeys.catalogs })
    },
    onError: (error) => console.error(error),
  })
}

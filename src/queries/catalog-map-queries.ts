import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  catalogMaps,
  orderCatalog,
  sharedCatalog,
  type CatalogMap,
  type CatalogWithMaps,
} from '../../contract/api/catalog-maps.ts'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { allPages } from '../api/all-pages.ts'
import { callApi } from '../api/call-api.ts'
import { patchMap, renewRunningLists } from './map-queries.ts'
import { queryKeys } from './query-keys.ts'

/** Where a catalog is found: by its id, or by the token of its unlisted link. */
export type CatalogAddress = { readonly id: string } | { readonly token: string }

/** How often a catalog by its link is asked for anew while it is looked at, in milliseconds. */
const LINK_PAUSE_MS = 30_000

/** A catalog and its maps, in its order. @param address - Null: nothing is asked for. */
export function useCatalogMaps(address: CatalogAddress | null) {
  // Who has only the link is not told of what changes.
  const isByLink = address !== null && 'token' in address
  return useQuery({
    ...(isByLink && { refetchInterval: LINK_PAUSE_MS, refetchOnWindowFocus: 'always' }),
    queryKey: [...queryKeys.catalogMaps, address],
    queryFn:
      address === null
        ? skipToken
        : ({ signal }: { readonly signal: AbortSignal }) => wholeCatalog(address, signal),
  })
}

async function wholeCatalog(address: CatalogAddress, signal: AbortSignal): Promise<CatalogWithMaps> {
  const pages = await allPages((cursor) =>
    'id' in address
      ? callApi(catalogMaps, { params: { id: address.id }, query: { cursor } }, { signal })
      : callApi(sharedCatalog, { params: { token: address.token }, query: { cursor } }, { signal }),
  )
  const [{ catalog }] = pages
  return {
    catalog: { ...catalog, transformedMaps: pages.flatMap((page) => page.catalog.transformedMaps) },
    maps: pages.flatMap(({ maps }) => maps),
    nextCursor: null,
  }
}

/** What is kept of catalogs is old, whether a change was taken or refused. */
function useRenewal(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeys.catalogs })
}

/** Puts all maps of a catalog into an order; one order is sent after the other. */
export function useOrderCatalog(id: string) {
  const renew = useRenewal()
  return useMutation({
    scope: { id: `order ${id}` },
    mutationFn: (maps: readonly string[]) =>
      callApi(orderCatalog, { params: { id }, body: { maps: [...maps] } }),
    onError: (error) => console.error(error),
    onSettled: renew,
  })
}

/** Writes into the lists that are kept what putting a map in or taking it out has made of it. */
function useFavouriteChange() {
  const queries = useQueryClient()
  const renew = useRenewal()
  return async (mapId: string, body: { addCatalogs: string[]; removeCatalogs: string[] }) => {
    patchMap(queries, mapId, await callApi(batchFavorites, { params: { mapId }, body }))
    void renewRunningLists(queries)
    await renew()
  }
}

/** Takes a map out of a catalog. */
export function useRemoveFromCatalog(catalogId: string) {
  const change = useFavouriteChange()
  return useMutation({
    mutationFn: ({ id }: CatalogMap) => change(id, { addCatalogs: [], removeCatalogs: [catalogId] }),
    onError: (error) => console.error(error),
  })
}

/** Puts a map that was taken out of a catalog in again, as the last. */
export function usePutIn(catalogId: string) {
  const change = useFavouriteChange()
  return useMutation({
    mutationFn: (mapId: string) => change(mapId, { addCatalogs: [catalogId], removeCatalogs: [] }),
    onError: (error) => console.error(error),
  })
}

/** Puts a map back where it was among the maps of a catalog; last, where others were put in or out since. */
export function usePutBack(catalogId: string) {
  const change = useFavouriteChange()
  const renew = useRenewal()
  return useMutation({
    mutationFn: async ({ id, order }: { readonly id: string; readonly order: readonly string[] }) => {
      await change(id, { addCatalogs: [catalogId], removeCatalogs: [] })
      await callApi(orderCatalog, { params: { id: catalogId }, body: { maps: [...order] } }).catch(
        console.error,
      )
      await renew()
    },
    onError: (error) => console.error(error),
  })
}

/** Takes a catalog that was just deleted out of the list that is kept, which may not be asked for anew. */
export function useForgetCatalog(): (id: string) => void {
  const queries = useQueryClient()
  return (gone) =>
    queries.setQueryData<Catalog[]>(queryKeys.catalogs, (kept) => kept?.filter(({ id }) => id !== gone))
}

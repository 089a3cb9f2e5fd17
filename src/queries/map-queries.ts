import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import type { CatalogWithMaps } from '../../contract/api/catalog-maps.ts'
import type { FoundMaps } from '../../contract/api/find.ts'
import type { MapRecord, MapSummary } from '../../contract/api/map-record.ts'
import { retryScan } from '../../contract/api/map-scan.ts'
import {
  deleteMap,
  getMap,
  personalMaps,
  type publicUntransformedMaps,
  restoreMap,
  switchPublic,
  trashedMaps,
} from '../../contract/api/maps.ts'
import { allPages } from '../api/all-pages.ts'
import { callApi } from '../api/call-api.ts'
import { isChanging } from './is-changing.ts'
import { queryKeys } from './query-keys.ts'
import { dismissToastsAbout } from '../ui/toast-store.ts'

/**
 * A map that changes by itself is asked for anew when the live stream says so. Every answer puts this off, so that it
 * only serves where the stream does not. In milliseconds.
 */
const CHANGING_POLL_MS = 2_000

/** Names the sending of a map's points, which is under way until the overlay is made. */
export const transformKey = (id: string) => ['transform', id] as const

/** All maps of a list, however many pages it has. */
export async function wholeList(
  list: typeof personalMaps | typeof trashedMaps | typeof publicUntransformedMaps,
  signal: AbortSignal,
): Promise<MapSummary[]> {
  const pages = await allPages((cursor) => callApi(list, { query: { cursor } }, { signal }))
  return pages.flatMap(({ maps }) => maps)
}

/** How the maps of the signed-in user are asked for. */
export const personalMapsQuery = queryOptions({
  queryKey: queryKeys.personalMaps,
  queryFn: ({ signal }) => wholeList(personalMaps, signal),
})

/** The maps of the signed-in user; looked at again while any is being processed. */
export function usePersonalMaps() {
  return useQuery({
    ...personalMapsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isChanging) ? CHANGING_POLL_MS : false),
  })
}

export function useTrashedMaps(isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.trashedMaps,
    queryFn: ({ signal }) => wholeList(trashedMaps, signal),
    enabled: isWanted,
    staleTime: 0,
  })
}

/** One map with its control points; looked at again while its scan is prepared or a transform of it runs. None: not asked. */
export function useMapRecord(id: string | undefined) {
  // The transform's call answers at its end; how far it is stands in the record.
  const isSending = useIsMutating({ mutationKey: transformKey(id ?? '') }) > 0
  return useQuery({
    queryKey: queryKeys.record(id ?? ''),
    queryFn: ({ signal }) => callApi(getMap, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    // It may have been deleted or published elsewhere a moment ago.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      isSending || (state.data && isChanging(state.data)) ? CHANGING_POLL_MS : false,
  })
}

/** The records of several maps, in the order of their ids. */
export function useMapRecords(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeys.record(id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        callApi(getMap, { params: { id } }, { signal }),
    })),
  })
}

/** Marks all that is known of a map as old: its record, every list and every catalog that may show it. */
export async function refreshMap(queries: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.maps }),
    queries.invalidateQueries({ queryKey: queryKeys.record(id) }),
    queries.invalidateQueries({ queryKey: queryKeys.catalogs }),
    queries.invalidateQueries({ queryKey: queryKeys.counts }),
  ])
}

/**
 * What the cache may hold of a list: all of it, its pages, a catalog's, or what is told about it, be it only how many there
 * are.
 */
type KeptList = readonly MapSummary[] | InfiniteData<FoundMaps> | CatalogWithMaps | object | number

/** The list with a change of one map in it. */
function patchedList(list: KeptList, id: string, change: Partial<MapSummary>): KeptList {
  const patched = <Item extends { readonly id: string }>(map: Item): Item =>
    map.id === id && !('hidden' in map) ? { ...map, ...change } : map
  if (Array.isArray(list)) return list.map(patched)
  if (typeof list === 'number') return list
  if ('catalog' in list && 'maps' in list) return { ...list, maps: list.maps.map(patched) }
  if (!('pages' in list)) return list
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(patched) })) }
}

/** Writes a change into every place where the map is kept, at once; gives back what undoes it. */
export function patchMap(queries: QueryClient, id: string, change: Partial<MapSummary>): () => void {
  const lists = [queryKeys.maps, queryKeys.catalogMaps].flatMap((queryKey) =>
    queries.getQueriesData<KeptList>({ queryKey }),
  )
  const record = queries.getQueryData<MapRecord>(queryKeys.record(id))
  for (const [key, list] of lists)
    if (list !== undefined) queries.setQueryData(key, patchedList(list, id, change))
  if (record) queries.setQueryData(queryKeys.record(id), { ...record, ...change })
  return () => {
    for (const [key, list] of lists) queries.setQueryData(key, list)
    if (record) queries.setQueryData(queryKeys.record(id), record)
  }
}

/**
 * Asks anew for the lists that are on their way: their answers may be older than a change that was just made. They are
 * cancelled first, for a list that has no answer yet is not asked twice by a mere invalidation.
 */
export async function renewRunningLists(queries: QueryClient): Promise<void> {
  const running = [queryKeys.maps, queryKeys.catalogMaps].flatMap((queryKey) =>
    queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }),
  )
  const isOneOfThem = { predicate: (query: Query) => running.includes(query) }
  await queries.cancelQueries(isOneOfThem)
  await queries.invalidateQueries(isOneOfThem)
}

/** Makes a map public or private; shown at once, taken back when refused. Never sent twice. */
export function useSwitchPublic(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isPublic: boolean) => callApi(switchPublic, { params: { mapId: id }, body: { isPublic } }),
    onMutate: (isPublic) => patchMap(queries, id, { isPublic }),
    onError: (_error, _isPublic, undo) => undo?.(),
    onSettled: () => refreshMap(queries, id),
  })
}

/** Has the scan of a map read again that could not be read. */
export function useRetryScan() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(retryScan, { params: { id } }),
    onSettled: (_reply, _error, id) => refreshMap(queries, id),
  })
}

/** Moves a map to the trash. */
export function useDeleteMap() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(deleteMap, { params: { id } }),
    onSuccess: (_reply, id) => refreshMap(queries, id),
  })
}

/** Takes a map out of the trash. */
export function useRestoreMap() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(restoreMap, { params: { id } }),
    onSuccess: (_reply, id) => {
      dismissToastsAbout(`trash ${id}`)
      return refreshMap(queries, id)
    },
  })
}

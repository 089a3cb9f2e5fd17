import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MapRecord, MapSummary } from '../../contract/api/map-record.ts'
import {
  deleteMap,
  getMap,
  personalMaps,
  restoreMap,
  switchPublic,
  trashedMaps,
} from '../../contract/api/maps.ts'
import { callApi } from '../api/call-api.ts'

/** How often a map is looked at while it is being processed, in milliseconds. */
const PROCESSING_POLL_MS = 2_000

/** Keys of what the server keeps about maps; `['maps']` is every list. */
export const mapKeys = {
  lists: ['maps'] as const,
  personal: ['maps', 'personal'] as const,
  trash: ['maps', 'trash'] as const,
  record: (id: string) => ['map', id] as const,
}

const isUnderway = ({ processing }: Pick<MapSummary, 'processing'>) =>
  processing.state === 'queued' || processing.state === 'converting'

/** The maps of the signed-in user; looked at again while any is being processed. */
export function usePersonalMaps() {
  return useQuery({
    queryKey: mapKeys.personal,
    queryFn: async ({ signal }) => (await callApi(personalMaps, {}, { signal })).maps,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? PROCESSING_POLL_MS : false),
  })
}

export function useTrashedMaps(isWanted: boolean) {
  return useQuery({
    queryKey: mapKeys.trash,
    queryFn: async ({ signal }) => (await callApi(trashedMaps, {}, { signal })).maps,
    enabled: isWanted,
    staleTime: 0,
  })
}

/** One map with its control points; looked at again while it is being processed. */
export function useMapRecord(id: string | undefined) {
  return useQuery({
    queryKey: mapKeys.record(id ?? ''),
    queryFn: ({ signal }) => callApi(getMap, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderway(state.data) ? PROCESSING_POLL_MS : false),
  })
}

/** Marks all that is known of a map as old: its record and every list that may show it. */
export async function refreshMap(queries: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: mapKeys.lists }),
    queries.invalidateQueries({ queryKey: mapKeys.record(id) }),
    queries.invalidateQueries({ queryKey: ['navigation-counts'] }),
  ])
}

/** Writes a change into every place where the map is kept, at once; gives back what undoes it. */
export function patchMap(queries: QueryClient, id: string, change: Partial<MapSummary>): () => void {
  const lists = queries.getQueriesData<readonly MapSummary[]>({ queryKey: mapKeys.lists })
  const record = queries.getQueryData<MapRecord>(mapKeys.record(id))
  for (const [key, maps] of lists)
    if (Array.isArray(maps))
      queries.setQueryData(
        key,
        maps.map((map: MapSummary) => (map.id === id ? { ...map, ...change } : map)),
      )
  if (record) queries.setQueryData(mapKeys.record(id), { ...record, ...change })
  return () => {
    for (const [key, maps] of lists) queries.setQueryData(key, maps)
    if (record) queries.setQueryData(mapKeys.record(id), record)
  }
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
    onSuccess: (_reply, id) => refreshMap(queries, id),
  })
}

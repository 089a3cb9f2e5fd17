import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MAP_HISTORY_PAGE_SIZE, mapHistory } from '../../contract/api/map-history.ts'
import { restoreVersion } from '../../contract/api/transform.ts'
import { callApi } from '../api/call-api.ts'
import { refreshMap } from './map-queries.ts'
import { queryKeys } from './query-keys.ts'

/** What happened to a map, newest first, in pages. */
export function useMapHistory(id: string) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.record(id), 'history'],
    queryFn: ({ signal, pageParam }) =>
      callApi(mapHistory, { params: { id }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * MAP_HISTORY_PAGE_SIZE < total ? page + 1 : undefined),
    staleTime: 0,
  })
}

interface RestoreOutcome {
  readonly onSuccess: (n: number) => void
  readonly onError: (error: Error) => void
}

/**
 * Publishes an earlier overlay again. Refused or not, what is shown of the map is old afterwards.
 *
 * @param outcome told also where what asked is not shown any more
 */
export function useRestoreVersion(id: string, { onSuccess, onError }: RestoreOutcome) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (n: number) => callApi(restoreVersion, { params: { id, n } }),
    onSuccess: (_reply, n) => onSuccess(n),
    onError,
    onSettled: () => refreshMap(queries, id),
  })
}

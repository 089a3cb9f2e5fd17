import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MapAudience, mapSharing, shareMap } from '../../contract/api/map-sharing.ts'
import { callApi } from '../api/call-api.ts'
import { patchMap, refreshMap } from './map-queries.ts'
import { queryKeys } from './query-keys.ts'

const sharingKey = (id: string) => [...queryKeys.record(id), 'sharing'] as const

/** Who may see an own map, with its unlisted link. */
export function useMapSharing(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: sharingKey(id),
    queryFn: ({ signal }) => callApi(mapSharing, { params: { id } }, { signal }),
    enabled: isWanted,
  })
}

/** Sets who may see an own map; shown at once, taken back when refused. */
export function useShareMap(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (audience: MapAudience) => callApi(shareMap, { params: { id }, body: { audience } }),
    onMutate: (audience) =>
      patchMap(queries, id, {
        isPublic: audience === 'everyone',
        ...(audience !== 'everyone' && { hasLink: audience === 'link' ? true : undefined }),
      }),
    onSuccess: (sharing) => queries.setQueryData(sharingKey(id), sharing),
    onError: (_error, _audience, undo) => undo?.(),
    onSettled: () => refreshMap(queries, id),
  })
}

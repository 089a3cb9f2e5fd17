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

/** Sets who may see an own map; shown at once, taken back when refused. Of several choices in a row the last one counts. */
export function useShareMap(id: string) {
  const queries = useQueryClient()
  const mutationKey = [...sharingKey(id), 'set']
  return useMutation({
    mutationKey,
    // One after another, in the order in which they were made.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (audience: MapAudience) => callApi(shareMap, { params: { id }, body: { audience } }),
    onMutate: (audience) =>
      patchMap(queries, id, {
        isPublic: audience === 'everyone',
        ...(audience !== 'everyone' && { hasLink: audience === 'link' ? true : undefined }),
      }),
    onSuccess: (sharing) => queries.setQueryData(sharingKey(id), sharing),
    onError: (_error, _audience, undo) => undo?.(),
    onSettled: () => {
      // What the server says of an earlier choice must not take the place of a later one.
      if (queries.isMutating({ mutationKey }) === 1) return refreshMap(queries, id)
      return undefined
    },
  })
}

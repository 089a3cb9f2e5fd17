import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  answerBetterPoints,
  askBetterPoints,
  betterPoints,
  takeBackBetterPoints,
  type BetterPoints,
} from '../../contract/api/better-points.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Below the discussion of the map, with which it becomes old. */
const keyOf = (mapId: string) => [...queryKeys.discussion(mapId), 'better-points']

/** How many say that a map needs better points, and as far as the user may know of it who and why. */
export function useBetterPoints(mapId: string) {
  return useQuery({
    queryKey: keyOf(mapId),
    queryFn: ({ signal }) => callApi(betterPoints, { params: { id: mapId } }, { signal }),
    staleTime: 0,
  })
}

/** Changes to what is said of a map's points; the answer is what is said then. */
export function useBetterPointsChanges(mapId: string) {
  const queries = useQueryClient()
  const params = { id: mapId }
  const options = {
    onSuccess: (said: BetterPoints) => queries.setQueryData(keyOf(mapId), said),
    async onSettled() {
      const queryKey = queryKeys.record(mapId)
      // What is read for the first time meanwhile, the history say, would end with what was before.
      await queries.cancelQueries({ queryKey })
      void queries.invalidateQueries({ queryKey })
    },
  }
  const ask = useMutation({
    mutationFn: (note: string) => callApi(askBetterPoints, { params, body: { note } }),
    ...options,
  })
  const takeBack = useMutation({ mutationFn: () => callApi(takeBackBetterPoints, { params }), ...options })
  const answer = useMutation({ mutationFn: () => callApi(answerBetterPoints, { params }), ...options })
  return { ask, takeBack, answer }
}

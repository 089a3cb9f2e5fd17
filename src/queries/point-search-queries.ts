import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelPointSearches,
  decideOnPoints,
  type PointDecision,
  pointSearches,
  type PointSearches,
  searchPoints,
} from '../../contract/api/point-searches.ts'
import { callApi } from '../api/call-api.ts'
import { POINT_SEARCHES } from './point-search-count.ts'

const POLL_MS = 3_000
const LIST = [...POINT_SEARCHES, 'list']

/** Points that were found for the user's maps; asked anew while more are being searched. */
export const usePointSearches = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => callApi(pointSearches, { query: {} }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.open ?? 0) > 0 ? POLL_MS : false),
  })

/** Begins and ends searching for points of many maps. */
export function useSearchPoints() {
  const queries = useQueryClient()
  const options = { onSettled: () => queries.invalidateQueries({ queryKey: POINT_SEARCHES }) }
  const begin = useMutation({
    mutationFn: (maps: readonly string[]) => callApi(searchPoints, { body: { maps: [...maps] } }),
    ...options,
  })
  const stop = useMutation({ mutationFn: () => callApi(cancelPointSearches, {}), ...options })
  return { begin, stop }
}

/** Decides on the points of a map, which leaves the list at once; null takes the decision back. */
export function useDecideOnPoints() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ mapId, decision }: { mapId: string; decision: PointDecision | null }) =>
      callApi(decideOnPoints, { body: { mapId, decision } }),
    async onSuccess(_reply, { mapId, decision }) {
      await queries.cancelQueries({ queryKey: LIST })
      if (decision !== null)
        queries.setQueryData<PointSearches>(
          LIST,
          (last) => last && { ...last, found: last.found.filter((one) => one.mapId !== mapId) },
        )
      await queries.invalidateQueries({ queryKey: POINT_SEARCHES })
    },
  })
}

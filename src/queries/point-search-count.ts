import { useQuery } from '@tanstack/react-query'
import { countPointSearches } from '../../contract/api/point-search-count.ts'
import { callApi } from '../api/call-api.ts'

const POLL_MS = 6_000

/** What all that is asked of searches for points is cached under. */
export const POINT_SEARCHES = ['point-searches']

/** How many maps have points to decide on, and for how many they are being searched. */
export const usePointSearchCount = () =>
  useQuery({
    queryKey: [...POINT_SEARCHES, 'count'],
    queryFn: ({ signal }) => callApi(countPointSearches, {}, { signal }),
    refetchInterval: ({ state }) => ((state.data?.open ?? 0) > 0 ? POLL_MS : false),
  })

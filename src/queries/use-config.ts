import { useQuery } from '@tanstack/react-query'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** What this instance tells of itself: base maps, limits, contact. It does not change while a page is open. */
export function useConfig() {
  return useQuery({
    queryKey: queryKeys.config,
    queryFn: ({ signal }) => callApi(config, {}, { signal }),
    staleTime: Infinity,
  })
}

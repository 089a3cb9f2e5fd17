import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../contract/api/define-call.ts'
import { findMaps } from '../../contract/api/find.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

type FindRequest = NonNullable<CallInput<typeof findMaps>['query']>

/** How many maps a request finds, without the maps; the last answer stays until the next has come. */
export function useFoundTotal(request: FindRequest, isWanted: boolean) {
  return useQuery({
    queryKey: [...queryKeys.maps, 'total', request],
    queryFn: async ({ signal }) =>
      (await callApi(findMaps, { query: { ...request, limit: '1' } }, { signal })).total,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

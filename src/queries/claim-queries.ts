import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { claimMap, endClaim, giveBackClaim, myClaims } from '../../contract/api/assignments.ts'
import { callApi } from '../api/call-api.ts'
import { refreshMap } from './map-queries.ts'
import { queryKeys } from './query-keys.ts'

/** What is claimed and what was rejected: refreshed with the lists of maps. */
export const CLAIMS_KEY = [...queryKeys.maps, 'claims']

/** What was lately rejected of the user's; the same answer as that of their claims. */
export function useMyRejections(isNeeded = true) {
  return useQuery({
    queryKey: CLAIMS_KEY,
    enabled: isNeeded,
    queryFn: ({ signal }) => callApi(myClaims, {}, { signal }),
    select: ({ rejected }) => rejected,
  })
}

/** Claims a map. Refused or not, the list is old afterwards. */
export function useClaimMap() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(claimMap, { params: { id } }),
    onSettled: (_reply, _error, id) => refreshMap(queries, id),
  })
}

/** Gives a claim back. Refused or not, the list is old afterwards. */
export function useGiveBack() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(giveBackClaim, { params: { id } }),
    onSettled: (_reply, _error, id) => refreshMap(queries, id),
  })
}

/** Ends the claim of a map of the user's. Refused or not, the list is old afterwards. */
export function useEndClaim() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(endClaim, { params: { id } }),
    onSettled: (_reply, _error, id) => refreshMap(queries, id),
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assignedToOthers, claimMap, myClaims } from '../../contract/api/assignments.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { publicUntransformedMaps } from '../../contract/api/maps.ts'
import { callApi } from '../api/call-api.ts'
import { mapKeys, refreshMap } from '../map-record/map-queries.ts'
import { toast } from '../ui/toast-store.ts'

/** Lists of assignments are looked at again in this interval: others work on them. In milliseconds. */
const POLL_MS = 60_000

export function useUndiscoveredMaps() {
  return useQuery({
    queryKey: [...mapKeys.lists, 'undiscovered'],
    queryFn: async ({ signal }) => (await callApi(publicUntransformedMaps, {}, { signal })).maps,
    refetchInterval: POLL_MS,
  })
}

export function useMyClaims() {
  return useQuery({
    queryKey: [...mapKeys.lists, 'claims'],
    queryFn: async ({ signal }) => (await callApi(myClaims, {}, { signal })).pendingMaps,
    refetchInterval: POLL_MS,
  })
}

export function useAssignedToOthers() {
  return useQuery({
    queryKey: [...mapKeys.lists, 'assigned-to-others'],
    queryFn: async ({ signal }) => (await callApi(assignedToOthers, {}, { signal })).maps,
    refetchInterval: POLL_MS,
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

/** What to do when the time of an assignment is over: say so with the map's title, and load the lists anew. */
export function useExpiryNotice(): (map: MapSummary) => void {
  const { t } = useTranslation('assignments')
  const queries = useQueryClient()
  return (map) => {
    toast.warning(t('expired'), { title: map.titles.title })
    void refreshMap(queries, map.id)
  }
}

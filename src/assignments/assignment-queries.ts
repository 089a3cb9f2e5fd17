import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assignedToOthers, myClaims } from '../../contract/api/assignments.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { publicUntransformedMaps } from '../../contract/api/maps.ts'
import { callApi } from '../api/call-api.ts'
import { CLAIMS_KEY } from '../queries/claim-queries.ts'
import { refreshMap, wholeList } from '../queries/map-queries.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { toast } from '../ui/toast-store.ts'

/** Lists of assignments are looked at again in this interval: others work on them. In milliseconds. */
const POLL_MS = 60_000

export function useUndiscoveredMaps() {
  return useQuery({
    queryKey: [...queryKeys.maps, 'undiscovered'],
    queryFn: ({ signal }) => wholeList(publicUntransformedMaps, signal),
    refetchInterval: POLL_MS,
  })
}

export function useMyClaims() {
  return useQuery({
    queryKey: CLAIMS_KEY,
    queryFn: ({ signal }) => callApi(myClaims, {}, { signal }),
    select: ({ pendingMaps }) => pendingMaps,
    refetchInterval: POLL_MS,
  })
}

export function useAssignedToOthers() {
  return useQuery({
    queryKey: [...queryKeys.maps, 'assigned-to-others'],
    queryFn: async ({ signal }) => (await callApi(assignedToOthers, {}, { signal })).maps,
    refetchInterval: POLL_MS,
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

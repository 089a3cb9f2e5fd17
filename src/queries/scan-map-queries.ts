import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveDraft } from '../../contract/api/drafts.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { addMapOnScan, mapsOnScan, type ScanMap } from '../../contract/api/scan-maps.ts'
import type { TransformationBody } from '../../contract/rules/control-points.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

const NONE: readonly ScanMap[] = []

/** The other maps on the scan of a map that the user may see; none until they are known. */
export function useMapsOnScan(id: string, isWanted: boolean): readonly ScanMap[] {
  const { data } = useQuery({
    queryKey: [...queryKeys.record(id), 'on-scan'],
    queryFn: ({ signal }) => callApi(mapsOnScan, { params: { id } }, { signal }),
    enabled: isWanted,
    // Their parts are drawn and moved in other editors, of which nobody tells this one.
    staleTime: 0,
  })
  return data?.maps ?? NONE
}

/** Makes a map of the scan of an own map for each of these placements, which become its draft. Gives how many. */
export function useAddPlacedMaps(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (placements: readonly TransformationBody[]) => {
      for (const transformation of placements) {
        const made = await callApi(addMapOnScan, { params: { id }, body: {} })
        const body = { follows: null, baseVersion: null, transformation }
        await callApi(saveDraft, { params: { id: made.id }, body })
      }
      return placements.length
    },
    onSettled: () => refreshScans(queries),
  })
}

/** Makes another map of the scan of an own map. Gives its record. */
export async function addMapBeside(queries: QueryClient, id: string): Promise<MapRecord> {
  const made = await callApi(addMapOnScan, { params: { id }, body: {} })
  queries.setQueryData(queryKeys.record(made.id), made)
  await refreshScans(queries)
  return made
}

export function useAddMapOnScan() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: (id: string) => addMapBeside(queries, id) })
}

/** Lists have a map more, and the others of its scan are told of it. */
const refreshScans = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.maps }),
    queries.invalidateQueries({ queryKey: queryKeys.counts }),
    queries.invalidateQueries({ queryKey: queryKeys.records }),
  ])

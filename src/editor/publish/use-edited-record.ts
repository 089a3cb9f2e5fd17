import { useQuery } from '@tanstack/react-query'
import { getMap } from '../../../contract/api/maps.ts'
import { callApi } from '../../api/call-api.ts'
import { mapKeys } from '../../map-record/map-queries.ts'
import { isChanging } from './record-state.ts'

/** A record that changes by itself is asked for again this often. */
const POLL_MS = 1000

/** The map being edited; asked for again while its scan is prepared or a transform runs. */
export function useEditedRecord(mapId: string) {
  return useQuery({
    queryKey: mapKeys.record(mapId),
    queryFn: ({ signal }) => callApi(getMap, { params: { id: mapId } }, { signal }),
    refetchInterval: ({ state }) => (isChanging(state.data) ? POLL_MS : false),
  })
}

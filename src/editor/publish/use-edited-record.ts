import { useQuery } from '@tanstack/react-query'
import { getMap } from '../../../contract/api/maps.ts'
import { callApi } from '../../api/call-api.ts'
import { mapKeys } from '../../map-record/map-queries.ts'
import { isChanging } from './record-state.ts'

/**
 * A record that changes by itself is asked for again when the live stream says so; every answer puts this off, so that
 * it only serves where the stream does not.
 */
const POLL_MS = 3000

/** The map being edited; asked for again while its scan is prepared or a transform runs. */
export function useEditedRecord(mapId: string) {
  return useQuery({
    queryKey: mapKeys.record(mapId),
    queryFn: ({ signal }) => callApi(getMap, { params: { id: mapId } }, { signal }),
    refetchInterval: ({ state }) => (isChanging(state.data) ? POLL_MS : false),
  })
}

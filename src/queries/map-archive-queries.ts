import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  MAP_ARCHIVE_KINDS,
  cancelMapArchive,
  makeMapArchive,
  mapArchive,
  type MapArchive,
  type MapArchiveKind,
} from '../../contract/api/map-archive.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** While the file is made it is asked how far it is, in milliseconds. */
const POLL_MS = 1_000

/** Below the record of the map: a new overlay makes it old. */
const keyOf = (mapId: string, kind: MapArchiveKind) => [...queryKeys.record(mapId), 'archive', kind]

const isMade = (archive: MapArchive | undefined): boolean =>
  archive?.state === 'queued' || archive?.state === 'running'

const archiveQuery = (mapId: string, kind: MapArchiveKind) =>
  queryOptions({
    queryKey: keyOf(mapId, kind),
    queryFn: ({ signal }) => callApi(mapArchive, { params: { id: mapId, kind } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isMade(state.data) ? POLL_MS : false),
  })

/** A map as another file, as far as it is. */
export const useMapArchive = (mapId: string, kind: MapArchiveKind) => useQuery(archiveQuery(mapId, kind))

/** Whether any file of the map is being made. */
export const useIsArchiveMade = (mapId: string): boolean =>
  useQueries({
    queries: MAP_ARCHIVE_KINDS.map((kind) => archiveQuery(mapId, kind)),
    combine: (archives) => archives.some(({ data }) => isMade(data)),
  })

/** Has the file made, or gives it up; the answer is what there is then. */
export function useMapArchiveChanges(mapId: string, kind: MapArchiveKind) {
  const queries = useQueryClient()
  const queryKey = keyOf(mapId, kind)
  const params = { id: mapId, kind }
  const options = {
    // An answer on its way is older than what was just asked for.
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (archive: MapArchive) => queries.setQueryData(queryKey, archive),
    onError: () => void queries.invalidateQueries({ queryKey }),
  }
  const make = useMutation({ mutationFn: () => callApi(makeMapArchive, { params }), ...options })
  const cancel = useMutation({ mutationFn: () => callApi(cancelMapArchive, { params }), ...options })
  return { make, cancel }
}

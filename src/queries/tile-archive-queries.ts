import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelTileArchive,
  makeTileArchive,
  tileArchive,
  type TileArchive,
} from '../../contract/api/tile-archive.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** While the file is made it is asked how far it is, in milliseconds. */
const POLL_MS = 1_000

/** Below the record of the map: a new overlay makes it old. */
const keyOf = (mapId: string) => [...queryKeys.record(mapId), 'tile-archive']

const isMade = (archive: TileArchive | undefined): boolean =>
  archive?.state === 'queued' || archive?.state === 'running'

/** The tiles of a map as one file, as far as it is. */
export function useTileArchive(mapId: string) {
  return useQuery({
    queryKey: keyOf(mapId),
    queryFn: ({ signal }) => callApi(tileArchive, { params: { id: mapId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isMade(state.data) ? POLL_MS : false),
  })
}

/** Has the file made, or gives it up; the answer is what there is then. */
export function useTileArchiveChanges(mapId: string) {
  const queries = useQueryClient()
  const queryKey = keyOf(mapId)
  const params = { id: mapId }
  const options = {
    // An answer on its way is older than what was just asked for.
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (archive: TileArchive) => queries.setQueryData(queryKey, archive),
    onError: () => void queries.invalidateQueries({ queryKey }),
  }
  const make = useMutation({ mutationFn: () => callApi(makeTileArchive, { params }), ...options })
  const cancel = useMutation({ mutationFn: () => callApi(cancelTileArchive, { params }), ...options })
  return { make, cancel }
}

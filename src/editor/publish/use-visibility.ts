import { useMutation, useQueryClient } from '@tanstack/react-query'
import { switchPublic } from '../../../contract/api/maps.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { errorText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { mapQueryKey } from './use-map-record.ts'

/** Makes the map public or private. The old state comes back when the server refuses. */
export function useVisibility(record: MapRecord): () => void {
  const queries = useQueryClient()
  const key = mapQueryKey(record.id)
  const show = (isPublic: boolean) =>
    queries.setQueryData<MapRecord>(key, (kept) => (kept ? { ...kept, isPublic } : kept))
  const mutation = useMutation({
    mutationFn: (isPublic: boolean) =>
      callApi(switchPublic, { params: { mapId: record.id }, body: { isPublic } }),
    onMutate: show,
    onError: (error, wanted) => {
      show(!wanted)
      toast.error(errorText(error))
    },
    onSettled: () => queries.invalidateQueries(),
  })
  return () => {
    if (!mutation.isPending) mutation.mutate(!record.isPublic)
  }
}

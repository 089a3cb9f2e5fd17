import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { markAssignmentDone } from '../../../contract/api/assignments.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'

/** Submits an assigned map for its owner's approval. */
export function useMarkDone(mapId: string): { readonly isBusy: boolean; readonly markDone: () => void } {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(markAssignmentDone, { params: { id: mapId } }),
    onSuccess: () => {
      toast.success(t('banner.markedDone'))
      return queries.invalidateQueries()
    },
    onError: (error) =>
      toast.error(error instanceof ApiError && error.body ? error.message : t('banner.markDoneFailed')),
  })
  return { isBusy: mutation.isPending, markDone: () => mutation.mutate() }
}

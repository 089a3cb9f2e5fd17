import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approveTransformation, rejectAssignment } from '../../../contract/api/assignments.ts'
import type { RejectionReason } from '../../../contract/api/rejection-reasons.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'

/** What the server says of a refusal, or our own words where it said nothing. */
const refusalText = (error: Error, own: string) =>
  error instanceof ApiError && error.body ? error.message : own

/** The owner publishes a submitted transformation. */
export function useApprove(mapId: string) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(approveTransformation, { params: { id: mapId } }),
    onSuccess: () => {
      toast.success(t('banner.approved'))
      return queries.invalidateQueries()
    },
    onError: (error) => toast.error(refusalText(error, t('banner.approveFailed'))),
  })
}

/** The owner gives a submitted transformation back: the map is restored as it was at the claim. */
export function useReject(mapId: string) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (reason: RejectionReason) =>
      callApi(rejectAssignment, { params: { id: mapId }, body: { reason } }),
    onSuccess: () => {
      toast.success(t('reject.done'))
      return queries.invalidateQueries()
    },
    onError: (error) => toast.error(refusalText(error, t('reject.failed'))),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approveTransformation, rejectAssignment, requestChanges } from '../../../contract/api/assignments.ts'
import type { RejectionReason } from '../../../contract/api/rejection-reasons.ts'
import type { ProposableField } from '../../../contract/rules/map-fields.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'

/** What the server says of a refusal, or our own words where it said nothing. */
export const refusalText = (error: Error, own: string) =>
  error instanceof ApiError && error.body ? error.message : own

/** The owner publishes a submitted transformation, and takes over what is proposed of the metadata but for `left`. */
export function useApprove(mapId: string, left: ReadonlySet<ProposableField>) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(approveTransformation, { params: { id: mapId }, body: { leave: [...left] } }),
    onSuccess: () => toast.success(t('banner.approved')),
    onError: (error) => toast.error(refusalText(error, t('banner.approveFailed'))),
    // Refused, too: it may have been decided about elsewhere.
    onSettled: () => queries.invalidateQueries(),
  })
}

/** What an owner says with their decision. */
export interface Decision {
  readonly reason: RejectionReason | null
  readonly note: string
}

/**
 * The owner gives a submitted transformation back. `reject` restores the map as it was at the claim, `changes` lets its
 * contributor go on.
 */
export function useGiveBack(mapId: string, kind: 'reject' | 'changes') {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (decision: Decision) =>
      callApi(kind === 'reject' ? rejectAssignment : requestChanges, {
        params: { id: mapId },
        body: decision,
      }),
    onSuccess: () => toast.success(t(`${kind}.done`)),
    onError: (error) => toast.error(refusalText(error, t(`${kind}.failed`))),
    onSettled: () => queries.invalidateQueries(),
  })
}

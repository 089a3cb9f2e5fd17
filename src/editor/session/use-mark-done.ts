import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { markAssignmentDone } from '../../../contract/api/assignments.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { refusalText } from './use-decision.ts'

/** Submits an assigned map for its owner's approval, with a note for them (blank: none). */
export function useMarkDone(mapId: string) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (note: string) => callApi(markAssignmentDone, { params: { id: mapId }, body: { note } }),
    onSuccess: () => {
      toast.success(t('banner.markedDone'))
      return queries.invalidateQueries()
    },
    onError: (error) => toast.error(refusalText(error, t('banner.markDoneFailed'))),
  })
}

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelImport } from '../../../contract/api/import-iiif.ts'
import { refusalText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Gives up a map whose scan is being fetched, and leads back to the others. */
export function StopFetching({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(cancelImport, { params: { id: mapId } }),
    onSuccess: async () => {
      await navigate({ to: '/main' })
      queries.removeQueries({ queryKey: queryKeys.record(mapId) })
      await queries.invalidateQueries({ queryKey: queryKeys.maps })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('processing.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onCancel={() => setAsked(false)}
        onConfirm={() => mutate()}
        isBusy={isPending}
        title={t('processing.cancelTitle')}
        text={t('processing.cancelText')}
        confirmLabel={t('processing.cancel')}
        error={error ? (refusalText(error) ?? t('processing.cancelFailed')) : undefined}
      />
    </>
  )
}

import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { retryImport } from '../../../contract/api/import-iiif.ts'
import { refusalText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { queryKeys } from '../../queries/query-keys.ts'

/** Tries again to fetch the scan of a map that could not be fetched; its progress then stands in place of the failure. */
export function FetchAgain({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(retryImport, { params: { id: mapId } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.record(mapId) }),
        queries.invalidateQueries({ queryKey: queryKeys.maps }),
      ]),
  })
  return (
    <>
      <Button onClick={() => mutate()} loading={isPending}>
        {t('processing.fetchAgain')}
      </Button>
      {error ? <Text c="red">{refusalText(error) ?? t('processing.fetchAgainFailed')}</Text> : null}
    </>
  )
}

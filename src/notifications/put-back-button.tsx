import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../../contract/api/notifications.ts'
import { refusalText } from '../api/api-error.ts'
import { usePutIn } from '../queries/catalog-map-queries.ts'
import { toast } from '../ui/toast-store.ts'

interface PutBackButtonProps {
  /** Of a map that was taken out of a catalog. */
  readonly data: Notification['data']
}

/** Puts a map that someone else has taken out of one's catalog in again. */
export function PutBackButton({ data }: PutBackButtonProps) {
  const { t } = useTranslation('notifications')
  const { mapId = '', catalogId = '', mapTitle: map = '', catalogTitle: catalog = '' } = data
  const { mutate, isPending, isSuccess } = usePutIn(catalogId)
  const putBack = () =>
    mutate(mapId, {
      onSuccess: () => toast.success(t('catalog_map_removed.isBack', { map, catalog })),
      onError: (error) => toast.error(refusalText(error) ?? t('catalog_map_removed.failed')),
    })
  return (
    <Button
      size="xs"
      variant="default"
      mt={4}
      aria-busy={isPending}
      aria-disabled={isSuccess || undefined}
      data-disabled={isSuccess || undefined}
      aria-label={`${t(isSuccess ? 'catalog_map_removed.done' : 'catalog_map_removed.putBack')}: ${map}`}
      onClick={() => isPending || isSuccess || putBack()}
    >
      {t(isSuccess ? 'catalog_map_removed.done' : 'catalog_map_removed.putBack')}
    </Button>
  )
}

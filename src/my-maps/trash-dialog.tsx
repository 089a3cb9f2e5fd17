import { Button } from '@mantine/core'
import { IconTrashOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/api-error.ts'
import { MapThumbnail } from '../map-record/map-thumbnail.tsx'
import { useRestoreMap, useTrashedMaps } from '../queries/map-queries.ts'
import { EmptyState, ErrorState, SkeletonState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './trash-dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'

/** Deleted maps, kept for 30 days, and the way back. */
export function TrashDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['maps', 'common'])
  const { data: maps, isPending, error, refetch, isRefetching } = useTrashedMaps(true)
  const { mutate, isPending: isRestoring, variables } = useRestoreMap()
  return (
    <Dialog opened onClose={onClose} hasStep={false} title={t('trash.title')} size={640}>
      <p className={classes.lead}>{t('trash.text')}</p>
      {isPending ? (
        <SkeletonState>
          <div className={classes.skeleton} />
        </SkeletonState>
      ) : error ? (
        <ErrorState title={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : maps.length === 0 ? (
        <EmptyState title={t('trash.empty')} icon={<IconTrashOff size={48} stroke={1.25} aria-hidden />} />
      ) : (
        <ul className={classes.list}>
          {maps.map((map) => (
            <li key={map.id}>
              <span className={classes.picture}>
                <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
              </span>
              <span className={classes.title} dir="auto">
                {map.titles.title}
              </span>
              <Button
                variant="default"
                aria-label={t('trash.restoreMap', { title: map.titles.title })}
                loading={isRestoring && variables === map.id}
                onClick={() =>
                  mutate(map.id, {
                    onSuccess: () => toast.success(t('trash.restored', { title: map.titles.title })),
                    onError: (failure) => toast.error(errorText(failure)),
                  })
                }
              >
                {t('trash.restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

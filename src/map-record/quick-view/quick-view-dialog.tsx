import { Loader, Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/list-states.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import classes from './quick-view.module.css'
import type { ViewedMap, ViewOrigin } from './viewed-maps.ts'

/** What draws maps is large, and comes when it is wanted. */
const QuickView = lazy(async () => ({ default: (await import('./quick-view.tsx')).QuickView }))

interface QuickViewDialogProps {
  /** Of the map, or of the catalog that the maps are in. */
  readonly title: string
  readonly maps: readonly ViewedMap[]
  readonly origin: ViewOrigin
  readonly onClose: () => void
}

/** A look at the files of maps without leaving the page. */
export function QuickViewDialog({ title, maps, origin, onClose }: QuickViewDialogProps) {
  const { t } = useTranslation(['common', 'maps'])
  const isMobile = useIsMobile()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size={1100}
      fullScreen={isMobile}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      {maps.length === 0 ? (
        <EmptyState title={t('maps:quickView.none')} text={t('maps:quickView.noneText')} />
      ) : (
        <Suspense
          fallback={
            <div className={classes.view} data-busy="true">
              <Loader />
            </div>
          }
        >
          <QuickView maps={maps} origin={origin} />
        </Suspense>
      )}
    </Modal>
  )
}

import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazySection } from '../../ui/lazy-section.tsx'
import { EmptyState } from '../../ui/list-states.tsx'
import classes from './quick-view.module.css'
import type { QuickViewProps } from './quick-view.tsx'

/** What draws maps is large, and comes when it is wanted. */
const QuickView = lazySection(
  async () => (await import('./quick-view.tsx')).QuickView,
  <div className={classes.view} data-busy="true">
    <Loader />
  </div>,
)

/** The files of maps, or that there are none. */
export function QuickViewBody({ maps, origin }: QuickViewProps) {
  const { t } = useTranslation('maps')
  if (maps.length === 0) return <EmptyState title={t('quickView.none')} text={t('quickView.noneText')} />
  return <QuickView maps={maps} origin={origin} />
}

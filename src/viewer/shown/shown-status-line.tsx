import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RasterErrorCode } from '../../../workers/raster/raster-api.ts'
import classes from './shown-panel.module.css'
import { shownName } from './shown-name.ts'
import type { ShownMap } from './use-shown-maps.ts'

interface ShownStatusLineProps {
  readonly map: ShownMap
  /** Parts of its open file cannot be read. */
  readonly trouble?: RasterErrorCode | undefined
  readonly onRetry: () => void
}

/** What keeps a shown map from being drawn, and what can be done about it. */
export function ShownStatusLine({ map, trouble, onRetry }: ShownStatusLineProps) {
  const { t } = useTranslation(['viewer', 'common'])
  const { status } = map
  const title = shownName(t, map)
  const failed = (text: string) => (
    <p className={classes.problem} role="alert">
      {text}{' '}
      <Button size="compact-xs" variant="default" className={classes.retry} onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </p>
  )
  switch (status.kind) {
    case 'shown':
      // A line that is cut leaves what has come: it says how much is missing.
      return trouble
        ? failed(t(trouble === 'network' ? 'page.failure.parts' : `page.failure.${trouble}`, { title }))
        : null
    case 'loading':
      return <VisuallyHidden role="status">{t('page.shown.loading', { title })}</VisuallyHidden>
    case 'untransformed':
      return <p className={classes.problem}>{t('page.shown.untransformed')}</p>
    case 'gone':
      return (
        <p className={classes.problem} role="alert">
          {t('page.shown.gone')}
        </p>
      )
    case 'failed':
      return failed(t(`page.failure.${status.code}`, { title }))
  }
}

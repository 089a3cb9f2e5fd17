import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './shown-panel.module.css'
import { shownName } from './shown-name.ts'
import type { ShownMap } from './use-shown-maps.ts'

interface ShownStatusLineProps {
  readonly map: ShownMap
  readonly onRetry: () => void
}

/** What keeps a shown map from being drawn, and what can be done about it. */
export function ShownStatusLine({ map, onRetry }: ShownStatusLineProps) {
  const { t } = useTranslation(['viewer', 'common'])
  const { status } = map
  const title = shownName(t, map)
  switch (status.kind) {
    case 'shown':
      return null
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
      return (
        <p className={classes.problem} role="alert">
          {t(`page.failure.${status.code}`, { title })}{' '}
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('common:action.retry')}
          </Button>
        </p>
      )
  }
}

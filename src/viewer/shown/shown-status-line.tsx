import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RasterErrorCode } from '../../../workers/raster/raster-api.ts'
import classes from './shown-panel.module.css'
import { FILE_ID, shownName } from '../model/shown-name.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

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
      // What was loaded stays when the connection is lost: the text says how much is missing.
      return trouble
        ? failed(t(trouble === 'network' ? 'page.failure.parts' : `page.failure.${trouble}`, { title }))
        : null
    case 'loading':
      return <LoadingSaid title={title} isKnown={map.title !== null || map.id === FILE_ID} />
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

/** So long the title of a map is waited for before it is said that the map is on its way, in milliseconds. */
const TITLE_MS = 1_000

interface LoadingSaidProps {
  readonly title: string
  readonly isKnown: boolean
}

/** Says once that a map is on its way, by its title where that comes soon. */
function LoadingSaid({ title, isKnown }: LoadingSaidProps) {
  const { t } = useTranslation('viewer')
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said !== '') return undefined
    const timer = setTimeout(() => setSaid(t('page.shown.loading', { title })), isKnown ? 0 : TITLE_MS)
    return () => clearTimeout(timer)
  }, [said, title, isKnown, t])
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}

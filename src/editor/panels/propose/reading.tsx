import { Button, Loader, Progress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ScanLettering } from '../../../../contract/api/lettering.ts'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { formatPercent } from '../../../ui/number-format.ts'
import classes from './propose-panel.module.css'

/** Something is on its way. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <div className={classes['waiting']} role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{text}</Text>
    </div>
  )
}

interface ReadingProps {
  readonly lettering: ScanLettering
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** The server reads the names: how far it is, and that nobody need wait for it. */
export function Reading({ lettering, isStopping, onStop }: ReadingProps) {
  const { t, i18n } = useTranslation('propose')
  const isWaiting = lettering.state === 'waiting'
  const percent = Math.min(100, Math.max(0, lettering.percent))
  return (
    <>
      <div className={classes['line']}>
        <Text size="sm" role="status">
          {t(isWaiting ? 'reading.waits' : 'reading.runs')}
        </Text>
        {!isWaiting && <Text size="sm">{formatPercent(Math.round(percent), i18n.language)}</Text>}
      </div>
      <Progress value={isWaiting ? 0 : percent} aria-label={t('reading.progress')} />
      <Text size="sm" c="dimmed">
        {t('reading.goesOn')}
      </Text>
      <div className={classes['row']}>
        <Button size="sm" variant="default" loading={isStopping} onClick={onStop}>
          {t('reading.stop')}
        </Button>
      </div>
    </>
  )
}

interface ProblemProps {
  readonly error?: unknown
  /** In place of what the error says. */
  readonly text?: string
  /** Default: to try again. */
  readonly action?: string
  readonly onRetry: () => void
}

/** What went wrong, and the way on. */
export function Problem({ error, text, action, onRetry }: ProblemProps) {
  const { t } = useTranslation('propose')
  const isOffline = error instanceof ApiError && error.status === 0
  return (
    <>
      <div className={classes['waiting']} role="alert">
        {error !== undefined && <IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
        <Text size="sm">{text ?? (isOffline ? t('offline') : errorText(error))}</Text>
      </div>
      <div className={classes['row']}>
        <Button size="sm" onClick={onRetry}>
          {action ?? t('again')}
        </Button>
      </div>
    </>
  )
}

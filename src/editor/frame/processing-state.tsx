import { Progress, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { messageOf } from '../../api/api-error.ts'
import classes from './processing-state.module.css'

interface ProcessingStateProps {
  readonly processing: MapRecord['processing']
  readonly title: string
}

/** The scan is still being prepared, or could not be. */
export function ProcessingState({ processing, title }: ProcessingStateProps) {
  const { t } = useTranslation('editor')
  const { error } = processing
  if (processing.state === 'failed')
    return (
      <div className={classes['state']} role="alert">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text fw={600}>{t('processing.failed')}</Text>
        {error && <Text>{messageOf(error.messageKey, error.message, error.details)}</Text>}
        <Text c="dimmed">{t('processing.failedHelp')}</Text>
      </div>
    )
  const percent = Math.round(processing.percent)
  return (
    <div className={classes['state']} role="status">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text fw={600}>{t('processing.title')}</Text>
      <Progress value={percent} w="100%" aria-label={t('processing.title')} animated />
      <Text>{t('processing.percent', { percent })}</Text>
      <Text c="dimmed">{t('processing.body')}</Text>
    </div>
  )
}

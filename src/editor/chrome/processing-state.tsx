import { Group, Progress, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { messageOf } from '../../api/api-error.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { FetchAgain } from './fetch-again.tsx'
import classes from './processing-state.module.css'
import { StopFetching } from './stop-fetching.tsx'

interface ProcessingStateProps {
  readonly record: Pick<MapRecord, 'id' | 'processing' | 'titles' | 'isOwner' | 'canFetchAgain'>
}

/** The scan is still being fetched or prepared, or could not be. */
export function ProcessingState({ record }: ProcessingStateProps) {
  const { t } = useTranslation('editor')
  const { processing } = record
  const { error, state } = processing
  const { title } = record.titles
  if (state === 'failed')
    return (
      <div className={classes['state']} role="alert">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text fw={600}>{t(isOfFetching(record) ? 'processing.failedFetch' : 'processing.failed')}</Text>
        {error && <Text>{messageOf(error.messageKey, error.message, error.details)}</Text>}
        <Text c="dimmed">{t(helpOf(record))}</Text>
        {record.canFetchAgain ? <FetchAgain mapId={record.id} /> : null}
        <Group justify="center">
          {record.isOwner ? (
            <ButtonLink to="/main" search={{ dialog: 'new' }} variant="default">
              {t('processing.uploadAnother')}
            </ButtonLink>
          ) : null}
          <ButtonLink to="/main" variant="default">
            {t('load.toMaps')}
          </ButtonLink>
        </Group>
      </div>
    )
  const percent = Math.round(processing.percent)
  const isFetching = state === 'fetching'
  const doing = t(isFetching ? 'processing.fetching' : 'processing.title')
  return (
    <div className={classes['state']}>
      <div className={classes['words']} role="status">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text fw={600}>{doing}</Text>
        <Progress value={percent} w="100%" aria-label={doing} animated />
        <Text>{t('processing.percent', { percent })}</Text>
        <Text c="dimmed">{t(isFetching ? 'processing.fetchingBody' : 'processing.body')}</Text>
      </div>
      {isFetching && record.isOwner ? <StopFetching mapId={record.id} /> : null}
    </div>
  )
}

type Failed = ProcessingStateProps['record']

/** Whether it failed on the way here, not in what came. */
function isOfFetching({ canFetchAgain, processing: { error } }: Failed): boolean {
  return canFetchAgain || (error !== null && /^errors\.(?:outside|import)\./.test(error.messageKey))
}

/** What can be done about a failure. */
function helpOf(record: Failed) {
  if (record.canFetchAgain) return 'processing.fetchAgainHelp'
  return isOfFetching(record) ? 'processing.failedFetchHelp' : 'processing.failedHelp'
}

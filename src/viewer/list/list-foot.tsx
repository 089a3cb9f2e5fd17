import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useFoundMaps } from '../../queries/find-queries.ts'
import classes from './viewer-sidebar.module.css'

interface ListFootProps {
  readonly list: ReturnType<typeof useFoundMaps>
}

/** Below the last row: more is on its way, or could not be loaded. */
export function ListFoot({ list }: ListFootProps) {
  const { t } = useTranslation('viewer')
  if (list.isFetchNextPageError)
    return (
      <div className={classes.foot} role="alert">
        <span>{t('list.moreFailed')}</span>
        <Button variant="default" size="xs" onClick={() => void list.fetchNextPage()}>
          {t('list.retry')}
        </Button>
      </div>
    )
  return list.hasNextPage ? <p className={classes.foot}>{t('list.more')}</p> : null
}

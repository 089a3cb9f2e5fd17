import { Button } from '@mantine/core'
import { IconRefresh, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { EndClaimButton, isIdleClaim } from '../map-record/end-claim-button.tsx'
import { MapCollection } from '../map-record/map-collection.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAssignedToOthers, useExpiryNotice } from './assignment-queries.ts'
import classes from './assignments.module.css'
import { Countdown } from './countdown.tsx'

interface ProgressProps {
  readonly map: MapSummary
  readonly onReview: () => void
}

/** How far someone else is with one of the user's maps. */
function Progress({ map, onReview }: ProgressProps) {
  const { t } = useTranslation(['assignments', 'maps'])
  const expire = useExpiryNotice()
  if (!map.assigned) return null
  const isIdle = isIdleClaim(map)
  const { isDone, isTransformed, expireAt, to } = map.assigned
  if (isDone)
    return (
      <Button size="sm" onClick={onReview}>
        {t('others.review')}
      </Button>
    )
  return (
    <span className={classes.stack}>
      <span className={classes.note}>
        {isIdle ? t('maps:endClaim.idle') : isTransformed ? t('others.inProgress') : t('others.waiting')}
      </span>
      <span className={classes.note}>
        <IconUser size={16} stroke={1.75} aria-hidden />
        {to.username}
      </span>
      {isIdle ? (
        <EndClaimButton map={map} />
      ) : (
        <Countdown expireAt={expireAt} onExpired={() => expire(map)} />
      )}
    </span>
  )
}

/** Maps of the user that others are working on. */
export function AssignedToOthersPage({ onOpenEditor }: { readonly onOpenEditor: (id: string) => void }) {
  const { t } = useTranslation('assignments')
  const query = useAssignedToOthers()
  return (
    <>
      <PageHeader
        title={t('others.title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            loading={query.isRefetching}
            onClick={() => void query.refetch()}
          >
            {t('others.refresh')}
          </Button>
        }
      />
      <MapCollection
        query={query}
        errorTitle={t('others.error')}
        empty={{ title: t('others.empty'), text: t('others.emptyText') }}
        footer={(map) => <Progress map={map} onReview={() => onOpenEditor(map.id)} />}
        onLoad={({ id }) => onOpenEditor(id)}
      />
    </>
  )
}

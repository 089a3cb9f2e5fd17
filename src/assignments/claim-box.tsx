import { Button } from '@mantine/core'
import { IconHourglass, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { usePermissions } from '../session/permissions.ts'
import { toast } from '../ui/toast-store.ts'
import { useClaimMap } from '../queries/claim-queries.ts'
import { useExpiryNotice } from './assignment-queries.ts'
import classes from './assignments.module.css'
import { Countdown } from './countdown.tsx'

interface ClaimBoxProps {
  readonly map: MapSummary
  readonly onClaimed: (id: string) => void
}

/** The claim button of an undiscovered map, or why there is none. */
export function ClaimBox({ map, onClaimed }: ClaimBoxProps) {
  const { t } = useTranslation('assignments')
  const { isOwner, isAssigned, isDone, isAssignedUser, canClaim } = usePermissions(map)
  const expire = useExpiryNotice()
  const { mutateAsync, isPending } = useClaimMap()
  // Not by callbacks of the call: with the map claimed, what holds this button may be gone before they are due.
  const claim = async () => {
    try {
      await mutateAsync(map.id)
    } catch (error) {
      toast.error(errorText(error), { title: t('claim.failed') })
      return
    }
    toast.success(t('claim.mapClaimedSuccessfully'))
    onClaimed(map.id)
  }
  if (isAssigned && isDone)
    return (
      <span className={`${classes.note} ${classes.done}`}>
        <IconHourglass size={16} stroke={1.75} aria-hidden />
        {t('claim.awaiting')}
      </span>
    )
  if (isAssigned && map.assigned)
    return (
      <span className={classes.stack}>
        <span className={classes.note}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
          {isAssignedUser ? t('claim.workingByYou') : t('claim.working')}
        </span>
        <Countdown expireAt={map.assigned.expireAt} onExpired={() => expire(map)} />
      </span>
    )
  if (isOwner) return <span className={classes.note}>{t('claim.own')}</span>
  if (map.acceptsClaims === false) return <span className={classes.note}>{t('claim.closed')}</span>
  return (
    <Button
      size="sm"
      disabled={!canClaim}
      loading={isPending}
      aria-label={t('claim.buttonNamed', { title: map.titles.title })}
      onClick={() => void claim()}
    >
      {t('claim.button')}
    </Button>
  )
}

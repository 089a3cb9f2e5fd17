import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { IDLE_CLAIM_MINUTES } from '../../contract/constants.ts'
import { errorText } from '../api/api-error.ts'
import { serverNow } from '../api/server-clock.ts'
import { useEndClaim } from '../queries/claim-queries.ts'
import { toast } from '../ui/toast-store.ts'

/** Whether the owner of a map may end its claim: nothing is submitted, and nothing was changed for an hour. */
export function isIdleClaim({ assigned }: Pick<MapSummary, 'assigned'>, now = serverNow()): boolean {
  if (!assigned || assigned.isDone || assigned.changedAt === undefined) return false
  return now - Date.parse(assigned.changedAt) >= IDLE_CLAIM_MINUTES * 60_000
}

interface EndClaimButtonProps {
  readonly map: MapSummary
  readonly onEnded?: () => void
}

/** The owner ends the claim of a map in which nothing was changed for an hour. */
export function EndClaimButton({ map, onEnded }: EndClaimButtonProps) {
  const { t } = useTranslation('maps')
  const { mutateAsync, isPending } = useEndClaim()
  const { title } = map.titles
  // Not by callbacks of the call: with the claim gone, the card that holds this button may be gone before they are due.
  const end = async () => {
    try {
      await mutateAsync(map.id)
    } catch (error) {
      toast.error(errorText(error))
      return
    }
    toast.success(t('endClaim.done', { title }))
    onEnded?.()
  }
  return (
    <Button
      size="sm"
      variant="default"
      loading={isPending}
      aria-label={t('endClaim.named', { title })}
      onClick={() => void end()}
    >
      {t('endClaim.button')}
    </Button>
  )
}

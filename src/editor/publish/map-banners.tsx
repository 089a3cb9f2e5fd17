import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { Banner } from '../frame/banner.tsx'
import { bannerKind } from './banner-kind.ts'
import type { BannerKind } from './banner-kind.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { useApprove } from './use-decision.ts'

interface MapBannersProps {
  readonly record: MapRecord
  readonly permissions: PermissionSet
  /** This user's time for the map ended while they were editing it. */
  readonly hasExpired: boolean
  readonly onViewDetails: () => void
}

/** What holds for this map and this user: who works on it, what it waits for, or that editing is not allowed. */
export function MapBanners({ record, permissions, hasExpired, onViewDetails }: MapBannersProps) {
  const { t, i18n } = useTranslation('editor')
  const [dismissed, setDismissed] = useState<BannerKind | null>(null)
  const kind = hasExpired ? 'expired' : bannerKind(permissions)
  if (kind === null || dismissed === kind) return null
  const { assigned } = record
  const time = assigned
    ? new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(new Date(assigned.expireAt))
    : ''
  return (
    <Banner
      tone={kind === 'assignedToYou' ? 'blue' : 'amber'}
      actions={
        kind === 'readyForApproval' ? <Decision mapId={record.id} onViewDetails={onViewDetails} /> : null
      }
      onDismiss={() => setDismissed(kind)}
    >
      {t(`banner.${kind}`, { time, username: assigned?.to.username ?? '' })}
    </Banner>
  )
}

/** What the owner of a submitted map can do with it. */
function Decision({ mapId, onViewDetails }: { readonly mapId: string; readonly onViewDetails: () => void }) {
  const { t } = useTranslation('editor')
  const [isRejecting, setRejecting] = useState(false)
  const approve = useApprove(mapId)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onViewDetails}>
        {t('banner.viewDetails')}
      </Button>
      <Button size="compact-sm" variant="outline" color="vermilion" onClick={() => setRejecting(true)}>
        {t('banner.reject')}
      </Button>
      <Button size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate()}>
        {t('banner.approve')}
      </Button>
      {isRejecting && <RejectDialog mapId={mapId} onClose={() => setRejecting(false)} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../../contract/permissions.ts'
import { errorText } from '../../../api/api-error.ts'
import { decisionText } from '../../../map-record/decision-text.ts'
import { useClaimMap, useMyRejections } from '../../../queries/claim-queries.ts'
import { lazyOverlay } from '../../../ui/lazy-overlay.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Banner } from '../../parts/banner.tsx'
import type { MarkDoneProps } from '../top-bar.tsx'
import { bannerKind, endedKind } from '../../session/banner-kind.ts'
import type { BannerKind } from '../../session/banner-kind.ts'
import type { EndedAssignment } from '../../session/use-editing-rights.ts'
import { useApprove } from '../../session/use-decision.ts'
import type { ProposableField } from '../../../../contract/rules/map-fields.ts'
import classes from './map-banners.module.css'
import { dateLanguage } from '../../../ui/i18n/date-language.ts'

/** Few open it. */
const GiveBackDialog = lazyOverlay(async () => (await import('../dialogs/reject-dialog.tsx')).GiveBackDialog)
const ReviewDialog = lazyOverlay(async () => (await import('../dialogs/review-dialog.tsx')).ReviewDialog)

interface MapBannersProps {
  readonly record: MapRecord
  readonly permissions: PermissionSet
  /** How this user's assignment ended while they were editing the map. */
  readonly ended: EndedAssignment | null
  /** A draft of the owner's waits until they may edit again. */
  readonly hasDraftAside: boolean
  readonly onViewDetails: () => void
  /** Submits the map; absent where its button stands in the bar above. */
  readonly markDone?: MarkDoneProps | undefined
}

/** What holds for this map and this user: who works on it, what it waits for, or that editing is not allowed. */
export function MapBanners(props: MapBannersProps) {
  const { record, permissions, ended, onViewDetails, markDone } = props
  const { t, i18n } = useTranslation('editor')
  const [dismissed, setDismissed] = useState<BannerKind | null>(null)
  const worksOnIt = ended === null && permissions.isAssignedUser && !permissions.isDone
  const asked = useMyRejections(ended === 'givenBack' || worksOnIt)
  const rejection = asked.data?.find(({ map }) => map.id === record.id)
  // What is known from before may be older than the decision.
  const isRejected = rejection ? true : asked.isFetching ? undefined : false
  const kind = ended ? endedKind(ended, isRejected) : bannerKind(permissions)
  if (kind === null || dismissed === kind) return null
  const { assigned } = record
  const time = assigned
    ? new Intl.DateTimeFormat(dateLanguage(i18n.language), { timeStyle: 'short' }).format(
        new Date(assigned.expireAt),
      )
    : ''
  return (
    <Banner
      tone={QUIET.has(kind) ? 'blue' : 'amber'}
      actions={
        kind === 'readyForApproval' ? (
          <Decision record={record} onViewDetails={onViewDetails} />
        ) : kind === 'claimable' ? (
          <Claim mapId={record.id} />
        ) : kind === 'assignedToYou' && markDone?.canMark ? (
          <Button size="xs" onClick={markDone.onMark}>
            {t('tool.markDone')}
          </Button>
        ) : null
      }
      onDismiss={() => setDismissed(kind)}
    >
      {t(`banner.${kind}`, {
        time,
        username: assigned?.to.username ?? record.user.username,
        owner: record.user.username,
      })}
      {props.hasDraftAside && ` ${t('banner.draftAside')}`}
      {kind === 'readyForApproval' && record.submission?.note && (
        <q className={classes.note} dir="auto">
          {record.submission.note}
        </q>
      )}
      {kind === 'rejected' && rejection && <strong> {decisionText(rejection)}</strong>}
      {worksOnIt && rejection && !assigned?.changes && (
        <strong>
          {' '}
          {t('banner.rejectedBefore')} {decisionText(rejection)}
        </strong>
      )}
      {assigned?.changes && permissions.isAssignedUser && (
        <strong>
          {' '}
          {t('banner.changes')} {decisionText(assigned.changes)}
        </strong>
      )}
    </Banner>
  )
}

/** These tell what holds, and ask for nothing that cannot wait. */
const QUIET: ReadonlySet<BannerKind> = new Set(['assignedToYou', 'taken', 'claimable'])

/** Claims a map that nobody works on. */
function Claim({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const { mutate, isPending } = useClaimMap()
  return (
    <Button
      size="xs"
      loading={isPending}
      onClick={() => mutate(mapId, { onError: (error) => toast.error(errorText(error)) })}
    >
      {t('banner.claim')}
    </Button>
  )
}

interface DecisionProps {
  readonly record: MapRecord
  readonly onViewDetails: () => void
}

/** What the owner of a submitted map can do with it. */
function Decision({ record, onViewDetails }: DecisionProps) {
  const { t } = useTranslation('editor')
  const mapId = record.id
  const [isReviewing, setReviewing] = useState(false)
  const [givingBack, setGivingBack] = useState<'reject' | 'changes' | null>(null)
  const [left, setLeft] = useState<ReadonlySet<ProposableField>>(new Set())
  const approve = useApprove(mapId, left)
  const approval = (
    <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate()}>
      {t('banner.approve')}
    </Button>
  )
  const giveBack = (
    <>
      <Button size="xs" variant="outline" color="vermilion" onClick={() => setGivingBack('reject')}>
        {t('banner.reject')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setGivingBack('changes')}>
        {t('banner.requestChanges')}
      </Button>
    </>
  )
  return (
    <>
      <Button size="xs" variant="default" onClick={onViewDetails}>
        {t('banner.viewDetails')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setReviewing(true)}>
        {t('banner.review')}
      </Button>
      {giveBack}
      {/* What is proposed of the metadata is looked at before it is approved. */}
      {record.proposal ? null : approval}
      {isReviewing && (
        <ReviewDialog record={record} left={left} onLeave={setLeft} onClose={() => setReviewing(false)}>
          {giveBack}
          {approval}
        </ReviewDialog>
      )}
      {givingBack && <GiveBackDialog mapId={mapId} kind={givingBack} onClose={() => setGivingBack(null)} />}
    </>
  )
}

import { Loader } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { MapVersion } from '../../../../contract/api/transform.ts'
import { errorText } from '../../../api/api-error.ts'
import { VersionComparison } from '../../../map-record/versions/version-comparison.tsx'
import { VersionSelect } from '../../../map-record/versions/version-select.tsx'
import { useMapVersions } from '../../../queries/version-queries.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/list-states.tsx'
import { useIsMobile } from '../../../ui/use-is-mobile.ts'
import type { ProposableField } from '../../../../contract/rules/map-fields.ts'
import { ProposedChanges } from './proposed-changes.tsx'
import classes from './review-dialog.module.css'

interface ReviewDialogProps {
  readonly record: MapRecord
  /** Proposed fields that are to stay as they are. */
  readonly left: ReadonlySet<ProposableField>
  readonly onLeave: (left: ReadonlySet<ProposableField>) => void
  /** The ways to decide. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A submitted transformation beside what the map was before, with what its maker says, for its owner to decide. */
export function ReviewDialog(props: ReviewDialogProps) {
  return (
    <Suspense>
      <Review {...props} />
    </Suspense>
  )
}

function Review({ record, left, onLeave, children, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('versions')
  const isMobile = useIsMobile()
  const { data: versions, error, refetch } = useMapVersions(record.id)
  const note = record.submission?.note
  return (
    <Dialog opened onClose={onClose} title={t('review.title')} size={1100} fullScreen={isMobile}>
      {note ? (
        <figure className={classes.said}>
          <figcaption>{t('review.note', { username: record.assigned?.to.username ?? '' })}</figcaption>
          <blockquote dir="auto">{note}</blockquote>
        </figure>
      ) : null}
      {record.proposal ? <ProposedChanges changes={record.proposal} left={left} onLeave={onLeave} /> : null}
      {error ? (
        <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : versions && record.version !== null ? (
        <Reviewed mapId={record.id} submitted={record.version} versions={versions} />
      ) : (
        <Loader />
      )}
      <div className="dialog-footer">{children}</div>
    </Dialog>
  )
}

interface ReviewedProps {
  readonly mapId: string
  /** Number of the overlay that waits for the decision. */
  readonly submitted: number
  readonly versions: readonly MapVersion[]
}

/** First it is held against what counted last; an earlier try can be chosen. */
function Reviewed({ mapId, submitted, versions }: ReviewedProps) {
  const { t } = useTranslation('versions')
  const others = versions.filter(({ n }) => n !== submitted)
  const [before, setBefore] = useState(others.find(({ isCurrent }) => isCurrent)?.n ?? null)
  return (
    <VersionComparison
      mapId={mapId}
      before={before}
      after={submitted}
      heads={{
        before: (
          <VersionSelect hasNone label={t('before')} versions={others} value={before} onChange={setBefore} />
        ),
        after: (
          <p className={classes.head}>
            {t('review.submitted')}
            <strong>{t('overlay', { n: submitted })}</strong>
          </p>
        ),
      }}
    />
  )
}

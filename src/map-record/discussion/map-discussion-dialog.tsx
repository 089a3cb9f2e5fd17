import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { ApiError } from '../../api/api-error.ts'
import { useMapRecord } from '../../queries/map-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../ui/list-states.tsx'
import { MapOverviewDialog } from '../map-overview-dialog.tsx'

interface MapDiscussionDialogProps {
  readonly mapId: string
  /** What is in sight at first. */
  readonly startsWith: 'discussion' | 'points'
  readonly onClose: () => void
  /** "Load map" of the details. */
  readonly onLoad: (map: MapSummary) => void
}

/** The details of a map that only its identity is known of, with the discussion in sight, or what is said of its points. */
export function MapDiscussionDialog({ mapId, startsWith, onClose, onLoad }: MapDiscussionDialogProps) {
  const { t } = useTranslation(['discussion', 'maps'])
  const { data: map, error, refetch } = useMapRecord(mapId)
  if (map)
    return (
      <MapOverviewDialog
        map={map}
        {...(map.transformation && { points: map.transformation.imagePoints.length })}
        startsWith={startsWith}
        hasStep={false}
        onClose={onClose}
        onLoad={() => onLoad(map)}
      />
    )
  if (!error) return null
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="md" hasStep={false}>
      {isMissing ? (
        <EmptyState
          title={t('missing')}
          text={t('missingText')}
          icon={<IconLock size={40} stroke={1.25} aria-hidden />}
        />
      ) : (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

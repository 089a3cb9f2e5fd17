import { IconEye, IconInfoCircle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { MapCard } from '../map-record/map-card.tsx'
import { MapGrid, MapGridSkeleton } from '../map-record/map-grid.tsx'
import { viewedMapOf } from '../map-record/quick-view/viewed-map-of.ts'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'

const MapOverviewDialog = lazy(async () => ({
  default: (await import('../map-record/map-overview-dialog.tsx')).MapOverviewDialog,
}))
const QuickViewDialog = lazy(async () => ({
  default: (await import('../map-record/quick-view/quick-view-dialog.tsx')).QuickViewDialog,
}))

interface MapListProps {
  readonly query: UseQueryResult<MapSummary[]>
  readonly errorTitle: string
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  readonly footer: (map: MapSummary) => ReactNode
  readonly onOpenEditor: (id: string) => void
}

/** A list of other people's maps in its four states; "Load map" of the details opens the editor. */
export function MapList({ query, errorTitle, empty, footer, onOpenEditor }: MapListProps) {
  const { t } = useTranslation('assignments')
  const [shown, setShown] = useState<MapSummary | null>(null)
  const [viewed, setViewed] = useState<MapSummary | null>(null)
  if (query.isPending) return <MapGridSkeleton />
  if (query.error)
    return (
      <ErrorState title={errorTitle} onRetry={() => void query.refetch()} isRetrying={query.isRefetching} />
    )
  if (query.data.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <MapGrid
        maps={query.data}
        renderCard={(map) => (
          <MapCard
            map={map}
            link={{ to: '/map-editor', search: { mapId: map.id } }}
            actions={[
              { key: 'details', label: t('details'), icon: IconInfoCircle, onPress: () => setShown(map) },
              ...(map.files.convertedFilePath
                ? [{ key: 'quick', label: t('quickView'), icon: IconEye, onPress: () => setViewed(map) }]
                : []),
            ]}
            footer={footer(map)}
          />
        )}
      />
      {shown ? (
        <Suspense>
          <MapOverviewDialog
            map={shown}
            onClose={() => setShown(null)}
            onLoad={() => onOpenEditor(shown.id)}
          />
        </Suspense>
      ) : null}
      {viewed ? (
        <Suspense>
          <QuickViewDialog
            title={viewed.titles.title}
            maps={[viewedMapOf(viewed)]}
            origin="card"
            onClose={() => setViewed(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

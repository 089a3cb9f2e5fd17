import { Button } from '@mantine/core'
import {
  IconCompass,
  IconEye,
  IconInfoCircle,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconTrash,
  IconWorldPin,
} from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import type { UploadedMap } from '../api/upload-task.ts'
import { MapCard, type MapCardAction } from '../map-record/map-card.tsx'
import { MapGrid, MapGridSkeleton } from '../map-record/map-grid.tsx'
import { usePersonalMaps } from '../map-record/map-queries.ts'
import { VisibilitySwitch } from '../map-record/visibility-switch.tsx'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast-store.ts'
import { mapsInTab, searchMaps, tabCounts, type MapTab, type SearchCategory } from './filter-maps.ts'
import classes from './main-page.module.css'
import { MapTabs } from './map-tabs.tsx'
import type { MapDialog } from './main-dialogs.tsx'

/** Dialogs are a chunk of their own: the list comes first. */
const MainDialogs = lazy(async () => ({ default: (await import('./main-dialogs.tsx')).MainDialogs }))

type MainDialog = 'new' | 'trash' | undefined

export interface MainPageProps {
  /** What the address says. */
  readonly query: string
  readonly category: SearchCategory
  readonly tab: MapTab
  readonly dialog: MainDialog
  readonly onTab: (tab: MapTab) => void
  readonly onDialog: (dialog: MainDialog) => void
  readonly onClearSearch: () => void
  readonly onOpenEditor: (id: string) => void
  readonly onShowOnMap: (map: MapSummary) => void
  readonly onNavigate: (map: MapSummary) => void
}

/** Personal maps. */
export function MainPage(page: MainPageProps) {
  const { t } = useTranslation(['maps', 'common'])
  const { data: maps, isPending, error, refetch, isRefetching } = usePersonalMaps()
  const [dialog, setDialog] = useState<MapDialog | null>(null)

  const found = useMemo(
    () => searchMaps(maps ?? [], page.query, page.category),
    [maps, page.query, page.category],
  )
  const counts = useMemo(() => tabCounts(found), [found])
  const shown = useMemo(() => mapsInTab(found, page.tab), [found, page.tab])

  const actionsFor = (map: MapSummary): MapCardAction[] => [
    {
      key: 'overview',
      label: t('card.details'),
      icon: IconInfoCircle,
      onPress: () => setDialog({ kind: 'overview', map }),
    },
    {
      key: 'points',
      label: t('card.openEditor'),
      icon: IconMapPin,
      onPress: () => page.onOpenEditor(map.id),
    },
    { key: 'edit', label: t('card.edit'), icon: IconPencil, onPress: () => setDialog({ kind: 'edit', map }) },
    ...(map.isTransformed
      ? [
          {
            key: 'show',
            label: t('card.showOnMap'),
            icon: IconWorldPin,
            onPress: () => page.onShowOnMap(map),
          },
          {
            key: 'navigate',
            label: t('card.navigator'),
            icon: IconCompass,
            onPress: () => page.onNavigate(map),
          },
        ]
      : []),
    ...(map.files.convertedFilePath || map.files.transformedPath
      ? [
          {
            key: 'quick',
            label: t('card.quickView'),
            icon: IconEye,
            onPress: () => setDialog({ kind: 'quick', map }),
          },
        ]
      : []),
    {
      key: 'delete',
      label: t('card.delete'),
      icon: IconTrash,
      isDestructive: true,
      onPress: () => setDialog({ kind: 'delete', map }),
    },
  ]

  const uploaded = (map: UploadedMap) => {
    toast.success(t('upload.navigating'))
    page.onOpenEditor(map.id)
  }

  return (
    <>
      <PageHeader
        title={t('main.title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconTrash size={18} stroke={1.75} />}
            onClick={() => page.onDialog('trash')}
          >
            {t('trash.open')}
          </Button>
        }
      />
      {maps && maps.length > 0 ? (
        <div className={classes.filters}>
          <MapTabs current={page.tab} counts={counts} onChoose={page.onTab} />
        </div>
      ) : null}
      <MainList
        maps={shown}
        state={
          isPending
            ? 'loading'
            : error
              ? 'failed'
              : maps.length === 0
                ? 'none'
                : shown.length === 0
                  ? 'filtered'
                  : 'data'
        }
        isRetrying={isRefetching}
        onRetry={() => void refetch()}
        page={page}
        actionsFor={actionsFor}
      />
      {dialog || page.dialog ? (
        <Suspense>
          <MainDialogs
            mapDialog={dialog}
            onCloseMapDialog={() => setDialog(null)}
            pageDialog={page.dialog}
            onClosePageDialog={() => page.onDialog(undefined)}
            onOpenEditor={page.onOpenEditor}
            onUploaded={uploaded}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface MainListProps {
  readonly maps: readonly MapSummary[]
  readonly state: 'loading' | 'failed' | 'none' | 'filtered' | 'data'
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly page: MainPageProps
  readonly actionsFor: (map: MapSummary) => MapCardAction[]
}

/** The four states of the list. */
function MainList({ maps, state, isRetrying, onRetry, page, actionsFor }: MainListProps) {
  const { t } = useTranslation(['maps', 'common'])
  if (state === 'loading') return <MapGridSkeleton />
  if (state === 'failed')
    return <ErrorState title={t('main.error')} onRetry={onRetry} isRetrying={isRetrying} />
  if (state === 'none')
    return (
      <EmptyState
        title={t('main.empty')}
        text={t('main.emptyText')}
        action={
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => page.onDialog('new')}>
            {t('main.uploadFirst')}
          </Button>
        }
      />
    )
  if (state === 'filtered')
    return (
      <EmptyState
        title={t('main.noneFound')}
        text={t('main.noneFoundText')}
        action={
          <Button variant="default" onClick={page.onClearSearch}>
            {t('main.clearFilters')}
          </Button>
        }
      />
    )
  return (
    <MapGrid
      maps={maps}
      renderCard={(map) => (
        <MapCard
          map={map}
          link={{ to: '/map-editor', search: { mapId: map.id } }}
          actions={actionsFor(map)}
          footer={<VisibilitySwitch map={map} />}
        />
      )}
    />
  )
}

import { Button, Group } from '@mantine/core'
import { IconListCheck, IconPlus, IconTable, IconTrash, IconUpload } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import type { UploadedMap } from '../api/upload-task.ts'
import { MapCollection } from '../map-record/map-collection.tsx'
import { MapGridSkeleton } from '../map-record/map-grid.tsx'
import { type MapWays, useMapActions } from '../map-record/use-map-actions.tsx'
import { usePersonalMaps, useTrashedMaps } from '../queries/map-queries.ts'
import { VisibilitySwitch } from '../map-record/visibility-switch.tsx'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { lazySection } from '../ui/lazy-section.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { storedText } from '../ui/stored-value.ts'
import { toast } from '../ui/toast-store.ts'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { mapsInTab, tabCounts, type MapTab } from './filter-maps.ts'
import { useFoundMaps, type OwnMapFilters } from './use-found-maps.ts'
import classes from './main-page.module.css'
import { MapTabs } from './map-tabs.tsx'
import { PointSearchesLine } from './point-searches/point-searches-line.tsx'

const UploadDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('../map-record/upload/upload-dialog.tsx'),
    i18n.loadNamespaces('upload'),
  ])
  return part.UploadDialog
})
const UploadManyDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('./upload-many/upload-many-dialog.tsx'),
    i18n.loadNamespaces('upload'),
  ])
  return part.UploadManyDialog
})
const TrashDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([import('./trash-dialog.tsx'), i18n.loadNamespaces('trash')])
  return part.TrashDialog
})
const SelectionBar = lazyOverlay(async () => (await import('./select-many/selection-bar.tsx')).SelectionBar)

const MapTable = lazySection(
  async () => {
    const [{ MapTable: Part }] = await Promise.all([
      import('./table/map-table.tsx'),
      i18n.loadNamespaces(['table', 'share']),
    ])
    return Part
  },
  <MapGridSkeleton />,
)

/** From so many maps on there is something to sort. */
const SORTED_FROM = 10

/** Whether maps were last looked at as a table on this device. */
const storedView = storedText('myMapsView', (text) => (text === 'table' ? text : undefined))

type MainDialog = 'new' | 'many' | 'trash'

export interface MainPageProps extends MapWays {
  /** What the address says. */
  readonly filters: OwnMapFilters
  readonly tab: MapTab
  readonly dialog: MainDialog | undefined
  readonly onTab: (tab: MapTab) => void
  readonly onDialog: (dialog: MainDialog) => void
  readonly onDialogClose: () => void
  readonly onClearSearch: () => void
  /** A map has arrived: loaded anew, the page leads to it. */
  readonly onSent: (id: string | undefined) => void
  /** Opens the editor in the place of the upload. */
  readonly onUploaded: (id: string) => void
}

/** Personal maps. */
export function MainPage(page: MainPageProps) {
  const { t } = useTranslation(['maps', 'common'])
  const query = usePersonalMaps()
  const maps = query.data
  // Of someone who has no map left: it may lie there.
  const { data: trashed } = useTrashedMaps(maps?.length === 0)
  /** Null: no maps are being chosen. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)

  const { found, search, hasWords, isAnswered, isNear } = useFoundMaps(maps, page.filters)
  const counts = useMemo(() => tabCounts(found ?? []), [found])
  const shown = useMemo(() => mapsInTab(found ?? [], page.tab), [found, page.tab])

  const isSorted =
    maps !== undefined && maps.length > 0 && (maps.length >= SORTED_FROM || page.tab !== 'all' || hasWords)

  const canBeTable = !useIsMobile() && maps !== undefined && maps.length >= SORTED_FROM
  const [isTable, setIsTable] = useState(() => storedView.read() === 'table')
  const showTable = (next: boolean) => {
    storedView.write(next ? 'table' : undefined)
    setIsTable(next)
  }

  const { actionsFor, dialog } = useMapActions(page)

  const uploaded = (map: UploadedMap) => {
    toast.success(t(map.isFetching ? 'upload.iiif.navigating' : 'upload.navigating'), {
      about: `opening ${map.id}`,
    })
    page.onUploaded(map.id)
  }

  return (
    <>
      <PageHeader
        title={t('main.title')}
        actions={
          <>
            {maps && maps.length > 1 ? (
              <Button
                variant="default"
                aria-pressed={chosen !== null}
                leftSection={<IconListCheck size={18} stroke={1.75} />}
                onClick={() => setChosen(chosen === null ? [] : null)}
              >
                {t('main.choose')}
              </Button>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconUpload size={18} stroke={1.75} />}
              onClick={() => page.onDialog('many')}
            >
              {t('upload.many')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              onClick={() => page.onDialog('trash')}
            >
              {t('trash.open')}
            </Button>
          </>
        }
      />
      {/* Points are searched for maps that have none. */}
      {maps?.some((map) => !map.isTransformed) ? <PointSearchesLine /> : null}
      <p className="visually-hidden" role="status">
        {found && isAnswered ? t('main.found', { count: shown.length }) : null}
        {isAnswered && isNear && shown.length > 0 ? ` ${t('main.near')}` : null}
      </p>
      {found && maps && (isSorted || (isNear && shown.length > 0)) ? (
        <div className={classes.filters}>
          <div className={classes.sorting}>
            {isSorted ? <MapTabs current={page.tab} counts={counts} onChoose={page.onTab} /> : null}
            {canBeTable ? (
              <button
                type="button"
                className={`${classes.tab} ${classes.view}`}
                aria-pressed={isTable}
                onClick={() => showTable(!isTable)}
              >
                <IconTable size={18} stroke={1.75} aria-hidden />
                {t('main.table')}
              </button>
            ) : null}
          </div>
          {isNear && shown.length > 0 ? (
            <p className={classes.near} aria-hidden>
              {t('main.near')}
            </p>
          ) : null}
        </div>
      ) : null}
      <MapCollection
        query={maps && maps.length > 0 && hasWords ? { ...search, data: found && maps } : query}
        errorTitle={maps ? t('main.searchFailed') : t('main.error')}
        empty={{
          title: t(trashed?.length ? 'main.allInTrash' : 'main.empty'),
          text: trashed?.length ? t('main.inTrash', { count: trashed.length }) : t('main.emptyText'),
          action: (
            <Group justify="center" gap="xs">
              {trashed?.length ? (
                <>
                  <Button
                    leftSection={<IconTrash size={18} stroke={1.75} />}
                    onClick={() => page.onDialog('trash')}
                  >
                    {t('main.openTrash')}
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconUpload size={18} stroke={1.75} />}
                    onClick={() => page.onDialog('new')}
                  >
                    {t('upload.title')}
                  </Button>
                </>
              ) : (
                <Button
                  leftSection={<IconPlus size={18} stroke={1.75} />}
                  onClick={() => page.onDialog('new')}
                >
                  {t('main.uploadFirst')}
                </Button>
              )}
            </Group>
          ),
        }}
        filtered={{
          maps: shown,
          empty: {
            title: t('main.noneFound'),
            text: t('main.noneFoundText'),
            action: (
              <Button variant="default" onClick={page.onClearSearch}>
                {t('main.clearFilters')}
              </Button>
            ),
          },
        }}
        actions={actionsFor}
        footer={(map) => <VisibilitySwitch map={map} />}
        {...(chosen && {
          choice: (map: MapSummary) => ({
            label: t('main.chooseNamed', { title: map.titles.title }),
            isChosen: chosen.includes(map.id),
            onChange: (isChosen: boolean) =>
              setChosen(isChosen ? [...chosen, map.id] : chosen.filter((id) => id !== map.id)),
          }),
        })}
        listing={canBeTable && isTable ? MapTable : undefined}
        onLoad={page.onOpenEditor}
      />
      {chosen && maps?.length !== 0 ? (
        // The bar loads its translations lazily. Without its own Suspense the whole page would unmount and lose focus.
        <Suspense>
          <SelectionBar
            chosen={chosen.filter((id) => maps?.some((map) => map.id === id))}
            all={shown.map(({ id }) => id)}
            privateIds={new Set(maps?.filter((map) => !map.isPublic).map(({ id }) => id))}
            unplaced={new Set(maps?.filter((map) => !map.isTransformed).map(({ id }) => id))}
            hasPublic={maps?.some((map) => map.isPublic && chosen.includes(map.id)) ?? false}
            onChoose={setChosen}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      ) : null}
      {dialog}
      {page.dialog === 'new' ? (
        <UploadDialog
          onClose={page.onDialogClose}
          onSent={(map) => page.onSent(map?.id)}
          onUploaded={uploaded}
        />
      ) : null}
      {page.dialog === 'many' ? <UploadManyDialog onClose={page.onDialogClose} /> : null}
      {page.dialog === 'trash' ? <TrashDialog onClose={page.onDialogClose} /> : null}
    </>
  )
}

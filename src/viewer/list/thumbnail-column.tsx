import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { yearText } from '../../map-record/map-facts.ts'
import { MapThumbnail } from '../../map-record/map-thumbnail.tsx'
import { useFailure } from '../../queries/use-failure.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { ErrorState } from '../../ui/list-states.tsx'
import { ListCount } from './list-count.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListAnnouncement } from './list-announcement.tsx'
import { EmptyList } from './list-state.tsx'
import { HOLD_MS, pressStep, type Press, type PressEvent } from './press-and-hold.ts'
import { RowList, type CellProps } from './row-list.tsx'
import { type ListEvents, useSidebar } from './use-sidebar.ts'
import { useLeavingFavorites } from './use-leaving-favorites.ts'
import { useViewerList } from './use-viewer-list.ts'
import classes from './thumbnail-column.module.css'

const SearchOverlay = lazyOverlay(async () => (await import('./search-overlay.tsx')).SearchOverlay)

/** Height of a thumbnail with its title and its room, CSS px. */
const THUMBNAIL_PX = 126

/** The list on a phone: a column of 96 px; search and filters open over the whole screen. */
export function ThumbnailColumn({ onDetails }: Pick<ListEvents, 'onDetails'>) {
  const sidebar = useSidebar()
  const { tab, catalogId, filters, sort, view, selectedId, isQuiet } = sidebar
  const { onTab, onFilters, onSort, onMap, onPlace } = sidebar
  const { t } = useTranslation('viewer')
  const [opened, setOpened] = useState<'search' | 'filters' | null>(null)
  const { list, maps, total, come, count, elsewhere, scroller, onScroll } = useViewerList({
    tab,
    catalogId,
    filters,
    view,
    sort,
  })
  const failure = useFailure({ ...list, error: list.data === undefined ? list.error : null })
  const leaving = useLeavingFavorites(maps, tab === 'favorite')
  const press = usePressAndHold(maps, onMap, onDetails)
  return (
    <div className={classes.place}>
      <aside className={classes.column} aria-label={t('list.label')}>
        <Button
          className={classes.open}
          variant="default"
          aria-haspopup="dialog"
          data-focus="filters"
          onClick={() => setOpened('filters')}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
          <span>{t('list.filters')}</span>
        </Button>
        <Button
          className={classes.open}
          variant="default"
          aria-haspopup="dialog"
          data-focus="search"
          onClick={() => setOpened('search')}
        >
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <span>{t('list.search.open')}</span>
        </Button>
        {tab === 'catalog' ? (
          <p className={classes.catalog}>{t('list.catalog')}</p>
        ) : (
          <div role="group" aria-label={t('list.tabs')} className={classes.tabs}>
            {(['personal', 'public'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === tab}
                data-focus={name === tab ? 'list' : undefined}
                onClick={() => onTab(name)}
              >
                {t(`list.shortTab.${name}`)}
              </button>
            ))}
          </div>
        )}
        <ListCount isQuiet={isQuiet} count={count} isNear={false} className={classes.count} />
        <ListAnnouncement total={isQuiet ? undefined : come} />
        <div ref={scroller} className={classes.scroller} tabIndex={-1} onScroll={onScroll}>
          {failure ? (
            <ErrorState title={t('list.failed')} {...failure} />
          ) : list.data === undefined ? null : maps.length === 0 ? (
            <EmptyList tab={tab} filters={filters} onClear={() => onFilters({})} onTab={onTab} />
          ) : (
            <RowList
              label={t('list.label')}
              maps={maps}
              total={total}
              elsewhere={elsewhere}
              rowHeight={THUMBNAIL_PX}
              columns={2}
              leaving={leaving}
              hasNext={list.hasNextPage && !list.isFetching && !list.isFetchNextPageError}
              onNext={() => void list.fetchNextPage()}
              foot={<ListFoot list={list} />}
              renderRow={(map, cellOf) =>
                'hidden' in map ? (
                  <div role="gridcell" className={classes.hidden} {...cellOf(0)}>
                    {t('list.hidden')}
                  </div>
                ) : (
                  <Thumbnail
                    map={map}
                    isSelected={map.id === selectedId}
                    cellOf={cellOf}
                    onPress={press}
                    onDetails={onDetails}
                  />
                )
              }
            />
          )}
        </div>
        {opened ? (
          <SearchOverlay
            kind={opened}
            tab={tab}
            catalogId={catalogId}
            filters={filters}
            sort={sort}
            view={view?.box ?? null}
            onTab={onTab}
            onFilters={onFilters}
            onSort={onSort}
            onMap={onMap}
            onPlace={onPlace}
            onClose={() => setOpened(null)}
          />
        ) : null}
      </aside>
    </div>
  )
}

/** Tells presses from holds; a hold lasts by the clock, so that it opens while the finger is still down. */
function usePressAndHold(
  maps: readonly { readonly id: string }[],
  onSelect: (id: string) => void,
  onDetails: (map: MapSummary) => void,
): (event: PressEvent) => void {
  const press = useRef<Press>({ state: 'none' })
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const send = (event: PressEvent) => {
    const step = pressStep(press.current, event)
    press.current = step.press
    window.clearTimeout(event.type === 'move' && step.press.state === 'down' ? undefined : timer.current)
    if (event.type === 'down') timer.current = window.setTimeout(() => send({ type: 'time' }), HOLD_MS)
    const { effect } = step
    const map = effect && maps.find(({ id }) => id === effect.id)
    if (!map || 'hidden' in map) return
    if (effect.kind === 'select') onSelect(map.id)
    else onDetails(map as MapSummary)
  }
  return send
}

interface ThumbnailProps {
  readonly map: MapSummary
  readonly isSelected: boolean
  readonly cellOf: (column: number) => CellProps
  readonly onPress: (event: PressEvent) => void
  readonly onDetails: (map: MapSummary) => void
}

/** A map as its scan: a press chooses it, a held press opens its details, as does a button: on the chosen map, and for keys and readers. */
function Thumbnail({ map, isSelected, cellOf, onPress, onDetails }: ThumbnailProps) {
  const { t } = useTranslation('viewer')
  const { title } = map.titles
  const year = yearText(map.years)
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => ({ x: clientX, y: clientY })
  return (
    <>
      <div role="gridcell">
        <button
          type="button"
          className={classes.thumbnail}
          aria-current={isSelected}
          aria-label={year === null ? title : `${title}, ${year}`}
          {...cellOf(0)}
          onPointerDown={(event) => {
            if (event.button === 0) onPress({ type: 'down', id: map.id, at: pointOf(event) })
          }}
          onPointerMove={(event) => onPress({ type: 'move', at: pointOf(event) })}
          onPointerUp={() => onPress({ type: 'up' })}
          onPointerCancel={() => onPress({ type: 'cancel' })}
          onContextMenu={(event) => event.preventDefault()}
          onClick={({ detail }) => {
            // A key or a screen reader presses nothing that could have been held.
            if (detail === 0) onPress({ type: 'cancel' })
            onPress({ type: 'click', id: map.id })
          }}
        >
          <span className={classes.picture}>
            <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
            {year === null ? null : <span className={classes.year}>{year}</span>}
          </span>
          <span className={classes.title} dir="auto">
            {title}
          </span>
        </button>
      </div>
      <div role="gridcell" className={classes.details}>
        <button type="button" {...cellOf(1)} onClick={() => onDetails(map)}>
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          <span>{t('list.details', { title })}</span>
        </button>
      </div>
    </>
  )
}

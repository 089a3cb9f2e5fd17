import { NativeSelect } from '@mantine/core'
import {
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
  IconRefresh,
} from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceFields } from '../../map-search/choice-fields.tsx'
import { VIEWER_FILTERS } from '../../map-search/filters.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFailure } from '../../queries/use-failure.ts'
import { ErrorState, SkeletonState } from '../../ui/list-states.tsx'
import type { ViewerTab } from '../model/viewer-filters.ts'
import { isSidebarOpenAtom, openSidebarAtom } from '../model/viewer-model.ts'
import { AttributeSearch } from './attribute-search.tsx'
import { ListCount } from './list-count.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListAnnouncement } from './list-announcement.tsx'
import { sortOf, sortsOf } from '../model/list-sorts.ts'
import { EmptyList } from './list-state.tsx'
import { HiddenRow, MapRow, ROW_CELLS, ROW_PX } from './map-row.tsx'
import { RowList } from './row-list.tsx'
import { type ListEvents, useSidebar } from './use-sidebar.ts'
import { useLeavingFavorites } from './use-leaving-favorites.ts'
import { useViewerList } from './use-viewer-list.ts'
import classes from './viewer-sidebar.module.css'

/** The list on a desktop: 400 px beside the map, with the button that takes it away. */
export function ListPanel(events: ListEvents) {
  const isOpen = useAtomValue(isSidebarOpenAtom)
  const open = useSetAtom(openSidebarAtom)
  const { t } = useTranslation('viewer')
  const id = useId()
  const Toggle = isOpen ? IconLayoutSidebarRightCollapse : IconLayoutSidebarRightExpand
  return (
    <div className={classes.panel} data-open={isOpen}>
      <IconButton
        className={classes.toggle ?? ''}
        label={isOpen ? t('list.close') : t('list.open')}
        tooltipSide="left"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        data-focus={isOpen ? undefined : 'list'}
        onClick={() => open(!isOpen)}
      >
        <Toggle size={20} stroke={1.75} />
      </IconButton>
      <aside id={id} aria-label={t('list.label')} className={classes.aside} hidden={!isOpen}>
        {isOpen ? <PanelContent {...events} /> : null}
      </aside>
    </div>
  )
}

function PanelContent(events: ListEvents) {
  const sidebar = useSidebar()
  const { tab, catalogId, filters, sort, view, selectedId, hoveredId, isQuiet } = sidebar
  const { onTab, onFilters, onMap, onPlace, onSort } = sidebar
  const { t } = useTranslation('viewer')
  const { list, maps, total, come, count, elsewhere, isOrderOld, follow, scroller, onScroll } = useViewerList(
    {
      tab,
      catalogId,
      filters,
      view,
      sort,
    },
  )
  const failure = useFailure({ ...list, error: list.data === undefined ? list.error : null })
  const leaving = useLeavingFavorites(maps, tab === 'favorite')
  const [isOrdered, setOrdered] = useState(false)
  if (isOrdered && isOrderOld) setOrdered(false)
  return (
    <>
      <div className={classes.head}>
        <AttributeSearch filters={filters} onFilters={onFilters} onMap={onMap} onPlace={onPlace} />
        <ChoiceFields names={VIEWER_FILTERS} filters={filters} onChange={onFilters} />
        <ListTabs tab={tab} catalogTitle={sidebar.catalogTitle} onTab={onTab} />
        <div className={classes.line}>
          <ListCount
            isQuiet={isQuiet}
            count={count}
            isNear={list.data?.isNear ?? false}
            className={classes.count}
          />
          {isOrderOld ? (
            <IconButton
              className={classes.follow ?? ''}
              label={t('list.follow')}
              variant="default"
              size={30}
              onClick={() => {
                follow()
                setOrdered(true)
                // The button goes: what it was for takes the focus.
                scroller.current?.focus()
              }}
            >
              <IconRefresh size={16} stroke={1.75} />
            </IconButton>
          ) : null}
          <NativeSelect
            className={classes.sort}
            size="xs"
            aria-label={t('list.sort.label')}
            value={sort}
            data={sortsOf(tab).map((value) => ({ value, label: t(`list.sort.${value}`) }))}
            onChange={({ currentTarget }) => onSort(sortOf(tab, currentTarget.value))}
          />
        </div>
      </div>
      <ListAnnouncement total={isQuiet ? undefined : come} isOrdered={isOrdered} />
      <div className={classes.body}>
        <div ref={scroller} className={classes.scroller} tabIndex={-1} onScroll={onScroll}>
          {failure ? (
            <ErrorState title={t('list.failed')} {...failure} />
          ) : list.data === undefined ? (
            <RowSkeletons />
          ) : maps.length === 0 ? (
            <EmptyList tab={tab} filters={filters} onClear={() => onFilters({})} onTab={onTab} />
          ) : (
            <RowList
              label={t('list.label')}
              maps={maps}
              total={total}
              elsewhere={elsewhere}
              rowHeight={ROW_PX}
              columns={ROW_CELLS}
              leaving={leaving}
              hasNext={list.hasNextPage && !list.isFetching && !list.isFetchNextPageError}
              onNext={() => void list.fetchNextPage()}
              foot={<ListFoot list={list} />}
              renderRow={(map, cellOf) =>
                'hidden' in map ? (
                  <HiddenRow map={map} cellOf={cellOf} />
                ) : (
                  <MapRow
                    map={map}
                    isSelected={map.id === selectedId}
                    isHovered={map.id === hoveredId}
                    favoriteChanges={events.favoriteChanges(map.id)}
                    cellOf={cellOf}
                    onSelect={({ id }) => onMap(id)}
                    onHover={sidebar.onHover}
                    onFavorite={events.onFavorite}
                    onDetails={events.onDetails}
                  />
                )
              }
            />
          )}
        </div>
      </div>
    </>
  )
}

const TABS = ['personal', 'public', 'favorite'] as const

interface ListTabsProps {
  readonly tab: ViewerTab
  readonly catalogTitle: string | undefined
  readonly onTab: (tab: ViewerTab) => void
}

/** Whose maps; of a catalog only its name. */
function ListTabs({ tab, catalogTitle, onTab }: ListTabsProps) {
  const { t } = useTranslation('viewer')
  if (tab === 'catalog')
    return (
      <h2 className={classes.catalog} tabIndex={-1} data-focus="list">
        <span>{t('list.catalog')}</span> {catalogTitle}
      </h2>
    )
  return (
    <div role="group" aria-label={t('list.tabs')} className={classes.tabs}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === tab}
          data-focus={name === tab ? 'list' : undefined}
          onClick={() => onTab(name)}
        >
          {t(`list.tab.${name}`)}
        </button>
      ))}
    </div>
  )
}

function RowSkeletons() {
  return (
    <SkeletonState>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={classes.skeleton} style={{ height: ROW_PX }}>
          <span />
          <div>
            <span />
            <span />
          </div>
        </div>
      ))}
    </SkeletonState>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { useCatalogs } from '../../queries/catalog-queries.ts'
import { announce } from '../../ui/announce.ts'
import { useStage } from '../session/stage-context.ts'
import { hoveredIdAtom, hoverMapAtom, isPlayingAtom, seenViewAtom } from '../model/viewer-model.ts'
import type { ViewerTab } from '../model/viewer-filters.ts'
import { withSort } from '../model/viewer-state.ts'
import { type ListSort, sortOf } from '../model/list-sorts.ts'

/** What the layouts hand up. */
export interface ListEvents {
  readonly onDetails: (map: MapSummary) => void
  readonly onFavorite: (map: MapSummary) => void
  /** Saved changes of a map's being a favourite. */
  readonly favoriteChanges: (id: string) => number
}

/** What the list beside the map shows, and what is chosen in it. */
export function useSidebar() {
  const { t } = useTranslation('viewer')
  const { page, session } = useStage()
  const { steps } = session
  const { tab, catalogId, filters, sort, selectedId } = page.state
  const { data: catalogs } = useCatalogs()
  return {
    tab,
    catalogId,
    /** Undefined while it is on its way. */
    catalogTitle: catalogs?.find(({ id }) => id === catalogId)?.title,
    filters,
    sort: sortOf(tab, sort),
    view: useAtomValue(seenViewAtom),
    selectedId,
    hoveredId: useAtomValue(hoveredIdAtom),
    /** Its years go on by themselves: not each list that comes is announced. */
    isQuiet: useAtomValue(isPlayingAtom),
    onTab: (next: ViewerTab) => steps.choose(({ catalogId: _catalog, ...last }) => ({ ...last, tab: next })),
    onFilters: steps.setFilters,
    onSort: (next: ListSort) => {
      steps.choose((last) => withSort(last, next))
      announce(t('list.sorted', { order: t(`list.sort.${next}`) }))
    },
    onMap: session.selectAndFit,
    onPlace: session.showPlace,
    onHover: useSetAtom(hoverMapAtom),
  }
}

import { useState } from 'react'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { useFavoriteChoice } from '../../map-record/use-favorite-choice.tsx'
import type { FoundPlace } from '../../places/found-place.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import type { ViewerFilters, ViewerTab } from '../viewer-filters.ts'
import type { ListSort } from './list-sorts.ts'
import { ListPanel } from './list-panel.tsx'
import { ThumbnailColumn } from './thumbnail-column.tsx'
import type { SeenView } from './use-viewer-list.ts'

const MapOverviewDialog = lazyOverlay(
  async () => (await import('../../map-record/map-overview-dialog.tsx')).MapOverviewDialog,
)

/** The catalog whose maps are shown; without a title while that is on its way. */
export interface ShownCatalog {
  readonly id: string
  readonly title?: string | undefined
}

export interface ViewerSidebarProps {
  readonly tab: ViewerTab
  readonly catalog: ShownCatalog | null
  readonly filters: ViewerFilters
  /** The order that was chosen; undefined: the one that the list begins with. */
  readonly sort: ListSort | undefined
  /** Null while the map is not there. */
  readonly view: SeenView | null
  readonly selectedId: string | null
  readonly hoveredId: string | null
  readonly isOpen: boolean
  /** Its years go on by themselves: not each list that comes is told. */
  readonly isQuiet: boolean
  readonly onTab: (tab: ViewerTab) => void
  readonly onFilters: (filters: ViewerFilters) => void
  readonly onSort: (sort: ListSort) => void
  readonly onSelect: (map: MapSummary) => void
  readonly onHover: (id: string | null) => void
  /** A map or a place that was suggested while someone typed. */
  readonly onMap: (id: string) => void
  readonly onPlace: (place: FoundPlace) => void
  readonly onToggle: () => void
  /** "Load map" of the details. */
  readonly onLoad: (map: MapSummary) => void
  /** The map that gives way to the next one; null: there is none. */
  readonly passing: { readonly id: string; readonly title: string } | null
  /** The map of the details is shown, and the one that would give way stays. */
  readonly onBeside: (map: MapSummary) => void
}

/** What the layouts hand up beside the events of the page. */
export interface ListEvents {
  readonly onDetails: (map: MapSummary) => void
  readonly onFavorite: (map: MapSummary) => void
  /** Saved changes of a map's being a favourite. */
  readonly favoriteChanges: (id: string) => number
}

/** The maps of a list beside the map: a panel on a desktop, a column of thumbnails on a phone. */
export function ViewerSidebar(props: ViewerSidebarProps) {
  const { passing } = props
  const isMobile = useIsMobile()
  const [details, setDetails] = useState<MapSummary | null>(null)
  const { press, changesOf, dialog } = useFavoriteChoice()
  const events: ListEvents = { onDetails: setDetails, onFavorite: press, favoriteChanges: changesOf }
  return (
    <>
      {isMobile ? <ThumbnailColumn {...props} {...events} /> : <ListPanel {...props} {...events} />}
      {details ? (
        <MapOverviewDialog
          map={details}
          onClose={() => setDetails(null)}
          onLoad={
            details.id === props.selectedId
              ? undefined
              : () => {
                  setDetails(null)
                  props.onLoad(details)
                }
          }
          beside={
            passing && passing.id !== details.id && details.isTransformed
              ? {
                  title: passing.title,
                  onShow: () => {
                    setDetails(null)
                    props.onBeside(details)
                  },
                }
              : undefined
          }
        />
      ) : null}
      {dialog}
    </>
  )
}

import { useState } from 'react'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { useFavoriteChoice } from '../../map-record/use-favorite-choice.tsx'
import type { FoundPlace } from '../../places/found-place.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import type { ViewerFilters, ViewerTab } from '../viewer-filters.ts'
import { ListPanel } from './list-panel.tsx'
import { ThumbnailColumn } from './thumbnail-column.tsx'

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
  /** What of the world is seen; null while the map is not there. */
  readonly view: MapBox | null
  readonly selectedId: string | null
  readonly hoveredId: string | null
  readonly isOpen: boolean
  readonly onTab: (tab: ViewerTab) => void
  readonly onFilters: (filters: ViewerFilters) => void
  readonly onSelect: (map: MapSummary) => void
  readonly onHover: (id: string | null) => void
  /** A map or a place that was suggested while someone typed. */
  readonly onMap: (id: string) => void
  readonly onPlace: (place: FoundPlace) => void
  readonly onToggle: () => void
  /** "Load map" of the details. */
  readonly onLoad: (map: MapSummary) => void
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
  const isMobile = useIsMobile()
  const [details, setDetails] = useState<MapSummary | null>(null)
  const { choose, changesOf, dialog } = useFavoriteChoice()
  const events: ListEvents = { onDetails: setDetails, onFavorite: choose, favoriteChanges: changesOf }
  return (
    <>
      {isMobile ? <ThumbnailColumn {...props} {...events} /> : <ListPanel {...props} {...events} />}
      {details ? (
        <MapOverviewDialog
          map={details}
          onClose={() => setDetails(null)}
          onLoad={() => {
            setDetails(null)
            props.onLoad(details)
          }}
        />
      ) : null}
      {dialog}
    </>
  )
}

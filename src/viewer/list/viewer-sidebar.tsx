import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { useFavoriteChoice } from '../../map-record/use-favorite-choice.tsx'
import { announce } from '../../ui/announce.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { shownName } from '../model/shown-name.ts'
import { withBeside, withSelected } from '../model/shown-stack.ts'
import { useStage } from '../session/stage-context.ts'
import { ListPanel } from './list-panel.tsx'
import { ThumbnailColumn } from './thumbnail-column.tsx'
import type { ListEvents } from './use-sidebar.ts'

const MapOverviewDialog = lazyOverlay(
  async () => (await import('../../map-record/map-overview-dialog.tsx')).MapOverviewDialog,
)

/** The maps of a list beside the map: a panel on a desktop, a column of thumbnails on a phone. */
export function ViewerSidebar() {
  const isMobile = useIsMobile()
  const [details, setDetails] = useState<MapSummary | null>(null)
  const { press, changesOf, dialog } = useFavoriteChoice()
  const events: ListEvents = { onDetails: setDetails, onFavorite: press, favoriteChanges: changesOf }
  return (
    <>
      {isMobile ? <ThumbnailColumn {...events} /> : <ListPanel {...events} />}
      {details ? <MapDetails map={details} onClose={() => setDetails(null)} /> : null}
      {dialog}
    </>
  )
}

interface MapDetailsProps {
  readonly map: MapSummary
  readonly onClose: () => void
}

/** The details of a map of the list, with the ways to show it: alone, or beside the one that would give way to it. */
function MapDetails({ map, onClose }: MapDetailsProps) {
  const { t } = useTranslation('viewer')
  const { page, session, shown, unpinned } = useStage()
  const { steps, view } = session
  const load = () => {
    onClose()
    session.selectAndFit(map.id)
  }
  const showBeside = () => {
    onClose()
    view.fitMap(map.id)
    steps.choose((last) => (unpinned ? withBeside(last, map.id, unpinned) : withSelected(last, map.id)))
    announce(t('page.shown.count', { count: shown.maps.length + 1 }))
  }
  const canLieBeside = unpinned?.path && unpinned.id !== map.id && map.isTransformed
  return (
    <MapOverviewDialog
      map={map}
      onClose={onClose}
      onLoad={map.id === page.state.selectedId ? undefined : load}
      beside={canLieBeside ? { title: shownName(t, unpinned), onShow: showBeside } : undefined}
    />
  )
}

import type { MapPoint } from '../../../contract/control-points.ts'
import type { BaseMapProps, PaneTheme } from '../../map/pane-props.ts'
import type { LinkTo } from './use-share-view.ts'
import type { ChangeViewer, ViewerState } from '../model/viewer-state.ts'

/** A map that the navigator is to show. */
interface NavigatedMap {
  readonly id: string
  readonly title: string
  /** Of its overlay, relative to `/api/`. */
  readonly path: string | null
}

export interface ViewerStageProps {
  readonly state: ViewerState
  readonly baseMap: BaseMapProps
  readonly theme: PaneTheme
  /** Comes in the place of something that had the focus. */
  readonly takesFocus?: boolean
  readonly onChange: ChangeViewer
  /** `place`: where the navigator is to begin; absent: at the map. */
  readonly onNavigate: (map: NavigatedMap | null, place?: MapPoint) => void
  /** Out of a catalog. */
  readonly onBackToPublic: () => void
  readonly linkTo: LinkTo
}

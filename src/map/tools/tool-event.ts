import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { HandleDrag, Side } from '../pane-props.ts'

/** A place of a pane: an image point on the scan, a map point on the map. */
export type Place = ImagePoint | MapPoint

/** Takes back what was begun last: one thing a press. Every tool answers it. */
export interface Escape {
  readonly type: 'escape'
}

export interface ScanPressed {
  readonly type: 'scanPressed'
  readonly image: ImagePoint
  readonly isOnScan: boolean
}

export interface MapPressed {
  readonly type: 'mapPressed'
  readonly map: MapPoint
}

/** What a tool has drawn as `handles` on the map was dragged. */
export type HandleDragged = { readonly type: 'handleDragged' } & Pick<HandleDrag<MapPoint>, 'index' | 'place'>

/** The pane is to let go of what it drags. */
export interface CancelDrag {
  readonly kind: 'cancelDrag'
  readonly side: Side
}

export interface AddPair {
  readonly kind: 'addPair'
  readonly image: ImagePoint
  readonly map: MapPoint
}

/** What has been staged is not shown any more. */
export interface RevertMove {
  readonly kind: 'revertMove'
}

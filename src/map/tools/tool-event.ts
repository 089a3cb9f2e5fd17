import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { MarkDrag, PaneDrag, Side } from '../pane-props.ts'
import type { CropEffect, CropEvent } from './crop.ts'
import type { LayEffect, LayEvent } from './lay.ts'
import type { MeasureEvent } from './measure.ts'

/** A place of a pane: an image point on the scan, a map point on the map. */
export type Place = ImagePoint | MapPoint

/** What the panes, the keys and what lies over the panes tell the tools. */
export type ToolEvent =
  | { readonly type: 'pointPressed'; readonly id: string; readonly side: Side }
  /** By a key. */
  | { readonly type: 'pointChosen'; readonly id: string }
  /** In the table. */
  | { readonly type: 'rowChosen'; readonly id: string }
  | { readonly type: 'pointRemoved'; readonly id: string }
  | { readonly type: 'scanPressed'; readonly image: ImagePoint; readonly isOnScan: boolean }
  | { readonly type: 'mapPressed'; readonly map: MapPoint }
  /** The answer to `askPrediction`: null where the warp has none. */
  | { readonly type: 'predicted'; readonly map: MapPoint; readonly image: ImagePoint | null }
  /** The answer to `askCounterpart`. */
  | { readonly type: 'counterpartFound'; readonly image: ImagePoint; readonly map: MapPoint }
  /** The place where the warp would have the half-placed pair is the right one. */
  | { readonly type: 'expectedTaken' }
  | { readonly type: 'pointerMoved'; readonly map: MapPoint }
  /** A pair is to be added where the crosses stand; null: a cross stands on nothing. */
  | {
      readonly type: 'pairAsked'
      readonly image: ImagePoint | null
      readonly map: MapPoint | null
    }
  /** The bar of the chosen point is to open in a pane, by a key. */
  | { readonly type: 'menuAsked'; readonly side: Side }
  | { readonly type: 'placingCancelled' | 'menuClosed' | 'magnifyAsked' }
  | { readonly type: 'loupeMoved'; readonly place: Place }
  | { readonly type: 'loupeConfirmed' | 'loupeCancelled' }
  /** `isPredicted`: the image point is to be predicted anew at the end. */
  | {
      readonly type: 'dragged'
      readonly id: string
      readonly side: Side
      readonly phase: MarkDrag<Place>['phase']
      readonly place: Place
      readonly isPredicted: boolean
    }
  | MeasureEvent
  | CropEvent
  | LayEvent
  /** A box is to be drawn on the map; again: it is not. */
  | { readonly type: 'boxAsked' }
  | { readonly type: 'groundDragged'; readonly phase: PaneDrag<MapPoint>['phase']; readonly map: MapPoint }
  /** Takes back what was begun last: one thing a press. */
  | { readonly type: 'escape' }

/** What is to be done beyond the tool's own state. */
export type ToolEffect =
  | { readonly kind: 'addPair'; readonly image: ImagePoint; readonly map: MapPoint }
  /** Where the warp shows a place of the map: answered by `predicted`. */
  | { readonly kind: 'askPrediction'; readonly map: MapPoint }
  /** Where the warp would have an image point: answered by `counterpartFound` where it has one. */
  | { readonly kind: 'askCounterpart'; readonly image: ImagePoint }
  | { readonly kind: 'tellOutside' }
  | { readonly kind: 'movePoint'; readonly id: string; readonly side: Side; readonly place: Place }
  | { readonly kind: 'stageMove'; readonly id: string; readonly side: Side; readonly place: Place }
  | {
      readonly kind: 'commitMove'
      readonly id: string
      readonly side: Side
      readonly isPredicted: boolean
    }
  | { readonly kind: 'revertMove' }
  | CropEffect
  | LayEffect
  | { readonly kind: 'applyBox'; readonly box: MapBox }
  /** The pane is to let go of what it drags. */
  | { readonly kind: 'cancelDrag'; readonly side: Side }

import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { Side } from '../pane-props.ts'
import { halfPairDrawing, withImage, withMap } from './half-pair.ts'
import type { HalfPair, WholePair } from './half-pair.ts'
import { NO_DRAWING, STILL } from './tool-drawing.ts'
import type { AddPair, Escape, MapPressed, Place, ScanPressed } from './tool-event.ts'
import { CHOOSING, to } from './tool.ts'
import type { ToolModule, ToolStep } from './tool.ts'

/** The cameras have the pointer; a point may be selected. */
interface Choosing {
  readonly kind: 'choose'
  readonly selectedId: string | null
}

/** The menu of the selected point is open in a pane. */
interface InMenu {
  readonly kind: 'menu'
  readonly selectedId: string
  readonly side: Side
}

/** The selected point is magnified in a pane, which stands still meanwhile. */
export interface InLoupe {
  readonly kind: 'loupe'
  readonly selectedId: string
  readonly side: Side
  /** Where the point would lie; null: it has not been moved. */
  readonly moved: Place | null
}

/** A pair is half placed. */
interface Placing {
  readonly kind: 'place'
  readonly selectedId: string | null
  readonly half: HalfPair
}

export type PointTool = Choosing | InMenu | InLoupe | Placing

export type PointEvent =
  | { readonly type: 'pointPressed'; readonly id: string; readonly side: Side }
  /** By a key. */
  | { readonly type: 'pointChosen'; readonly id: string }
  /** In the table. */
  | { readonly type: 'rowChosen'; readonly id: string }
  | { readonly type: 'pointRemoved'; readonly id: string }
  | ScanPressed
  | MapPressed
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
  /** A press turned out to be the first of two that mean the map: all is as it was before it. */
  | { readonly type: 'pressTakenBack'; readonly half: HalfPair | null; readonly selectedId: string | null }
  | { readonly type: 'loupeMoved'; readonly place: Place }
  | { readonly type: 'loupeConfirmed' | 'loupeCancelled' }
  | Escape

export type PointEffect =
  | AddPair
  /** Where the warp shows a place of the map: answered by `predicted`. */
  | { readonly kind: 'askPrediction'; readonly map: MapPoint }
  /** Where the warp would have an image point: answered by `counterpartFound` where it has one. */
  | { readonly kind: 'askCounterpart'; readonly image: ImagePoint }
  | { readonly kind: 'tellOutside' }
  /** What `askPrediction` was asked is not wanted any more. */
  | { readonly kind: 'dropPrediction' }
  | { readonly kind: 'movePoint'; readonly id: string; readonly side: Side; readonly place: Place }

type PointStep = ToolStep<PointTool, PointEffect>

/** Points are chosen, magnified, and placed in pairs. */
export const points: ToolModule<PointTool, PointEvent, PointEffect> = {
  kinds: ['choose', 'menu', 'loupe', 'place'],
  next(tool, event) {
    switch (tool.kind) {
      case 'choose':
        return whileChoosing(tool, event)
      case 'menu':
        return whileInMenu(tool, event)
      case 'loupe':
        return whileInLoupe(tool, event)
      case 'place':
        return whilePlacing(tool, event)
    }
  },
  beneathDrag,
  draw(tool) {
    switch (tool.kind) {
      case 'choose':
      case 'menu':
        return NO_DRAWING
      case 'loupe':
        return STILL[tool.side]
      case 'place':
        return halfPairDrawing(tool.half)
    }
  },
}

/** A drag selects its point and closes a menu; a pair that is half placed stays so. */
function beneathDrag(tool: PointTool, id: string): PointTool {
  return tool.kind === 'menu' ? choosing(id) : selecting(tool, id)
}

function whileChoosing(tool: Choosing, event: PointEvent): PointStep | undefined {
  switch (event.type) {
    case 'predicted':
      return placed(withMap(null, event.map, event.image))
    case 'menuAsked':
      return to(
        tool.selectedId === null ? tool : { kind: 'menu', selectedId: tool.selectedId, side: event.side },
      )
    case 'escape':
      return to(tool.selectedId === null ? tool : CHOOSING)
    default:
      return whileAny(tool, event)
  }
}

function whileInMenu(tool: InMenu, event: PointEvent): PointStep | undefined {
  switch (event.type) {
    case 'pointPressed':
      return tool.selectedId === event.id && tool.side === event.side ? to(CHOOSING) : whileAny(tool, event)
    case 'rowChosen':
      return to({ ...tool, selectedId: event.id })
    case 'magnifyAsked':
      return to({ kind: 'loupe', selectedId: tool.selectedId, side: tool.side, moved: null })
    // A press beside an open menu closes it and does nothing else.
    case 'scanPressed':
    case 'mapPressed':
    case 'menuClosed':
      return to(CHOOSING)
    // One thing a press: the next lets the point go.
    case 'escape':
      return to(choosing(tool.selectedId))
    default:
      return whileAny(tool, event)
  }
}

function whileInLoupe(tool: InLoupe, event: PointEvent): PointStep | undefined {
  const { selectedId: id, side, moved } = tool
  switch (event.type) {
    case 'loupeMoved':
      return to({ ...tool, moved: event.place })
    case 'loupeConfirmed':
      return to(choosing(id), moved ? [{ kind: 'movePoint', id, side, place: moved }] : [])
    case 'loupeCancelled':
    case 'escape':
      return to(choosing(id))
    default:
      return whileAny(tool, event)
  }
}

function whilePlacing(tool: Placing, event: PointEvent): PointStep | undefined {
  const { half, selectedId } = tool
  switch (event.type) {
    case 'scanPressed':
      return event.isOnScan ? placed(withImage(half, event.image)) : to(selecting(tool, null))
    case 'counterpartFound':
      return half.kind === 'imageSet' && half.image === event.image
        ? to({ ...tool, half: { ...half, expected: event.map } })
        : to(tool)
    case 'expectedTaken':
      return half.kind === 'imageSet' && half.expected
        ? placed({ kind: 'whole', image: half.image, map: half.expected })
        : to(tool)
    case 'mapPressed':
      // The image point is known: where the warp would have it no longer matters.
      return half.kind === 'mapSet'
        ? to(selecting(tool, null), [{ kind: 'askPrediction', map: event.map }])
        : placed(withMap(half, event.map, null))
    case 'predicted':
      return placed(withMap(half, event.map, event.image))
    case 'pointerMoved':
      return to(half.kind === 'predicted' ? { ...tool, half: { ...half, cursor: event.map } } : tool)
    case 'placingCancelled':
    case 'escape':
      return to(choosing(selectedId))
    default:
      return whileAny(tool, event)
  }
}

/** What a state does that has no answer of its own. */
function whileAny(tool: PointTool, event: PointEvent): PointStep | undefined {
  switch (event.type) {
    case 'pointPressed':
      return to({ kind: 'menu', selectedId: event.id, side: event.side })
    case 'pointChosen':
      return to(tool.kind === 'menu' ? choosing(event.id) : selecting(tool, event.id))
    case 'rowChosen':
      return to(selecting(tool, event.id))
    case 'pressTakenBack':
      return to(
        event.half
          ? { kind: 'place', selectedId: event.selectedId, half: event.half }
          : choosing(event.selectedId),
        [{ kind: 'dropPrediction' }],
      )
    case 'pointRemoved':
      return to(tool.selectedId === event.id ? selecting(tool, null) : tool)
    case 'scanPressed':
      return event.isOnScan ? placed(withImage(null, event.image)) : to(selecting(tool, null))
    case 'mapPressed':
      return to(selecting(tool, null), [{ kind: 'askPrediction', map: event.map }])
    case 'pairAsked':
      return event.image && event.map
        ? to(CHOOSING, [{ kind: 'addPair', image: event.image, map: event.map }])
        : to(CHOOSING, [{ kind: 'tellOutside' }])
    default:
      return undefined
  }
}

const choosing = (selectedId: string | null): PointTool =>
  selectedId === null ? CHOOSING : { kind: 'choose', selectedId }

/** Another selected point: a menu or a loupe is that of its point, a pair that is half placed goes on. */
function selecting(tool: PointTool, id: string | null): PointTool {
  if (tool.selectedId === id) return tool
  return tool.kind === 'place' ? { ...tool, selectedId: id } : choosing(id)
}

/** A press that places a part of a pair takes the selection away. */
function placed(pair: HalfPair | WholePair): PointStep {
  const place = (half: HalfPair): Placing => ({ kind: 'place', selectedId: null, half })
  if (pair.kind === 'imageSet') return to(place(pair), [{ kind: 'askCounterpart', image: pair.image }])
  if (pair.kind !== 'whole') return to(place(pair))
  return to(CHOOSING, [{ kind: 'addPair', image: pair.image, map: pair.map }])
}

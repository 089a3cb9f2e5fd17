import type { MapPoint } from '../../../contract/control-points.ts'
import { boxAround } from '../../geometry/camera.ts'
import type { Side } from '../pane-props.ts'
import { CROPPING, nextCrop } from './crop.ts'
import type { Cropping } from './crop.ts'
import { withImage, withMap } from './half-pair.ts'
import type { HalfPair, WholePair } from './half-pair.ts'
import { nextPull, nextSheet, pressedThere, PULLING, revertOf } from './lay.ts'
import type { Laying, Pulling } from './lay.ts'
import { asKind, beginMeasuring, withMovedPoint, withoutLast, withPicking, withPoint } from './measure.ts'
import type { Measuring } from './measure.ts'
import type { Place, ToolEffect, ToolEvent } from './tool-event.ts'

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

/** A box is drawn on the map by dragging from corner to corner. */
interface DrawingBox {
  readonly kind: 'box'
  readonly selectedId: string | null
  /** Where the drag began and where it is now; null before it. */
  readonly corners: readonly [MapPoint, MapPoint] | null
}

/** A tool that no pointer holds fast. */
export type RestingTool =
  Choosing | InMenu | InLoupe | Placing | Measuring | DrawingBox | Cropping | Laying | Pulling

/** A point is dragged in a pane. */
interface Dragging {
  readonly kind: 'drag'
  readonly id: string
  readonly side: Side
  /** What goes on afterwards. */
  readonly under: RestingTool
}

/** The tool that works on both panes, with its state. There is one at a time. */
export type Tool = RestingTool | Dragging

export interface ToolStep<T extends Tool = Tool> {
  /** The same object where nothing has changed. */
  readonly tool: T
  readonly effects: readonly ToolEffect[]
}

export const CHOOSING: RestingTool = { kind: 'choose', selectedId: null }

/** The tool itself, or what a drag lies over. */
export const restingOf = (tool: Tool): RestingTool => (tool.kind === 'drag' ? tool.under : tool)

type Dragged = Extract<ToolEvent, { type: 'dragged' }>
/** What every tool but a drag answers. */
type RestingEvent = Exclude<ToolEvent, Dragged>

/** The next state, and what is to be done. */
export function nextTool(tool: Tool, event: ToolEvent): ToolStep {
  if (event.type === 'dragged') return dragged(tool, event)
  if (tool.kind !== 'drag') return nextResting(tool, event)
  if (event.type === 'escape')
    return to(tool.under, [{ kind: 'cancelDrag', side: tool.side }, { kind: 'revertMove' }])
  const { tool: under, effects } = nextResting(tool.under, event)
  return to(under === tool.under ? tool : { ...tool, under }, effects)
}

function dragged(tool: Tool, { id, side, phase, place, isPredicted }: Dragged): ToolStep {
  const stage: ToolEffect = { kind: 'stageMove', id, side, place }
  if (phase === 'start')
    return to({ kind: 'drag', id, side, under: underDragOf(restingOf(tool), id) }, [stage])
  // One that was given up goes on in its pane until the pane has heard of it.
  if (tool.kind !== 'drag' || tool.id !== id || tool.side !== side) return to(tool)
  switch (phase) {
    case 'move':
      return to(tool, [stage])
    case 'end':
      return to(tool.under, [stage, { kind: 'commitMove', id, side, isPredicted }])
    case 'cancel':
      return to(tool.under, [{ kind: 'revertMove' }])
  }
}

/** A drag selects its point and closes a menu; a pair that is half placed stays so. */
function underDragOf(tool: RestingTool, id: string): RestingTool {
  return tool.kind === 'menu' ? choosing(id) : selecting(tool, id)
}

function nextResting(tool: RestingTool, event: RestingEvent): ToolStep<RestingTool> {
  switch (tool.kind) {
    case 'choose':
      return whileChoosing(tool, event)
    case 'menu':
      return whileInMenu(tool, event)
    case 'loupe':
      return whileInLoupe(tool, event)
    case 'place':
      return whilePlacing(tool, event)
    case 'measure':
      return whileMeasuring(tool, event)
    case 'box':
      return whileDrawingBox(tool, event)
    case 'crop':
      return whileCropping(tool, event)
    case 'lay':
      return whileLaying(tool, event)
    case 'pull':
      return whilePulling(tool, event)
  }
}

function whileChoosing(tool: Choosing, event: RestingEvent): ToolStep<RestingTool> {
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

function whileInMenu(tool: InMenu, event: RestingEvent): ToolStep<RestingTool> {
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

function whileInLoupe(tool: InLoupe, event: RestingEvent): ToolStep<RestingTool> {
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

function whilePlacing(tool: Placing, event: RestingEvent): ToolStep<RestingTool> {
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

function whileMeasuring(tool: Measuring, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'mapPressed':
      return to(withPoint(tool, event.map))
    case 'handleDragged':
      return to(withMovedPoint(tool, event.index, event.place))
    case 'pathEnded':
      return to(withPicking(tool, false) ?? CHOOSING)
    case 'pathContinued':
      return to(withPicking(tool, true) ?? CHOOSING)
    case 'measureToggled':
      return to(tool.of === event.of ? CHOOSING : asKind(tool, event.of))
    // An answer to what was asked before measuring began.
    case 'predicted':
      return to(tool)
    case 'escape':
      return to(withoutLast(tool) ?? CHOOSING)
    default:
      return whileAny(tool, event)
  }
}

function whileDrawingBox(tool: DrawingBox, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'groundDragged':
      return boxDragged(tool, event)
    // Presses and answers that belong to pairs mean nothing here.
    case 'scanPressed':
    case 'mapPressed':
    case 'predicted':
      return to(tool)
    case 'boxAsked':
    case 'escape':
      return to(choosing(tool.selectedId), tool.corners ? [{ kind: 'cancelDrag', side: 'map' }] : [])
    default:
      return whileAny(tool, event)
  }
}

/** Nothing but its own events ends it: a polygon that is half drawn is not lost to a stray press. */
function whileCropping(tool: Cropping, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'cropToggled':
    case 'cornerSet':
    case 'cornerChosen':
    case 'cropHandlePressed':
    case 'cropHandleDragged':
    case 'ringClosed':
    case 'cornerRemoved':
    case 'rightAnglesToggled': {
      const step = nextCrop(tool, event)
      return to(step.tool ?? CHOOSING, step.effects)
    }
    case 'escape': {
      const step = nextCrop(tool, event)
      const letGo: readonly ToolEffect[] = tool.held ? [{ kind: 'cancelDrag', side: 'scan' }] : []
      return to(step.tool ?? CHOOSING, [...letGo, ...step.effects])
    }
    default:
      return to(tool)
  }
}

/** Nothing but its own events ends it: how the sheet was laid is not lost to a stray press. */
function whileLaying(tool: Laying, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'sheetMoved':
    case 'sheetStepped':
    case 'sheetBrought':
      return to(nextSheet(tool, event))
    case 'sheetFixed':
      return to(PULLING, [{ kind: 'fixSheet', placement: tool.placement }])
    case 'layEnded':
      return to(CHOOSING)
    case 'escape':
      return tool.before
        ? to({ ...tool, placement: tool.before, before: null }, [{ kind: 'cancelDrag', side: 'map' }])
        : to(CHOOSING)
    default:
      return to(tool)
  }
}

function whilePulling(tool: Pulling, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'pulled':
    case 'grabbed': {
      const { tool: next, effects } = nextPull(tool, event)
      return to(next, effects)
    }
    case 'mapPressed': {
      const { tool: next, effects } = pressedThere(tool, event.map)
      return to(next, effects)
    }
    case 'pointPressed':
      return to({ ...tool, selectedId: event.id === tool.selectedId ? null : event.id })
    case 'scanPressed':
      return to(selecting(tool, null))
    case 'pairAsked': {
      const { image, map } = event
      return to(tool, [image && map ? { kind: 'addPair', image, map } : { kind: 'tellOutside' }])
    }
    // An answer to what was asked before.
    case 'predicted':
      return to(tool)
    case 'pullAsked':
    case 'layEnded':
      return to(CHOOSING, revertOf(tool.held))
    case 'layAsked':
    case 'cropToggled':
    case 'boxAsked':
    case 'measureToggled': {
      const { tool: next } = whileAny(tool, event)
      return to(next, revertOf(tool.held))
    }
    case 'escape': {
      const { held } = tool
      if (held && !held.isLetGo)
        return to({ ...tool, held: null }, [
          ...(held.by === 'hand' ? [{ kind: 'cancelDrag', side: 'map' } as const] : []),
          ...revertOf(held),
        ])
      return tool.selectedId === null ? to(CHOOSING) : to({ ...tool, selectedId: null })
    }
    default:
      return whileAny(tool, event)
  }
}

function boxDragged(
  tool: DrawingBox,
  { phase, map }: Extract<ToolEvent, { type: 'groundDragged' }>,
): ToolStep<RestingTool> {
  if (phase === 'start') return to({ ...tool, corners: [map, map] })
  if (!tool.corners) return to(tool)
  if (phase === 'cancel') return to({ ...tool, corners: null })
  const corners = [tool.corners[0], map] as const
  if (phase === 'move') return to({ ...tool, corners })
  const box = boxAround(corners)
  if (!box || box.minX === box.maxX || box.minY === box.maxY) return to({ ...tool, corners: null })
  return to(choosing(tool.selectedId), [{ kind: 'applyBox', box }])
}

/** What a tool does that has no answer of its own. */
function whileAny(tool: RestingTool, event: RestingEvent): ToolStep<RestingTool> {
  switch (event.type) {
    case 'pointPressed':
      return to({ kind: 'menu', selectedId: event.id, side: event.side })
    case 'pointChosen':
      return to(tool.kind === 'menu' ? choosing(event.id) : selecting(tool, event.id))
    case 'rowChosen':
      return to(selecting(tool, event.id))
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
    case 'measureToggled':
      return to(beginMeasuring(event.of))
    case 'cropToggled':
      return to(CROPPING)
    case 'layAsked':
      return to({
        kind: 'lay',
        selectedId: null,
        scan: event.scan,
        placement: event.placement,
        before: null,
        isTouched: event.isTouched,
      })
    case 'pullAsked':
      return to(PULLING)
    case 'boxAsked':
      return to({ kind: 'box', selectedId: tool.selectedId, corners: null })
    case 'handleDragged':
    case 'pathEnded':
    case 'pathContinued':
    case 'groundDragged':
    case 'predicted':
    case 'counterpartFound':
    case 'expectedTaken':
    case 'pointerMoved':
    case 'placingCancelled':
    case 'menuAsked':
    case 'menuClosed':
    case 'magnifyAsked':
    case 'loupeMoved':
    case 'loupeConfirmed':
    case 'loupeCancelled':
    case 'cornerSet':
    case 'cornerChosen':
    case 'cropHandlePressed':
    case 'cropHandleDragged':
    case 'ringClosed':
    case 'cornerRemoved':
    case 'rightAnglesToggled':
    case 'sheetMoved':
    case 'sheetStepped':
    case 'sheetBrought':
    case 'sheetFixed':
    case 'layEnded':
    case 'pulled':
    case 'grabbed':
    case 'escape':
      return to(tool)
  }
}

const to = <T extends Tool>(tool: T, effects: readonly ToolEffect[] = []): ToolStep<T> => ({ tool, effects })

const choosing = (selectedId: string | null): RestingTool =>
  selectedId === null ? CHOOSING : { kind: 'choose', selectedId }

/** Another selected point: a menu or a loupe is that of its point, a pair that is half placed goes on. */
function selecting(tool: RestingTool, id: string | null): RestingTool {
  // Cropping has its own chosen corner, and a sheet that is being laid has no points.
  if (tool.selectedId === id || tool.kind === 'crop' || tool.kind === 'lay') return tool
  return tool.kind === 'place' || tool.kind === 'box' || tool.kind === 'pull'
    ? { ...tool, selectedId: id }
    : choosing(id)
}

/** A press that places a part of a pair takes the selection away. */
function placed(pair: HalfPair | WholePair): ToolStep<RestingTool> {
  const place = (half: HalfPair): Placing => ({ kind: 'place', selectedId: null, half })
  if (pair.kind === 'imageSet') return to(place(pair), [{ kind: 'askCounterpart', image: pair.image }])
  if (pair.kind !== 'whole') return to(place(pair))
  return to(CHOOSING, [{ kind: 'addPair', image: pair.image, map: pair.map }])
}

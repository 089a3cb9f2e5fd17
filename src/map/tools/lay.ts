import type { ImagePoint, MapPoint, SheetPlacement } from '../../../contract/control-points.ts'
import { movedSheet, placeOnSheet, sheetCorners } from '../../geometry/sheet-placement.ts'
import type { SheetMove } from '../../geometry/sheet-placement.ts'
import type { PaneDrag } from '../pane-props.ts'
import type { PointEvent } from './points.ts'
import { drawnOnMap, NO_DRAWING } from './tool-drawing.ts'
import type { ToolDrawing } from './tool-drawing.ts'
import type { AddPair, CancelDrag, Escape, RevertMove } from './tool-event.ts'
import { to } from './tool.ts'
import type { ToolModule, ToolStep } from './tool.ts'

export interface ScanSize {
  readonly width: number
  readonly height: number
}

/** The whole sheet is laid on the map by hand: shifted, turned, scaled. */
export interface Laying {
  readonly kind: 'lay'
  readonly scan: ScanSize
  readonly placement: SheetPlacement
  /** How it lay before the move that is under way; null: none is. */
  readonly before: SheetPlacement | null
  /** A hand has moved it; until then it comes along with the view. */
  readonly isTouched: boolean
}

/** Places of the overlay are pulled to where they belong. */
export interface Pulling {
  readonly kind: 'pull'
  readonly selectedId: string | null
  readonly held: HeldPlace | null
}

/** By the pointer, or under the cross while the map moves beneath it. */
type HeldBy = 'hand' | 'cross'

/** A place of the overlay that is being pulled. */
export interface HeldPlace {
  readonly by: HeldBy
  /** Where it was taken hold of, and where it is now. */
  readonly from: MapPoint
  readonly at: MapPoint
  readonly target:
    /** What the overlay shows there has been asked for. */
    | { readonly kind: 'asked' }
    | { readonly kind: 'new'; readonly id: string; readonly image: ImagePoint }
    /** A point that was there already, and where it lay. */
    | { readonly kind: 'point'; readonly id: string; readonly map: MapPoint }
  /** It was let go before the answer came. */
  readonly isLetGo: boolean
}

type SheetOrPullEvent =
  | {
      readonly type: 'layAsked'
      readonly placement: SheetPlacement
      readonly scan: ScanSize
      readonly isTouched: boolean
    }
  | { readonly type: 'pullAsked' }
  /** A move of the sheet by a pointer, from how it lay at its start. */
  | { readonly type: 'sheetMoved'; readonly phase: PaneDrag<MapPoint>['phase']; readonly move: SheetMove }
  /** By a key or a button. */
  | { readonly type: 'sheetStepped'; readonly move: SheetMove }
  /** Laid anew, where the view is. */
  | { readonly type: 'sheetBrought'; readonly placement: SheetPlacement; readonly isTouched: boolean }
  | { readonly type: 'sheetFixed' }
  /** Laying or pulling is over; or there is nothing left to pull. */
  | { readonly type: 'layEnded' }
  | {
      readonly type: 'pulled'
      readonly by: HeldBy
      readonly phase: PaneDrag<MapPoint>['phase']
      readonly map: MapPoint
      /** A point that lies so near to the start that it is meant. */
      readonly near: { readonly id: string; readonly map: MapPoint } | null
    }
  /** The answer to `askGrab`: null where the overlay shows nothing. */
  | {
      readonly type: 'grabbed'
      readonly from: MapPoint
      readonly image: ImagePoint | null
      /** Of the pair that comes of it. */
      readonly id: string
    }

/** While places are pulled, points are chosen and added as well. */
export type LayEvent = SheetOrPullEvent | PointEvent | Escape

export type LayEffect =
  /** The sheet lies so from now on. */
  | { readonly kind: 'fixSheet'; readonly placement: SheetPlacement }
  /** What the overlay shows at a place: answered by `grabbed`. */
  | { readonly kind: 'askGrab'; readonly map: MapPoint }
  /** Shown only; `commitPair` makes it a step, `revertMove` takes it back. */
  | {
      readonly kind: 'stagePair'
      readonly id: string
      readonly image: ImagePoint
      readonly map: MapPoint
    }
  | { readonly kind: 'commitPair' }
  | { readonly kind: 'tellNothingThere' }
  | { readonly kind: 'tellOutside' }
  | AddPair
  | { readonly kind: 'stageMove'; readonly id: string; readonly side: 'map'; readonly place: MapPoint }
  | { readonly kind: 'commitMove'; readonly id: string; readonly side: 'map'; readonly isPredicted: false }
  | RevertMove
  | CancelDrag

type Step = ToolStep<Pulling, LayEffect>

const PULLING: Pulling = { kind: 'pull', selectedId: null, held: null }

/** The sheet is laid on the map, and places of it are pulled into place. */
export const lay: ToolModule<Laying | Pulling, LayEvent, LayEffect> = {
  kinds: ['lay', 'pull'],
  begin: (event) =>
    event.type === 'pullAsked' ? PULLING : event.type === 'layAsked' ? laying(event) : undefined,
  next: (tool, event) => (tool.kind === 'lay' ? whileLaying(tool, event) : whilePulling(tool, event)),
  leave: (tool) => (tool.kind === 'pull' ? revertOf(tool.held) : []),
  beneathDrag: (tool, id) => (tool.kind === 'pull' ? selecting(tool, id) : tool),
  draw: (tool) => (tool.kind === 'lay' ? sheetDrawing(tool) : pullDrawing(tool)),
}

const laying = ({ scan, placement, isTouched }: Extract<LayEvent, { type: 'layAsked' }>): Laying => ({
  kind: 'lay',
  scan,
  placement,
  before: null,
  isTouched,
})

type LayStep = ToolStep<Laying | Pulling | null, LayEffect>

/** Nothing but its own events ends it: how the sheet was laid is not lost to a stray press. */
function whileLaying(tool: Laying, event: LayEvent): LayStep {
  switch (event.type) {
    case 'sheetMoved':
    case 'sheetStepped':
    case 'sheetBrought':
      return to(nextSheet(tool, event))
    case 'sheetFixed':
      return to(PULLING, [{ kind: 'fixSheet', placement: tool.placement }])
    case 'layEnded':
      return to(null)
    case 'escape':
      return tool.before
        ? to({ ...tool, placement: tool.before, before: null }, [{ kind: 'cancelDrag', side: 'map' }])
        : to(null)
    default:
      return to(tool)
  }
}

function whilePulling(tool: Pulling, event: LayEvent): LayStep | undefined {
  const { held, selectedId } = tool
  switch (event.type) {
    case 'pulled':
    case 'grabbed':
      return nextPull(tool, event)
    case 'mapPressed':
      return pressedThere(tool, event.map)
    case 'pointPressed':
      return to({ ...tool, selectedId: event.id === selectedId ? null : event.id })
    case 'pointChosen':
    case 'rowChosen':
      return to(selecting(tool, event.id))
    case 'pointRemoved':
      return to(selectedId === event.id ? selecting(tool, null) : tool)
    case 'scanPressed':
      return to(selecting(tool, null))
    case 'pairAsked': {
      const { image, map } = event
      return to(tool, [image && map ? { kind: 'addPair', image, map } : { kind: 'tellOutside' }])
    }
    case 'layAsked':
      return to(laying(event), revertOf(held))
    case 'pullAsked':
    case 'layEnded':
      return to(null, revertOf(held))
    case 'escape':
      if (held && !held.isLetGo)
        return to({ ...tool, held: null }, [
          ...(held.by === 'hand' ? [{ kind: 'cancelDrag', side: 'map' } as const] : []),
          ...revertOf(held),
        ])
      return selectedId === null ? to(null) : to({ ...tool, selectedId: null })
    default:
      return undefined
  }
}

const selecting = (tool: Pulling, id: string | null): Pulling =>
  tool.selectedId === id ? tool : { ...tool, selectedId: id }

type SheetEvent = Extract<SheetOrPullEvent, { type: 'sheetMoved' | 'sheetStepped' | 'sheetBrought' }>

/** How the sheet lies after a move. */
function nextSheet(tool: Laying, event: SheetEvent): Laying {
  switch (event.type) {
    case 'sheetStepped':
      return { ...tool, placement: movedSheet(tool.placement, event.move), before: null, isTouched: true }
    case 'sheetBrought':
      return { ...tool, placement: event.placement, before: null, isTouched: event.isTouched }
    case 'sheetMoved': {
      if (event.phase === 'start') return { ...tool, before: tool.placement, isTouched: true }
      const { before } = tool
      // One that was given up goes on in its pane until the pane has heard of it.
      if (!before) return tool
      if (event.phase === 'cancel') return { ...tool, placement: before, before: null }
      const placement = movedSheet(before, event.move)
      return { ...tool, placement, before: event.phase === 'end' ? null : before }
    }
  }
}

/** A pull, and the answer to what was asked for it. */
function nextPull(tool: Pulling, event: Extract<SheetOrPullEvent, { type: 'pulled' | 'grabbed' }>): Step {
  return event.type === 'pulled' ? pulled(tool, event) : grabbed(tool, event)
}

function pulled(
  tool: Pulling,
  { by, phase, map, near }: Extract<SheetOrPullEvent, { type: 'pulled' }>,
): Step {
  if (phase === 'start') {
    const target = near ? ({ kind: 'point', ...near } as const) : ({ kind: 'asked' } as const)
    const held: HeldPlace = { by, from: map, at: map, target, isLetGo: false }
    return {
      tool: { ...tool, selectedId: null, held },
      effects: [
        ...revertOf(tool.held),
        near ? { kind: 'stageMove', id: near.id, side: 'map', place: near.map } : { kind: 'askGrab', map },
      ],
    }
  }
  // One that was given up goes on in its pane until the pane has heard of it.
  if (tool.held?.by !== by || tool.held.isLetGo) return { tool, effects: [] }
  if (phase === 'cancel') return { tool: { ...tool, held: null }, effects: revertOf(tool.held) }
  const held = { ...tool.held, at: map }
  if (phase === 'move') return { tool: { ...tool, held }, effects: stageOf(held) }
  if (held.target.kind === 'asked')
    return { tool: { ...tool, held: { ...held, isLetGo: true } }, effects: [] }
  return {
    tool: { ...tool, held: null },
    effects: [
      ...stageOf(held),
      held.target.kind === 'new'
        ? { kind: 'commitPair' }
        : { kind: 'commitMove', id: held.target.id, side: 'map', isPredicted: false },
    ],
  }
}

function grabbed(tool: Pulling, { from, image, id }: Extract<SheetOrPullEvent, { type: 'grabbed' }>): Step {
  const { held } = tool
  if (held?.from !== from || held.target.kind !== 'asked') return { tool, effects: [] }
  if (!image) return { tool: { ...tool, held: null }, effects: [{ kind: 'tellNothingThere' }] }
  if (held.isLetGo)
    return { tool: { ...tool, held: null }, effects: [{ kind: 'addPair', image, map: held.at }] }
  const next: HeldPlace = { ...held, target: { kind: 'new', id, image } }
  return { tool: { ...tool, held: next }, effects: stageOf(next) }
}

/** A press on the overlay: what it shows there lies where it belongs. */
function pressedThere(tool: Pulling, map: MapPoint): Step {
  // A press beside a chosen point lets it go and does nothing else.
  if (tool.selectedId !== null) return { tool: { ...tool, selectedId: null }, effects: [] }
  if (tool.held) return { tool, effects: [] }
  const held: HeldPlace = { by: 'hand', from: map, at: map, target: { kind: 'asked' }, isLetGo: true }
  return { tool: { ...tool, held }, effects: [{ kind: 'askGrab', map }] }
}

/** What takes back what is shown of a pull. */
const revertOf = (held: HeldPlace | null): readonly LayEffect[] =>
  held && held.target.kind !== 'asked' ? [{ kind: 'revertMove' }] : []

function stageOf({ target, from, at }: HeldPlace): readonly LayEffect[] {
  switch (target.kind) {
    case 'asked':
      return []
    case 'new':
      return [{ kind: 'stagePair', id: target.id, image: target.image, map: at }]
    case 'point':
      return [
        {
          kind: 'stageMove',
          id: target.id,
          side: 'map',
          place: [target.map[0] + at[0] - from[0], target.map[1] + at[1] - from[1]],
        },
      ]
  }
}

/** How far above the sheet the handle that turns it lies, as a share of the scan's height. */
const TURN_HANDLE_ABOVE = 0.14

/** Where the handle lies that turns the sheet. */
export const turnHandleOf = ({ placement, scan }: Pick<Laying, 'placement' | 'scan'>): MapPoint =>
  placeOnSheet(placement, scan, [scan.width / 2, -scan.height * TURN_HANDLE_ABOVE])

/** The sheet's edge with a handle at each corner, and one above its upper edge that turns it. */
function sheetDrawing({ placement, scan }: Laying): ToolDrawing {
  const corners = sheetCorners(placement, scan)
  const edge = placeOnSheet(placement, scan, [scan.width / 2, 0])
  const above = turnHandleOf({ placement, scan })
  const line = [edge, above, edge, ...corners.slice(1), ...corners.slice(0, 1), edge]
  return drawnOnMap({ handles: [...corners, above], line })
}

/** From where a place was pulled to where it is. */
const pullDrawing = ({ held }: Pulling): ToolDrawing =>
  held && !held.isLetGo ? drawnOnMap({ temporary: { from: held.from, cursor: held.at } }) : NO_DRAWING

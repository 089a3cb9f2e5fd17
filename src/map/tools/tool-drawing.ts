import type { MapPoint } from '../../../contract/control-points.ts'
import type { BasePaneProps, ScanPaneProps, Side } from '../pane-props.ts'
import { placeOnSheet, sheetCorners } from '../../geometry/sheet-placement.ts'
import type { HalfPair } from './half-pair.ts'
import type { Laying, Pulling } from './lay.ts'
import { restingOf } from './tool.ts'
import type { Tool } from './tool.ts'

/** What a tool shows in the panes, as their props. */
export interface ToolDrawing {
  readonly scan: Pick<ScanPaneProps, 'pending'>
  readonly base: Pick<
    BasePaneProps,
    'pending' | 'temporary' | 'handles' | 'handlesAreNumbered' | 'line' | 'isLineClosed'
  >
  /** The pane that stands still and hears nothing while the tool works over it. */
  readonly stillSide: Side | null
}

const NO_BASE: ToolDrawing['base'] = { pending: null, temporary: null, handles: [], line: [] }
const NOTHING: ToolDrawing = {
  scan: { pending: null },
  base: NO_BASE,
  stillSide: null,
}
const STILL: Record<Side, ToolDrawing> = {
  scan: { ...NOTHING, stillSide: 'scan' },
  map: { ...NOTHING, stillSide: 'map' },
}

/** The same object as long as the same is to be seen. */
export function drawingOf(tool: Tool): ToolDrawing {
  const resting = restingOf(tool)
  switch (resting.kind) {
    case 'choose':
    case 'menu':
    // Its handles are those of the document's mask.
    case 'crop':
      return NOTHING
    case 'loupe':
      return STILL[resting.side]
    case 'place':
      return halfPairDrawing(resting.half)
    case 'measure':
      return {
        ...NOTHING,
        base: {
          ...NO_BASE,
          handles: resting.points,
          handlesAreNumbered: true,
          line: resting.points,
          isLineClosed: resting.of === 'path' && resting.points.length > 2,
        },
      }
    case 'box':
      return resting.corners
        ? { ...NOTHING, base: { ...NOTHING.base, line: sides(resting.corners) } }
        : NOTHING
    case 'lay':
      return sheetDrawing(resting)
    case 'pull':
      return pullDrawing(resting)
  }
}

/** How far above the sheet the handle that turns it lies, as a share of the scan's height. */
const TURN_HANDLE_ABOVE = 0.14

/** The sheet's edge with a handle at each corner, and one above its upper edge that turns it. */
function sheetDrawing({ placement, scan }: Laying): ToolDrawing {
  const corners = sheetCorners(placement, scan)
  const edge = placeOnSheet(placement, scan, [scan.width / 2, 0])
  const above = placeOnSheet(placement, scan, [scan.width / 2, -scan.height * TURN_HANDLE_ABOVE])
  const line = [edge, above, edge, ...corners.slice(1), ...corners.slice(0, 1), edge]
  return { ...NOTHING, base: { ...NO_BASE, handles: [...corners, above], line } }
}

/** From where a place was pulled to where it is. */
function pullDrawing({ held }: Pulling): ToolDrawing {
  if (!held || held.isLetGo) return NOTHING
  return { ...NOTHING, base: { ...NO_BASE, temporary: { from: held.from, cursor: held.at } } }
}

/** The sides of the box between two corners, closed. */
const sides = ([[x0, y0], [x1, y1]]: readonly [MapPoint, MapPoint]): MapPoint[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
  [x0, y0],
]

function halfPairDrawing(half: HalfPair): ToolDrawing {
  switch (half.kind) {
    case 'imageSet':
      return {
        ...NOTHING,
        scan: { pending: half.image },
        base: { ...NO_BASE, pending: half.expected ?? null },
      }
    case 'mapSet':
      return { ...NOTHING, base: { ...NO_BASE, pending: half.map } }
    case 'predicted':
      return {
        ...NOTHING,
        scan: { pending: half.image },
        base: { ...NO_BASE, temporary: { from: half.from, cursor: half.cursor } },
      }
  }
}

import type { MapPoint } from '../../../contract/control-points.ts'
import { boxAround } from '../../geometry/camera.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { PaneDrag } from '../pane-props.ts'
import { drawnOnMap, NO_DRAWING } from './tool-drawing.ts'
import type { CancelDrag, Escape } from './tool-event.ts'
import { to } from './tool.ts'
import type { ToolModule, ToolStep } from './tool.ts'

/** A box is drawn on the map by dragging from corner to corner. */
export interface DrawingBox {
  readonly kind: 'box'
  /** Where the drag began and where it is now; null before it. */
  readonly corners: readonly [MapPoint, MapPoint] | null
}

export interface GroundDragged {
  readonly type: 'groundDragged'
  readonly phase: PaneDrag<MapPoint>['phase']
  readonly map: MapPoint
}

export type BoxEvent =
  /** A box is to be drawn on the map; again: it is not. */
  { readonly type: 'boxAsked' } | GroundDragged | Escape

export type BoxEffect = { readonly kind: 'applyBox'; readonly box: MapBox } | CancelDrag

export const box: ToolModule<DrawingBox, BoxEvent, BoxEffect> = {
  kinds: ['box'],
  begin: ({ type }) => (type === 'boxAsked' ? { kind: 'box', corners: null } : undefined),
  next(tool, event) {
    switch (event.type) {
      case 'groundDragged':
        return dragged(tool, event)
      case 'boxAsked':
      case 'escape':
        return to(null, tool.corners ? [{ kind: 'cancelDrag', side: 'map' }] : [])
      default:
        return undefined
    }
  },
  draw: ({ corners }) => (corners ? drawnOnMap({ line: sides(corners) }) : NO_DRAWING),
}

function dragged(tool: DrawingBox, { phase, map }: GroundDragged): ToolStep<DrawingBox | null, BoxEffect> {
  if (phase === 'start') return to({ ...tool, corners: [map, map] })
  if (!tool.corners) return to(tool)
  if (phase === 'cancel') return to({ ...tool, corners: null })
  const corners = [tool.corners[0], map] as const
  if (phase === 'move') return to({ ...tool, corners })
  const drawn = boxAround(corners)
  if (!drawn || drawn.minX === drawn.maxX || drawn.minY === drawn.maxY) return to({ ...tool, corners: null })
  return to(null, [{ kind: 'applyBox', box: drawn }])
}

/** The sides of the box between two corners, closed. */
const sides = ([[x0, y0], [x1, y1]]: readonly [MapPoint, MapPoint]): MapPoint[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
  [x0, y0],
]

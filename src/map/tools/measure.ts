import type { MapPoint } from '../../../contract/control-points.ts'
import { placeNear } from '../../geometry/boxes.ts'
import { drawnOnMap } from './tool-drawing.ts'
import type { Escape, HandleDragged, MapPressed } from './tool-event.ts'
import { to } from './tool.ts'
import type { ToolModule } from './tool.ts'

/** What is measured: the way between two points, or along a line of many and the area that it encloses. */
export type MeasureKind = 'distance' | 'path'

/** Points are set one after another; afterwards they can still be dragged. */
export interface Measuring {
  readonly kind: 'measure'
  readonly of: MeasureKind
  readonly points: readonly MapPoint[]
  /** Presses on the map set points. */
  readonly isPicking: boolean
}

export type MeasureEvent =
  /** The button: begins, and while it is active cancels and clears. Of the other kind: that is measured instead. */
  | { readonly type: 'measureToggled'; readonly of: MeasureKind }
  /** A path has all its points. */
  | { readonly type: 'pathEnded' }
  /** The next presses set further points of a path. */
  | { readonly type: 'pathContinued' }
  | HandleDragged
  | MapPressed
  | Escape

/** A distance has this many points, and a path without as many is nothing. */
const FEWEST_POINTS = 2
/** More would be no measuring: a track is recorded. */
const MOST_POINTS = 500

export const measure: ToolModule<Measuring, MeasureEvent, never> = {
  kinds: ['measure'],
  begin: (event) => (event.type === 'measureToggled' ? beginMeasuring(event.of) : undefined),
  next(tool, event) {
    switch (event.type) {
      case 'mapPressed':
        return to(withPoint(tool, event.map))
      case 'handleDragged':
        return to(withMovedPoint(tool, event.index, event.place))
      case 'pathEnded':
        return to(withPicking(tool, false))
      case 'pathContinued':
        return to(withPicking(tool, true))
      case 'measureToggled':
        return to(tool.of === event.of ? null : asKind(tool, event.of))
      case 'escape':
        return to(withoutLast(tool))
      default:
        return undefined
    }
  },
  draw: ({ of, points }) =>
    drawnOnMap({
      handles: points,
      handlesAreNumbered: true,
      line: points,
      isLineClosed: of === 'path' && points.length > 2,
    }),
}

function beginMeasuring(of: MeasureKind): Measuring {
  return { kind: 'measure', of, points: [], isPicking: true }
}

/** The other kind of measuring: what fits both is kept. */
function asKind(tool: Measuring, of: MeasureKind): Measuring {
  const points = of === 'path' || tool.points.length <= FEWEST_POINTS ? tool.points : []
  return { ...beginMeasuring(of), points, isPicking: of === 'path' || points.length < FEWEST_POINTS }
}

/** With one point more: a distance is whole with the second. */
function withPoint(tool: Measuring, point: MapPoint): Measuring {
  if (!tool.isPicking) return tool
  // The map may have been moved over the date line in between.
  const last = tool.points.at(-1)
  const points = [...tool.points, last ? placeNear(point, last[0]) : point]
  const most = tool.of === 'distance' ? FEWEST_POINTS : MOST_POINTS
  return { ...tool, points, isPicking: points.length < most }
}

/** With a point elsewhere; a drag that is given up brings the place where it lay. */
function withMovedPoint(tool: Measuring, index: number, place: MapPoint): Measuring {
  return index < tool.points.length ? { ...tool, points: tool.points.with(index, place) } : tool
}

/** Picking stops or goes on; null: what there is of a path measures nothing. */
function withPicking(tool: Measuring, isPicking: boolean): Measuring | null {
  if (tool.of !== 'path' || tool.isPicking === isPicking) return tool
  if (isPicking) return tool.points.length < MOST_POINTS ? { ...tool, isPicking } : tool
  return tool.points.length < FEWEST_POINTS ? null : { ...tool, isPicking }
}

/** Without what was done last; null: nothing is left to measure. */
function withoutLast(tool: Measuring): Measuring | null {
  if (!tool.isPicking || tool.points.length === 0) return null
  return { ...tool, points: tool.points.slice(0, -1) }
}

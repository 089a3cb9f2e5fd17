import { useMemo, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import { groundAreaSquareMetres } from '../../geometry/ground-area.ts'
import { lineMetres } from '../../geometry/ground-distance.ts'
import type { HandleDrag } from '../../map/pane-props.ts'
import type { Measuring, MeasureKind } from '../../map/tools/measure.ts'
import { drawingOf } from '../../map/tools/tool-drawing.ts'
import type { ToolDrawing } from '../../map/tools/tool-drawing.ts'
import type { ToolEvent } from '../../map/tools/tool-event.ts'
import { CHOOSING, nextTool } from '../../map/tools/tool.ts'
import type { Tool } from '../../map/tools/tool.ts'

export interface Measure {
  /** Null: nothing is measured. */
  readonly measuring: Measuring | null
  readonly drawing: ToolDrawing['base']
  /** Along the line, metres. */
  readonly lengthMetres: number
  /** Enclosed by the line, from three points on. */
  readonly areaSquareMetres: number | null
  readonly toggle: (of: MeasureKind) => void
  readonly setPoint: (place: MapPoint) => void
  readonly drag: (drag: HandleDrag<MapPoint>) => void
  readonly setPicking: (isPicking: boolean) => void
  /** Takes back one thing. */
  readonly undo: () => void
}

/** The measuring tool of the panes, kept for this screen. It has no effects beyond its own state. */
export function useMeasure(): Measure {
  const [tool, setTool] = useState<Tool>(CHOOSING)
  const send = (event: ToolEvent) => setTool((last) => nextTool(last, event).tool)
  const measuring = tool.kind === 'measure' ? tool : null
  const points = measuring?.points
  const drawing = useMemo(() => drawingOf(tool).base, [tool])
  const lengthMetres = useMemo(() => lineMetres(points ?? []), [points])
  const areaSquareMetres = useMemo(
    () => (points && points.length > 2 ? groundAreaSquareMetres(points) : null),
    [points],
  )
  return {
    measuring,
    drawing,
    lengthMetres,
    areaSquareMetres,
    toggle: (of) => send({ type: 'measureToggled', of }),
    setPoint: (map) => {
      // Without a tool a press would ask the warp of an editor.
      if (measuring) send({ type: 'mapPressed', map })
    },
    drag: ({ index, place }) => send({ type: 'handleDragged', index, place }),
    setPicking: (isPicking) => send({ type: isPicking ? 'pathContinued' : 'pathEnded' }),
    undo: () => send({ type: 'escape' }),
  }
}

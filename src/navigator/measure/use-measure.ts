import { useEffect, useMemo, useRef, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import { groundAreaSquareMetres } from '../../geometry/ground-area.ts'
import { lineMetres } from '../../geometry/ground-distance.ts'
import type { HandleDrag } from '../../map/pane-props.ts'
import { measure } from '../../map/tools/measure.ts'
import type { MeasureEvent, MeasureKind, Measuring } from '../../map/tools/measure.ts'
import type { ToolDrawing } from '../../map/tools/tool-drawing.ts'
import { useToolRunner } from '../../map/tools/tool-runner.ts'
import { CHOOSING, composeTools } from '../../map/tools/tool.ts'
import type { ToolOf } from '../../map/tools/tool.ts'
import { measuringStore } from './kept-measuring.ts'

export interface Measure {
  /** Null: nothing is measured. */
  readonly measuring: Measuring | null
  readonly drawing: ToolDrawing['base']
  /** Along the line, metres. */
  readonly lengthMetres: number
  /** Enclosed by the line, from three points on. */
  readonly areaSquareMetres: number | null
  /**
   * Begins, or takes up what was laid aside; while that kind is measured it ends and clears it. The other kind takes
   * over the points that fit it. @returns what was lost by it, to be restored; null: nothing
   */
  readonly toggle: (of: MeasureKind) => Measuring | null
  /** What was lost is there again, in place of what is measured now. */
  readonly restore: (lost: Measuring) => void
  /** Leaves the tool and keeps what it has measured. @returns whether there is anything */
  readonly layAside: () => boolean
  readonly setPoint: (place: MapPoint) => void
  readonly drag: (drag: HandleDrag<MapPoint>) => void
  readonly setPicking: (isPicking: boolean) => void
  /** The next place that is pressed is measured. */
  readonly isSetting: boolean
  /** Which end of a distance the next place that is set becomes; null: none. */
  readonly moving: number | null
  readonly setMoving: (index: number) => void
  /** Takes back one thing; once nothing is picked any more, all of it. @returns what was lost by it; null: nothing */
  readonly undo: () => Measuring | null
}

const TOOLS = composeTools(measure)
type Tool = ToolOf<typeof TOOLS>

/** The measuring tool of the panes, with what a user has measured on a map kept for as long as the tab is open. */
export function useMeasure(userId: string, mapId: string | undefined): Measure {
  const [store] = useState(() => measuringStore(userId))
  const [kept] = useState(() => store.read(mapId))
  const first: Tool = kept && !kept.isAside ? kept.tool : CHOOSING
  const { tool, drawing, send, replace, read } = useToolRunner(TOOLS, first, {})
  const [aside, setAside] = useState(kept?.isAside ? kept.tool : null)
  const [chosenEnd, setMoving] = useState<number | null>(null)
  const measuring = tool.kind === 'measure' ? tool : null
  const keptFor = useRef(mapId)
  useEffect(() => {
    // Another map laid over the same ground takes the measurement along.
    if (keptFor.current !== mapId) store.keep(keptFor.current, null)
    keptFor.current = mapId
    const left = measuring ?? aside
    store.keep(mapId, left && { tool: left, isAside: measuring === null })
  }, [store, mapId, measuring, aside])
  const points = measuring?.points
  const moving = measuring?.of === 'distance' && !measuring.isPicking ? chosenEnd : null
  const lengthMetres = useMemo(() => lineMetres(points ?? []), [points])
  const areaSquareMetres = useMemo(
    () => (points && points.length > 2 ? groundAreaSquareMetres(points) : null),
    [points],
  )
  /** More than the last point is lost where another kind or nothing is measured afterwards. */
  const step = (event: MeasureEvent): Measuring | null => {
    send(event)
    const next = read()
    if (!measuring || (next.kind === 'measure' && next.of === measuring.of)) return null
    const left = next.kind === 'measure' ? next.points.length : 0
    return left < measuring.points.length ? measuring : null
  }
  return {
    measuring,
    drawing: drawing.base,
    lengthMetres,
    areaSquareMetres,
    toggle: (of) => {
      setMoving(null)
      setAside(null)
      if (!measuring && aside) {
        replace(aside)
        return null
      }
      return step({ type: 'measureToggled', of })
    },
    restore: (lost) => {
      setMoving(null)
      setAside(null)
      replace(lost)
    },
    layAside: () => {
      const left = measuring && measuring.points.length > 0 ? measuring : null
      setAside(left)
      replace(CHOOSING)
      setMoving(null)
      return left !== null
    },
    setPoint: (map) => {
      if (moving !== null) {
        send({ type: 'handleDragged', index: moving, place: map })
        setMoving(null)
      } else if (measuring) send({ type: 'mapPressed', map })
    },
    drag: ({ index, place }) => void send({ type: 'handleDragged', index, place }),
    setPicking: (isPicking) => void send({ type: isPicking ? 'pathContinued' : 'pathEnded' }),
    isSetting: measuring?.isPicking === true || moving !== null,
    moving,
    setMoving,
    undo: () => {
      if (moving === null) return step({ type: 'escape' })
      setMoving(null)
      return null
    },
  }
}

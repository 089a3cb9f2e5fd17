import { useMemo, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { HandleDrag } from '../../map/pane-props.ts'
import type { ToolDrawing } from '../../map/tools/tool-drawing.ts'

/** A box on the map whose corners are dragged. */
export interface KeepBox {
  /** Null: none is drawn. */
  readonly box: MapBox | null
  readonly drawing: ToolDrawing['base']
  readonly drag: (drag: HandleDrag<MapPoint>) => void
  /** Draws the box, or none. */
  readonly set: (box: MapBox | null) => void
}

/** Two opposite corners, either of which may be the lower one while it is dragged. */
interface Corners {
  readonly from: MapPoint
  readonly to: MapPoint
}

export function useKeepBox(): KeepBox {
  const [corners, setCorners] = useState<Corners | null>(null)
  const drawing = useMemo((): ToolDrawing['base'] => {
    if (!corners) return { pending: null, temporary: null, handles: [], line: [] }
    const ring = ringOf(corners)
    return { pending: null, temporary: null, handles: ring, line: [...ring, ...ring.slice(0, 1)] }
  }, [corners])
  const box = useMemo(() => corners && boxOf(corners), [corners])
  return {
    box,
    drawing,
    drag: ({ index, place }) => setCorners((last) => last && moved(last, index, place)),
    set: (next) =>
      setCorners(
        next && { from: [next.minX, next.maxY] as MapPoint, to: [next.maxX, next.minY] as MapPoint },
      ),
  }
}

const point = (x: number, y: number) => [x, y] as unknown as MapPoint

const ringOf = ({ from, to }: Corners): MapPoint[] => [from, point(to[0], from[1]), to, point(from[0], to[1])]

/** `index` counts along the ring. */
function moved({ from, to }: Corners, index: number, [x, y]: MapPoint): Corners {
  const isLeft = index === 0 || index === 3
  const isUpper = index < 2
  return {
    from: point(isLeft ? x : from[0], isUpper ? y : from[1]),
    to: point(isLeft ? to[0] : x, isUpper ? to[1] : y),
  }
}

const boxOf = ({ from, to }: Corners): MapBox => ({
  minX: Math.min(from[0], to[0]),
  minY: Math.min(from[1], to[1]),
  maxX: Math.max(from[0], to[0]),
  maxY: Math.max(from[1], to[1]),
})

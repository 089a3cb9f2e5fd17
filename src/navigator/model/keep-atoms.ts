import { atom } from 'jotai'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import { visibleBox, type BaseCamera, type MapBox } from '../../geometry/camera.ts'
import type { BasePaneProps, HandleDrag } from '../../map/pane-props.ts'
import type { ToolDrawing } from '../../map/tools/tool-drawing.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'

/** Two opposite corners, either of which may be the lower one while it is dragged. */
interface Corners {
  readonly from: MapPoint
  readonly to: MapPoint
}

const cornersAtom = atom<Corners | null>(null)

/** A box on the map whose corners are dragged: what is to be saved. Null: none is drawn. */
export const keepBoxAtom = atom((get) => {
  const corners = get(cornersAtom)
  return corners && boxOf(corners)
})
/** Draws the box, or none. */
export const drawKeepBoxAtom = atom(null, (_get, set, box: MapBox | null) =>
  set(cornersAtom, box && { from: [box.minX, box.maxY] as MapPoint, to: [box.maxX, box.minY] as MapPoint }),
)
export const dragKeepBoxAtom = atom(null, (_get, set, { index, place }: HandleDrag<MapPoint>) =>
  set(cornersAtom, (last) => last && moved(last, index, place)),
)
export const keepBoxDrawingAtom = atom((get): ToolDrawing['base'] => {
  const corners = get(cornersAtom)
  if (!corners) return { pending: null, temporary: null, handles: [], line: [] }
  const ring = ringOf(corners)
  return { pending: null, temporary: null, handles: ring, line: [...ring, ...ring.slice(0, 1)] }
})

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

type Strip = NonNullable<BasePaneProps['strip']>
const stripAtom = atom<Strip | null>(null)
/** The strip along tracks that is chosen to be saved, as the map draws it. */
export const keepStripAtom = atom((get) => get(stripAtom))
/** The part that is chosen to be saved; null: none any more. */
export const chooseRegionAtom = atom(null, (_get, set, region: KeptRegion | null) => {
  if (region?.kind !== 'corridor') return set(stripAtom, null)
  const { lines, metres } = region
  set(stripAtom, { lines: lines as readonly (readonly MapPoint[])[], metres })
})

/** Nothing has moved for so long. */
const REST_MS = 300

const [viewAtom, noteViewAtom] = valueAtoms<MapBox | null>(null)
/** What the map shows, once it has come to rest. */
export const restingViewAtom = viewAtom

/** Notes what the map shows once it rests. @param root the element that it fills */
export function createRestingView(store: AtomStore, root: { readonly current: HTMLElement | null }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    note(camera: BaseCamera) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!root.current) return
        const { clientWidth: width, clientHeight: height } = root.current
        const last = store.get(restingViewAtom)
        const next = visibleBox(camera, { width, height })
        // A camera that was set to where it stood changes nothing.
        if (!last || !isSame(last, next)) store.set(noteViewAtom, next)
      }, REST_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

const isSame = (a: MapBox, b: MapBox) =>
  a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY

import type { createStore } from 'jotai'
import type { MapPoint } from '../../../contract/control-points.ts'
import { placeOnto } from '../model/snap-atoms.ts'
import { controlPointsAtom } from '../model/document-atoms.ts'
import { mapCentreAtom } from '../model/view-atoms.ts'
import { panesAtom, pullingAtom, toolsAtom } from '../model/tool-atoms.ts'

type Store = ReturnType<typeof createStore>

/** A pull that begins so near to a point takes that point along instead of making another. CSS px. */
const NEAR_PX = { mouse: 14, pen: 16, touch: 26 } as const

/** The point that a pull at a place means; null: none is so near. */
export function pointNear(
  store: Store,
  place: MapPoint,
  pointerType: keyof typeof NEAR_PX,
): { readonly id: string; readonly map: MapPoint } | null {
  const pane = store.get(panesAtom).map.current
  const at = pane?.project(place)
  if (!pane || !at) return null
  const away = store
    .get(controlPointsAtom)
    .map(({ id, map }) => {
      const [x, y] = pane.project(map) ?? [NaN, NaN]
      return { id, map, px: Math.hypot(x - at[0], y - at[1]) }
    })
    .filter(({ px }) => px <= NEAR_PX[pointerType])
    .toSorted((a, b) => a.px - b.px)
  const [nearest] = away
  return nearest ? { id: nearest.id, map: nearest.map } : null
}

/** Takes hold of what the overlay shows under the cross of the map; again: lets go of it where the cross is now. */
export function pullAtCross(store: Store): void {
  // The place belongs to where the keys lead, however soon after them it is asked for.
  store.get(panesAtom).map.current?.settle()
  const map = store.get(mapCentreAtom)
  if (!map) return
  const isHeld = store.get(pullingAtom)?.held?.by === 'cross'
  store.get(toolsAtom).send({
    type: 'pulled',
    by: 'cross',
    phase: isHeld ? 'end' : 'start',
    map: isHeld ? placeOnto(store, map) : [map[0], map[1]],
    near: isHeld ? null : pointNear(store, map, 'mouse'),
  })
}

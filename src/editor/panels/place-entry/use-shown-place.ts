import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MapPoint } from '../../../../contract/control-points.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { placeEntryAtom } from '../../model/place-entry/open-place-entry.ts'

/** Farther than this from what was shown, the map has been moved by hand. CSS px. */
const MOVED_PX = 4

/**
 * Shows the place that is chosen in a field on the map. When the field is closed and nothing was placed, the map shows
 * again what it did before, unless a hand has moved it since.
 *
 * @returns to be told that it was placed
 */
export function useShownPlace(place: MapPoint | null, onShow: (place: MapPoint | null) => void): () => void {
  const store = useStore()
  const { map } = useAtomValue(panesAtom)
  const before = useRef<ReturnType<NonNullable<typeof map.current>['camera']>>(null)
  const shown = useRef<MapPoint | null>(null)
  const isPlaced = useRef(false)
  const show = useEffectEvent(onShow)
  useEffect(() => {
    if (place && shown.current === null) before.current = map.current?.camera() ?? null
    if (place) shown.current = place
    show(place)
  }, [place, map])
  const leave = useEffectEvent(() => {
    onShow(null)
    const pane = map.current
    // Its pane has made way for the other: what the map shows stays, and is where the cross stands.
    if (store.get(placeEntryAtom) !== null) {
      store.set(placeEntryAtom, null)
      pane?.settle()
      return
    }
    if (isPlaced.current || !shown.current || !before.current || !pane) return
    pane.settle()
    const centre = pane.camera()?.centre
    const [at, middle] = [pane.project(shown.current), centre && pane.project(centre)]
    const isStill = at && middle && Math.hypot(at[0] - middle[0], at[1] - middle[1]) < MOVED_PX
    if (isStill) pane.moveTo(before.current)
  })
  useEffect(() => () => leave(), [])
  return () => {
    isPlaced.current = true
  }
}

import type { BasePaneHandle } from '../../map/pane-props.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import type { AskedPlace } from './held-place.ts'

/** A map that hands move no further under a place's menu leaves it open, CSS px. */
const STILL_PX = 16

const [placeAtom, showPlaceAtom] = valueAtoms<AskedPlace | null>(null)
/** The place of the map whose menu is open; null: none. */
export const askedPlaceAtom = placeAtom

interface AskedPlaceDeps {
  readonly store: AtomStore
  readonly pane: {
    readonly current: Pick<BasePaneHandle, 'camera' | 'focus' | 'project' | 'settle' | 'unproject'> | null
  }
}

/** Opens and closes the menu of a place: by a finger that rests, a second button, or keys. */
export function createPlaceAsking({ store, pane }: AskedPlaceDeps) {
  return {
    ask(css: readonly [x: number, y: number]) {
      const map = pane.current?.unproject(css)
      if (map) store.set(showPlaceAtom, { map, css })
    },
    askAtMiddle() {
      pane.current?.settle()
      const map = pane.current?.camera()?.centre
      const css = map && pane.current?.project(map)
      if (map && css) store.set(showPlaceAtom, { map, css })
    },
    close() {
      store.set(showPlaceAtom, null)
      pane.current?.focus()
    },
    /** The menu stays where the place was; a finger that asks for it is never quite still. */
    cameraMoved(byUser: boolean) {
      const last = store.get(askedPlaceAtom)
      const now = last && pane.current?.project(last.map)
      if (!last || !now || !byUser) return
      if (Math.hypot(now[0] - last.css[0], now[1] - last.css[1]) > STILL_PX) store.set(showPlaceAtom, null)
    },
  }
}

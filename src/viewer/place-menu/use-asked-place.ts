import { useState, type RefObject } from 'react'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import type { AskedPlace } from './held-place.ts'
import { usePlacePresses } from './use-place-presses.ts'

/** A map that hands move no further under a place's menu leaves it open, CSS px. */
const STILL_PX = 16

/**
 * The place of the map that is asked for: by a finger that rests, a second button, or keys.
 *
 * @param isOn - False: presses are a tool's.
 */
export function useAskedPlace(pane: RefObject<BasePaneHandle | null>, isOn: boolean) {
  const [asked, setAsked] = useState<AskedPlace | null>(null)
  const presses = usePlacePresses(isOn, (css) => {
    const map = pane.current?.unproject(css)
    if (map) setAsked({ map, css })
  })
  return {
    asked,
    presses,
    askAtMiddle() {
      pane.current?.settle()
      const map = pane.current?.camera()?.centre
      const css = map && pane.current?.project(map)
      if (map && css) setAsked({ map, css })
    },
    close() {
      setAsked(null)
      pane.current?.focus()
    },
    /** The menu stands where the place was; a finger that asks for it is never quite still. */
    cameraMoved(byUser: boolean) {
      setAsked((last) => {
        const now = last && pane.current?.project(last.map)
        if (!last || !now || !byUser) return last
        return Math.hypot(now[0] - last.css[0], now[1] - last.css[1]) > STILL_PX ? null : last
      })
    },
  }
}

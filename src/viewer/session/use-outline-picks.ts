import { useRef } from 'react'

type Css = readonly [x: number, y: number]

/** As far from the last press a press still counts as one at the same place. CSS px. */
const SAME_PLACE_PX = 6

/** One of the maps under a pressed place. */
export interface OutlinePick {
  readonly id: string
  /** Its place among them from the smallest, the first being 1. */
  readonly place: number
  readonly count: number
}

/** The smallest map under a press; pressed again at the same place the next larger one, and round again. */
export function useOutlinePicks(): (ids: readonly string[], css: Css) => OutlinePick | null {
  const last = useRef<{ readonly key: string; readonly css: Css; readonly at: number } | null>(null)
  return (ids, css) => {
    const key = ids.join()
    const before = last.current
    const isAgain =
      before?.key === key && Math.hypot(before.css[0] - css[0], before.css[1] - css[1]) <= SAME_PLACE_PX
    const at = isAgain ? (before.at + 1) % ids.length : 0
    last.current = { key, css, at }
    const id = ids[at]
    return id === undefined ? null : { id, place: at + 1, count: ids.length }
  }
}

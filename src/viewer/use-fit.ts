import { useRef, type RefObject } from 'react'
import { paddingClearOf, widerPadding, type MapBox } from '../geometry/camera.ts'
import { zoomOfLevel } from '../geometry/zoom-levels.ts'
import type { BasePaneHandle } from '../map/pane-props.ts'

/** What the buttons and chips lie over; whole maps are shown clear of them. CSS px. */
const PADDING = {
  desktop: { top: 56, right: 24, bottom: 40, left: 64 },
  phone: { top: 56, right: 16, bottom: 110, left: 60 },
} as const

const FIT = { maxZoom: zoomOfLevel(18), durationMs: 500 }
/** Free beside a fitted map, and beside the panel of what is shown. CSS px. */
const [FIT_PX, CLEAR_PX] = [50, 16]

/** Shows boxes clear of what lies over the stage, the panel of what is shown as well. */
export function useFit(pane: RefObject<BasePaneHandle | null>, isPhone: boolean) {
  const stage = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const padding = PADDING[isPhone ? 'phone' : 'desktop']
  const fit = (box: MapBox) => {
    const area = stage.current?.getBoundingClientRect()
    const cover = panel.current?.getBoundingClientRect()
    const clear =
      area && cover
        ? paddingClearOf(
            { right: cover.right - area.left + CLEAR_PX, up: area.bottom - cover.top + CLEAR_PX },
            box,
            area,
            padding,
          )
        : padding
    pane.current?.fitBox(box, { ...FIT, padding: widerPadding(FIT_PX, clear) })
  }
  return { stage, panel, padding, fit }
}

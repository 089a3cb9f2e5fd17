import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { paddingClearOf, type MapBox } from '../geometry/camera.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import { lonLatToMercator } from '../geometry/mercator.ts'
import type { BasePaneHandle } from '../map/pane-props.ts'
import type { PositionReading } from '../places/watch-position.ts'
import type { FieldMotion } from './follow/use-field-motion.ts'

/** Zoom at which one walks. */
export const WALKING_ZOOM = 15.5
const EASE_MS = 250
/** Buttons and boxes stand over the map's edges. CSS px. */
const CLEAR_PX = 64
/** Free beside the sheet. CSS px. */
const SHEET_PX = 12

export interface FirstViewOptions {
  readonly box: MapBox | null
  /** The old map is on its way: the view waits for it. */
  readonly isLoading: boolean
  /** It is asked for and shown from the start. */
  readonly place: MapPoint | null
  readonly reading: PositionReading | null
  readonly motion: FieldMotion
  /** By which the person has walked so far; null: none was chosen. */
  readonly chosenZoom: () => number | null
}

/** Whether a position lies on a map. */
export function isWithin(box: MapBox, { lon, lat }: PositionReading): boolean {
  const [x, y] = lonLatToMercator(lon, lat)
  return x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY
}

/**
 * What is shown first, until a hand has moved the map: the place that is asked for, else the old map; the position, followed, where it lies on the old map or
 * there is none. Gives what is to be called when a hand has moved it.
 */
export function useFirstView(pane: RefObject<BasePaneHandle | null>, options: FirstViewOptions): () => void {
  const { box, isLoading, place, reading } = options
  const isTaken = useRef(false)
  const hasBox = box !== null
  const hasReading = reading !== null

  const show = useEffectEvent(() => {
    if (isTaken.current || place) return
    if (reading && (!box || isWithin(box, reading))) {
      if (isLoading) return
      isTaken.current = true
      goTo(pane, options.motion, reading, options.chosenZoom())
    } else if (box) pane.current?.fitBox(box, { padding: CLEAR_PX })
  })
  useEffect(() => show(), [hasBox, hasReading, isLoading])
  return () => {
    isTaken.current = true
  }
}

/** Brings the position into the middle and follows it: at the zoom that was chosen, else near enough to walk by. */
export function goTo(
  pane: RefObject<BasePaneHandle | null>,
  motion: FieldMotion,
  { lon, lat }: PositionReading,
  chosenZoom: number | null,
): void {
  const zoom = chosenZoom ?? Math.max(WALKING_ZOOM, pane.current?.camera()?.zoom ?? 0)
  pane.current?.moveTo({ centre: lonLatToMercator(lon, lat), zoom }, EASE_MS)
  motion.pause(EASE_MS + 50)
  if (motion.mode === 'off') motion.setMode('north')
}

/** Brings a place beneath the cross in the middle, from where arrows move the map. */
export function bringToCross(
  pane: RefObject<BasePaneHandle | null>,
  motion: FieldMotion,
  centre: MapPoint | undefined,
): void {
  motion.setMode('off')
  if (centre) pane.current?.moveTo({ centre }, EASE_MS)
  // The button that was pressed may be gone.
  pane.current?.focus()
}

/** Shows a box where the sheet at the lower left, which stays open, does not cover it. */
export function showAll(
  pane: RefObject<BasePaneHandle | null>,
  motion: FieldMotion,
  box: MapBox,
  { root, sheet }: { readonly root: HTMLElement | null; readonly sheet: HTMLElement | null },
): void {
  motion.setMode('off')
  const area = root?.getBoundingClientRect()
  const cover = sheet?.getBoundingClientRect()
  const padding = { top: CLEAR_PX, right: CLEAR_PX, bottom: CLEAR_PX, left: CLEAR_PX }
  const clear =
    area && cover
      ? paddingClearOf(
          { right: cover.right - area.left + SHEET_PX, up: area.bottom - cover.top + SHEET_PX },
          box,
          area,
          padding,
        )
      : padding
  pane.current?.fitBox(box, { padding: clear, durationMs: EASE_MS })
}

import { besideBox } from '../../geometry/boxes.ts'
import { lonLatToMercator, groundScaleAt, metresPerPixelAt } from '../../geometry/mercator.ts'
import { type BaseCamera, type MapBox, paddingClearOf } from '../../geometry/camera.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { formatLength } from '../../places/length-text.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import type { AtomStore } from '../../ui/value-atoms.ts'
import type { ChosenZoom } from './chosen-zoom.ts'
import { type FieldMotion, followModeAtom } from './field-motion.ts'
import { noteScaleTextAtom, noteTurnedAtom } from '../model/navigator-model.ts'
import { SCALE_RADIUS_PX } from '../model/scale-radius.ts'

/** Zoom at which one walks. */
export const WALKING_ZOOM = 15.5
const EASE_MS = 250
/** Following lets an eased move end before it takes the camera again. */
const EASE_MARGIN_MS = 50
/** Buttons and boxes stand over the map's edges. CSS px. */
const CLEAR_PX = 64
/** Free beside the sheet. CSS px. */
const SHEET_PX = 12
/** Less is not to be seen. Degrees. */
const TURNED_DEGREES = 0.05

interface CameraDeps {
  readonly store: AtomStore
  readonly pane: { readonly current: BasePaneHandle | null }
  /** The screen. Its style has the bearing (`--bearing`), so that turning the map renders nothing. */
  readonly root: { readonly current: HTMLElement | null }
  /** What lies over the map at the lower left. */
  readonly sheet: { readonly current: HTMLElement | null }
  readonly motion: FieldMotion
  readonly zoom: ChosenZoom
}

/** Moves the camera of the navigator, each way with what it means for following and for the chosen zoom. */
export function createFieldCamera({ store, pane, root, sheet, motion, zoom }: CameraDeps) {
  let isTaken = false
  let frame = 0
  const letEase = () => motion.pause(EASE_MS + EASE_MARGIN_MS)

  /** Brings the position into the middle and follows it: at the zoom that was chosen, else near enough to walk by. */
  function goTo({ lon, lat }: PositionReading) {
    const nearEnough = Math.max(WALKING_ZOOM, pane.current?.camera()?.zoom ?? 0)
    pane.current?.moveTo({ centre: lonLatToMercator(lon, lat), zoom: zoom.get() ?? nearEnough }, EASE_MS)
    letEase()
    if (store.get(followModeAtom) === 'off') motion.setMode('north')
  }

  /** Keeps the edges free, and the sheet at the lower left, which stays open. */
  function paddingFor(box: MapBox) {
    const padding = { top: CLEAR_PX, right: CLEAR_PX, bottom: CLEAR_PX, left: CLEAR_PX }
    const area = root.current?.getBoundingClientRect()
    const cover = sheet.current?.getBoundingClientRect()
    if (!area || !cover) return padding
    const free = { right: cover.right - area.left + SHEET_PX, up: area.bottom - cover.top + SHEET_PX }
    return paddingClearOf(free, box, area, padding)
  }

  return {
    /** A hand has moved the map: the first view is over. */
    take: () => {
      isTaken = true
    },
    /**
     * What is shown first, until a hand has moved the map: the old map; the position, followed, where it lies on the old
     * map or there is none.
     * @param isLoading the old map is on its way: the view waits for it
     */
    showFirst(box: MapBox | null, reading: PositionReading | null, isLoading: boolean) {
      if (isTaken) return
      if (reading && (!box || isWithin(box, reading))) {
        if (isLoading) return
        isTaken = true
        goTo(reading)
      } else if (box) pane.current?.fitBox(box, { padding: CLEAR_PX })
    },
    goHere(reading: PositionReading) {
      zoom.end()
      goTo(reading)
    },
    showBox(box: MapBox) {
      zoom.end()
      motion.setMode('off')
      pane.current?.fitBox(box, { padding: paddingFor(box), durationMs: EASE_MS })
    },
    zoomBy(levels: number) {
      letEase()
      zoom.begin()
      pane.current?.zoomBy(levels, EASE_MS)
    },
    /** The next way to follow: north up, ahead up, and north up again. */
    followNext() {
      const mode = store.get(followModeAtom)
      motion.setMode(mode === 'north' ? 'ahead' : 'north')
      if (mode === 'ahead') pane.current?.resetBearing()
      letEase()
    },
    northUp: () => {
      if (store.get(followModeAtom) === 'ahead') motion.setMode('north')
      letEase()
      pane.current?.resetBearing()
    },
    moveTo: (place: MapPoint) => pane.current?.moveTo({ centre: place }, EASE_MS),
    /** Brings a place beneath the cross in the middle, from where arrows move the map. */
    bringToCross(centre: MapPoint | undefined) {
      motion.setMode('off')
      if (centre) pane.current?.moveTo({ centre }, EASE_MS)
      // The button that was pressed may be gone.
      pane.current?.focus()
    },
    /** Acts at the place beneath the cross. */
    atCross(act: (place: MapPoint) => unknown) {
      pane.current?.settle()
      const middle = pane.current?.camera()?.centre
      if (middle) act(middle)
    },
    /** Shows where the camera is, in the style and in words. */
    readOut({ centre, zoom: level, bearing }: BaseCamera) {
      const element = root.current
      element?.style.setProperty('--bearing', bearing.toFixed(2))
      element?.setAttribute('data-bearing', bearing.toFixed(1))
      element?.setAttribute('data-zoom', level.toFixed(2))
      cancelAnimationFrame(frame)
      // A camera moves many times a frame; text changes once.
      frame = requestAnimationFrame(() => {
        store.set(noteTurnedAtom, Math.abs(bearing) > TURNED_DEGREES)
        const metres = SCALE_RADIUS_PX * metresPerPixelAt(level) * groundScaleAt(centre[1])
        store.set(noteScaleTextAtom, formatLength(metres, i18n.language))
      })
    },
  }
}

/** Whether a position lies on a map. */
export function isWithin(box: MapBox, { lon, lat }: PositionReading): boolean {
  const [x, y] = besideBox(lonLatToMercator(lon, lat), box)
  return x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY
}

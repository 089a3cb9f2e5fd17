import { atom } from 'jotai'
import type { MapPoint } from '../../../contract/control-points.ts'
import { turnBetween } from '../../geometry/angles.ts'
import { placeNear } from '../../geometry/boxes.ts'
import { lonLatToMercator, metresPerPixelAt } from '../../geometry/mercator.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import type { Compass } from './compass.ts'
import { readingAtom } from '../model/position-atoms.ts'
import { declinationAtom } from './declination.ts'
import { directionAhead } from './direction.ts'
import { glide, swing } from './smooth-motion.ts'

/** The map stays where it was put, keeps the position in its middle, or turns as well so that ahead is up. */
export type FollowMode = 'off' | 'north' | 'ahead'

const [modeAtom, chooseModeAtom] = valueAtoms<FollowMode>('off')
const [placeAtom, movePlaceAtom] = valueAtoms<MapPoint | null>(null)

export const followModeAtom = modeAtom
/** Where the position is shown, on its way from one reading to the next; null before the first. Changes each frame. */
export const shownPlaceAtom = placeAtom

const targetAtom = atom((get): MapPoint | null => {
  const reading = get(readingAtom)
  return reading && lonLatToMercator(reading.lon, reading.lat)
})

/** Moves the shown position, and while following the camera, smoothly from reading to reading. */
export interface FieldMotion {
  /** Begins to move. Returns how to stop. */
  readonly start: () => () => void
  readonly setMode: (mode: FollowMode) => void
  /** Leaves the camera to somebody else's move for so long, ms. */
  readonly pause: (ms: number) => void
  /** A hand is on the map, or has left it. */
  readonly setHeld: (isHeld: boolean) => void
  /** The camera was moved by hand: off the position, following ends. */
  readonly cameraTaken: () => void
}

/** The eye sees no less. CSS px. */
const STILL_PX = 0.05
/** A shorter slip of a finger ends no following. CSS px. */
const LEAVE_PX = 30
const LEAVE_DEGREES = 10
/** Farther than this many panes of 1000 px the position leaps. */
const LEAP_PX = 3_000
const STILL_DEGREES = 0.05
/** A frame after a rest counts as so long. Milliseconds. */
const FIRST_FRAME_MS = 16

interface MotionDeps {
  readonly store: AtomStore
  readonly pane: { readonly current: Pick<BasePaneHandle, 'camera' | 'moveTo'> | null }
  readonly compass: Pick<Compass, 'heading'>
}

export function createFieldMotion({ store, pane, compass }: MotionDeps): FieldMotion {
  let isHeld = false
  let pausedUntil = 0
  let frame = 0
  let lastMs: number | null = null

  function ahead() {
    if (store.get(followModeAtom) !== 'ahead') return null
    return directionAhead(compass.heading(), store.get(readingAtom), Date.now(), store.get(declinationAtom))
  }

  /** One frame; false: nothing is left to move. */
  function step(elapsedMs: number): boolean {
    const target = store.get(targetAtom)
    const camera = pane.current?.camera()
    if (!target || !camera) return true
    const metres = metresPerPixelAt(camera.zoom)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const passedMs = isCalm ? Infinity : elapsedMs
    const ends = { thereMetres: metres * STILL_PX, leapMetres: metres * LEAP_PX }
    const before = store.get(shownPlaceAtom)
    // Over the date line the shorter way.
    const end = before ? placeNear(target, before[0]) : target
    const next = before ? glide(before, end, passedMs, ends) : end
    store.set(movePlaceAtom, next)
    if (store.get(followModeAtom) === 'off') return next !== end
    if (isHeld || performance.now() < pausedUntil) return true
    const direction = ahead()
    const bearing = direction ? swing(camera.bearing, direction.degrees, passedMs) : camera.bearing
    const seen = placeNear(next, camera.centre[0])
    const offPx = Math.hypot(seen[0] - camera.centre[0], seen[1] - camera.centre[1]) / metres
    if (offPx > STILL_PX || Math.abs(turnBetween(camera.bearing, bearing)) > STILL_DEGREES)
      pane.current?.moveTo({ centre: next, bearing }, 0)
    return true
  }

  function run(nowMs: number) {
    const isMoving = step(lastMs === null ? FIRST_FRAME_MS : nowMs - lastMs)
    lastMs = nowMs
    if (isMoving) frame = requestAnimationFrame(run)
  }

  /** There is something to move again. */
  function wake() {
    cancelAnimationFrame(frame)
    lastMs = null
    frame = requestAnimationFrame(run)
  }

  return {
    start() {
      const stops = [store.sub(targetAtom, wake), store.sub(followModeAtom, wake)]
      wake()
      return () => {
        for (const stop of stops) stop()
        cancelAnimationFrame(frame)
      }
    },
    setMode: (mode) => store.set(chooseModeAtom, mode),
    pause: (ms) => (pausedUntil = performance.now() + ms),
    setHeld: (isNowHeld) => (isHeld = isNowHeld),
    cameraTaken() {
      const camera = pane.current?.camera()
      const place = store.get(shownPlaceAtom)
      if (store.get(followModeAtom) === 'off' || !camera || !place) return
      const [x, y] = placeNear(place, camera.centre[0])
      const offPx = Math.hypot(x - camera.centre[0], y - camera.centre[1]) / metresPerPixelAt(camera.zoom)
      const direction = ahead()
      const isTurned =
        direction !== null && Math.abs(turnBetween(direction.degrees, camera.bearing)) > LEAVE_DEGREES
      if (offPx > LEAVE_PX || isTurned) store.set(chooseModeAtom, 'off')
    },
  }
}

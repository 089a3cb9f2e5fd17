import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import { turnBetween } from '../../geometry/angles.ts'
import { lonLatToMercator, metresPerPixelAt } from '../../geometry/mercator.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import { isMeasured } from '../compass/compass.ts'
import type { Compass } from '../compass/compass.ts'
import { useDeclination } from './declination.ts'
import { directionAhead } from './direction.ts'
import { glide, swing } from './smooth-motion.ts'

/** The map stays where it was put, keeps the position in its middle, or turns as well so that ahead is up. */
export type FollowMode = 'off' | 'north' | 'ahead'

/** Where the position is shown: on its way from one reading to the next. It changes each frame, so it is no state. */
export interface ShownPlace {
  /** Null before the first reading. */
  readonly get: () => MapPoint | null
  /** Called after every change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

export interface FieldMotion {
  readonly shown: ShownPlace
  readonly mode: FollowMode
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

function createShownPlace() {
  const listeners = new Set<() => void>()
  let place: MapPoint | null = null
  return {
    get: () => place,
    set(next: MapPoint) {
      if (next === place) return
      place = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Moves the shown position, and while following the camera, smoothly from reading to reading. */
export function useFieldMotion(
  pane: RefObject<BasePaneHandle | null>,
  reading: PositionReading | null,
  compass: Compass,
): FieldMotion {
  const [shown] = useState(createShownPlace)
  const [mode, setMode] = useState<FollowMode>('off')
  const hand = useRef({ isHeld: false, pausedUntil: 0 })
  // Yes or no alone: each degree of the heading would render the screen anew.
  const hasCompass = useSyncExternalStore(compass.subscribe, () => isMeasured(compass.snapshot()))
  const declination = useDeclination(reading, hasCompass)
  const target = useMemo(
    (): MapPoint | null => reading && lonLatToMercator(reading.lon, reading.lat),
    [reading],
  )

  /** One frame; false: nothing is left to move. */
  const step = useEffectEvent((elapsedMs: number): boolean => {
    const camera = pane.current?.camera()
    if (!target || !camera) return true
    const metres = metresPerPixelAt(camera.zoom)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const passedMs = isCalm ? Infinity : elapsedMs
    const ends = { thereMetres: metres * STILL_PX, leapMetres: metres * LEAP_PX }
    const before = shown.get()
    const next = before ? glide(before, target, passedMs, ends) : target
    shown.set(next)
    if (mode === 'off') return next !== target
    if (hand.current.isHeld || performance.now() < hand.current.pausedUntil) return true
    const ahead =
      mode === 'ahead' ? directionAhead(compass.heading(), reading, Date.now(), declination) : null
    const bearing = ahead ? swing(camera.bearing, ahead.degrees, passedMs) : camera.bearing
    const offPx = Math.hypot(next[0] - camera.centre[0], next[1] - camera.centre[1]) / metres
    if (offPx > STILL_PX || Math.abs(turnBetween(camera.bearing, bearing)) > STILL_DEGREES)
      pane.current?.moveTo({ centre: next, bearing }, 0)
    return true
  })

  useEffect(() => {
    let frame = 0
    let last: number | null = null
    const run = (now: number) => {
      const isMoving = step(last === null ? FIRST_FRAME_MS : now - last)
      last = now
      if (isMoving) frame = requestAnimationFrame(run)
    }
    frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
    // Each of them gives the frames something to do again.
  }, [target, mode])

  return {
    shown,
    mode,
    setMode,
    pause: (ms) => (hand.current.pausedUntil = performance.now() + ms),
    setHeld: (isHeld) => (hand.current.isHeld = isHeld),
    cameraTaken() {
      const camera = pane.current?.camera()
      const place = shown.get()
      if (mode === 'off' || !camera || !place) return
      const [x, y] = place
      const offPx = Math.hypot(x - camera.centre[0], y - camera.centre[1]) / metresPerPixelAt(camera.zoom)
      const ahead =
        mode === 'ahead' ? directionAhead(compass.heading(), reading, Date.now(), declination) : null
      const isTurned = ahead !== null && Math.abs(turnBetween(ahead.degrees, camera.bearing)) > LEAVE_DEGREES
      if (offPx > LEAVE_PX || isTurned) setMode('off')
    },
  }
}

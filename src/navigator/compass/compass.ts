import type { OrientationSource } from '../../device/device.ts'
import { deviceOrientation } from '../../device/orientation.ts'
import { nextDirection } from './compass-words.ts'
import { headingOf } from './heading.ts'
import type { Heading, OrientationReading } from './heading.ts'

/** iOS asks when it is tapped; elsewhere the compass starts by itself, which is as good as granted. */
export type CompassPermission = 'default' | 'granted' | 'denied'

/** How long there has been no reading: a moment (2 s), or so long that none is to be expected (5 s). */
export type CompassWarning = 'waiting' | 'none'

/** What the compass knows. A new object with every change. */
export interface CompassState {
  readonly permission: CompassPermission
  readonly isSupported: boolean
  /** Degrees are whole here, for showing; `heading()` is exact. */
  readonly heading: Heading | null
  readonly warning: CompassWarning | null
  /** The heading is made up, to try the compass where there is none. */
  readonly isTest: boolean
}

/** Whether a direction is the device's own, and not made up. */
export const isMeasured = ({ heading, isTest }: CompassState): boolean => heading !== null && !isTest

/** The device's compass, from the first listener to the last. */
export interface Compass {
  readonly snapshot: () => CompassState
  /** Called after every change of the snapshot. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** The newest heading to the last digit; null while there is none, or none fresh. */
  readonly heading: () => Heading | null
  /** To be called by a tap: asks for the permission where that is needed. */
  readonly ask: () => Promise<void>
  /** Turns a made-up compass to the next of the eight directions. */
  readonly turnTest: () => void
}

const FIRST_WARNING_MS = 2_000
const SECOND_WARNING_MS = 5_000
const EVENT_NAMES = ['deviceorientationabsolute', 'deviceorientation'] as const

export function createCompass(source: OrientationSource = deviceOrientation()): Compass {
  const { events, requestPermission } = source
  const listeners = new Set<() => void>()
  let state: CompassState = {
    permission: requestPermission ? 'default' : 'granted',
    isSupported: events !== null,
    heading: null,
    warning: null,
    isTest: false,
  }
  let exact: Heading | null = null
  let isRunning = false
  let timers: ReturnType<typeof setTimeout>[] = []

  function change(part: Partial<CompassState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  /** A compass that falls silent warns as one that never spoke. */
  function countSilence() {
    for (const timer of timers) clearTimeout(timer)
    timers = [
      setTimeout(() => change({ warning: 'waiting' }), FIRST_WARNING_MS),
      setTimeout(() => {
        if (!state.isTest) exact = null
        change({ warning: 'none', heading: state.isTest ? state.heading : null })
      }, SECOND_WARNING_MS),
    ]
  }

  function show(heading: Heading, isTest: boolean) {
    exact = heading
    const shown = {
      degrees: Math.round(heading.degrees) % 360,
      unsureDegrees: Math.round(heading.unsureDegrees),
    }
    const isSame =
      state.heading?.degrees === shown.degrees && state.heading.unsureDegrees === shown.unsureDegrees
    if (!isSame || state.warning !== null || state.isTest !== isTest)
      change({ heading: shown, warning: null, isTest })
  }

  const onEvent = (event: Event) => {
    const heading = headingOf(event as Event & OrientationReading, source.screenDegrees())
    if (!heading) return
    countSilence()
    show(heading, false)
  }

  function start() {
    if (isRunning || !events || listeners.size === 0) return
    isRunning = true
    for (const name of EVENT_NAMES) events.addEventListener(name, onEvent)
    countSilence()
  }

  function stop() {
    isRunning = false
    for (const name of EVENT_NAMES) events?.removeEventListener(name, onEvent)
    for (const timer of timers) clearTimeout(timer)
  }

  function settle(answer: string) {
    change({ permission: answer === 'granted' ? 'granted' : 'denied' })
    if (answer === 'granted') start()
  }

  /** Chromium answers at once where iOS wants a tap; there it refuses, and nothing has been asked. */
  async function askUntapped() {
    try {
      if (requestPermission && state.permission === 'default') settle(await requestPermission())
    } catch {
      // The tap will ask.
    }
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (state.permission === 'granted') start()
      else void askUntapped()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    heading: () => exact,
    async ask() {
      if (!requestPermission) return
      settle(await requestPermission().catch(() => 'denied'))
    },
    turnTest() {
      for (const timer of timers) clearTimeout(timer)
      show({ degrees: nextDirection(state.heading?.degrees ?? -1), unsureDegrees: 0 }, true)
    },
  }
}

import { atom } from 'jotai'
import type { OrientationSource } from '../../device/device.ts'
import { deviceOrientation } from '../../device/orientation.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
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

const [stateAtom, changeAtom] = valueAtoms<CompassState>({
  permission: 'default',
  isSupported: false,
  heading: null,
  warning: null,
  isTest: false,
})
export const compassAtom = stateAtom

/** Whether a direction is the device's own, and not made up. */
export const hasOwnHeadingAtom = atom((get) => get(compassAtom).heading !== null && !get(compassAtom).isTest)

/** The device's compass; what it knows is in `compassAtom`. */
export interface Compass {
  /** Begins to read the device. Returns how to stop. */
  readonly start: () => () => void
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

export function createCompass(store: AtomStore, source: OrientationSource = deviceOrientation()): Compass {
  const { events, requestPermission } = source
  const state = () => store.get(compassAtom)
  let exact: Heading | null = null
  let isWanted = false
  let isRunning = false
  let timers: ReturnType<typeof setTimeout>[] = []

  function change(part: Partial<CompassState>) {
    store.set(changeAtom, { ...state(), ...part })
  }
  change({ permission: requestPermission ? 'default' : 'granted', isSupported: events !== null })

  /** A compass that falls silent warns as one that never spoke. */
  function countSilence() {
    for (const timer of timers) clearTimeout(timer)
    timers = [
      setTimeout(() => change({ warning: 'waiting' }), FIRST_WARNING_MS),
      setTimeout(() => {
        if (!state().isTest) exact = null
        change({ warning: 'none', heading: state().isTest ? state().heading : null })
      }, SECOND_WARNING_MS),
    ]
  }

  function show(heading: Heading, isTest: boolean) {
    exact = heading
    const shown = {
      degrees: Math.round(heading.degrees) % 360,
      unsureDegrees: Math.round(heading.unsureDegrees),
    }
    const last = state()
    const isSame =
      last.heading?.degrees === shown.degrees && last.heading.unsureDegrees === shown.unsureDegrees
    if (!isSame || last.warning !== null || last.isTest !== isTest)
      change({ heading: shown, warning: null, isTest })
  }

  const onEvent = (event: Event) => {
    const heading = headingOf(event as Event & OrientationReading, source.screenDegrees())
    if (!heading) return
    countSilence()
    show(heading, false)
  }

  function start() {
    if (isRunning || !events || !isWanted) return
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
      if (requestPermission && state().permission === 'default') settle(await requestPermission())
    } catch {
      // The tap will ask.
    }
  }

  return {
    start() {
      isWanted = true
      if (state().permission === 'granted') start()
      else void askUntapped()
      return () => {
        isWanted = false
        stop()
      }
    },
    heading: () => exact,
    async ask() {
      if (!requestPermission) return
      settle(await requestPermission().catch(() => 'denied'))
    },
    turnTest() {
      for (const timer of timers) clearTimeout(timer)
      show({ degrees: nextDirection(state().heading?.degrees ?? -1), unsureDegrees: 0 }, true)
    },
  }
}

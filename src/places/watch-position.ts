import type { PositionSource } from '../device/device.ts'
import { devicePositions } from '../device/positions.ts'
import type { DevicePosition, PositionResult } from './device-position.ts'

/** Where the device is, and where it is going. */
export interface PositionReading extends DevicePosition {
  /** Direction of travel, degrees clockwise from north; null while it stands still or is not known. */
  readonly courseDegrees: number | null
  readonly speedMetresPerSecond: number | null
  /** Metres above the ellipsoid. */
  readonly altitudeMetres: number | null
  /** When it was heard, ms of this device's clock. */
  readonly timeMs: number
}

export type PositionProblem = Extract<PositionResult, { ok: false }>['reason']

/** What a watch knows. A new object with every change. */
export interface PositionState {
  /** The newest; kept while later ones fail. */
  readonly reading: PositionReading | null
  /** Why there is none, or none any more. */
  readonly problem: PositionProblem | null
}

/** Follows the device's position from the first listener to the last. */
export interface PositionWatch {
  readonly snapshot: () => PositionState
  /** Called after every change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** Asks for a position of now, in a while again where there is no answer; nothing while nobody listens. */
  readonly ask: () => void
  /** Asks the device anew. */
  readonly restart: () => void
}

/** No reading for this long is a failure; the watch goes on. */
const TIMEOUT_MS = 10_000
const EXACT = { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 } as const

/** Some devices say nothing while they stand still: after so long they are asked whether they still do. */
const QUIET_MS = 5_000

/** Exact positions, none of them old. */
export function createPositionWatch(
  geolocation: PositionSource | undefined = devicePositions(),
  permissions: Permissions | undefined = globalThis.navigator?.permissions,
): PositionWatch {
  const listeners = new Set<() => void>()
  let state: PositionState = { reading: null, problem: null }
  let watchId: number | null = null
  let quiet: ReturnType<typeof setTimeout> | undefined
  let stopListening: (() => void) | null = null

  function change(next: PositionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function start() {
    if (!geolocation) return change({ ...state, problem: 'notSupported' })
    watchId = geolocation.watchPosition(
      (position) => {
        change({ reading: readingOf(position), problem: null })
        askWhenQuiet()
      },
      ({ code, PERMISSION_DENIED }) =>
        change({ ...state, problem: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      EXACT,
    )
  }

  function ask() {
    clearTimeout(quiet)
    const asked = watchId
    if (asked === null) return
    geolocation?.getCurrentPosition(
      (position) => {
        if (asked !== watchId) return
        // It is asked for now, whatever moment a device that has not moved may name.
        change({ reading: { ...readingOf(position), timeMs: Date.now() }, problem: null })
        askWhenQuiet()
      },
      // The watch says what is wrong; the reading grows old meanwhile, and shows it.
      () => asked === watchId && askWhenQuiet(),
      EXACT,
    )
  }

  function askWhenQuiet() {
    clearTimeout(quiet)
    quiet = setTimeout(ask, QUIET_MS)
  }

  function stop() {
    clearTimeout(quiet)
    if (watchId !== null) geolocation?.clearWatch(watchId)
    watchId = null
  }

  function restart() {
    stop()
    start()
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        start()
        stopListening = onGrant(permissions, restart)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop()
        stopListening?.()
        stopListening = null
      }
    },
    ask,
    restart,
  }
}

/** Calls back when the permission is given after all: the browser does not take up a denied watch by itself. */
function onGrant(permissions: Permissions | undefined, listener: () => void): () => void {
  const stop = new AbortController()
  permissions?.query({ name: 'geolocation' }).then(
    (status) =>
      status.addEventListener('change', () => status.state === 'granted' && listener(), {
        signal: stop.signal,
      }),
    // Not every browser can be asked; "Try again" is still there.
    () => undefined,
  )
  return () => stop.abort()
}

function readingOf({ coords, timestamp }: GeolocationPosition): PositionReading {
  const known = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)
  const { accuracy, heading, speed, altitude } = coords
  return {
    lon: coords.longitude,
    lat: coords.latitude,
    accuracyMetres: known(accuracy),
    // A heading of 0 is north; one that is not a number is none.
    courseDegrees: known(heading),
    speedMetresPerSecond: known(speed),
    altitudeMetres: known(altitude),
    // Some devices count from their start: only a moment of today's clock says how old a reading is.
    timeMs: Math.abs(Date.now() - timestamp) < DAY_MS ? timestamp : Date.now(),
  }
}

const DAY_MS = 86_400_000

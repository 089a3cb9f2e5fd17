import type { PositionReading, PositionWatch } from '../../places/watch-position.ts'
import { EMPTY_LOG, isWorthKeeping } from './field-log.ts'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'
import type { LogStore } from './log-store.ts'
import type { RecordingBeat } from './recording-beat.ts'

/** What is recorded. A new object with every change. */
export interface RecorderState {
  readonly log: FieldLog
  readonly isRecording: boolean
  /** The recording went on by itself: the page was loaded anew, or its tab was killed. */
  readonly hasGoneOn: boolean
  /** What was kept has been read: nothing can be added before. */
  readonly isLoaded: boolean
  /** The device keeps nothing: its disk is full, or the browser forbids it. */
  readonly isUnkept: boolean
}

/** The user's track and places: shown at once, and on the device's disk before the next reading. */
export interface FieldRecorder {
  readonly snapshot: () => RecorderState
  /** Called after every change. Returns how to stop; a recording goes on without a listener. */
  readonly subscribe: (listener: () => void) => () => void
  readonly setRecording: (isRecording: boolean) => void
  /** Keeps a position as a place worth finding again. */
  readonly addWaypoint: (reading: PositionReading) => void
  readonly changeNote: (waypoint: Waypoint, note: string) => void
  readonly removeWaypoint: (id: string) => void
  /** Adds what a file holds. */
  readonly merge: (log: FieldLog) => void
  readonly clear: () => void
  /** To be called when the user may have signed out. */
  readonly userChanged: () => void
}

/** @param isSignedIn whether the user may still be followed while nobody listens */
export function createFieldRecorder(
  store: LogStore,
  watch: Pick<PositionWatch, 'snapshot' | 'subscribe'>,
  beat: RecordingBeat,
  isSignedIn: () => boolean,
): FieldRecorder {
  const listeners = new Set<() => void>()
  let state: RecorderState = {
    log: EMPTY_LOG,
    isRecording: false,
    hasGoneOn: false,
    isLoaded: false,
    isUnkept: false,
  }
  let stopWatching: (() => void) | null = null
  let seen: PositionReading | null = null

  function change(part: Partial<RecorderState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function load() {
    if (state.isLoaded) return
    store.load().then(
      (log) => {
        change({ log, isLoaded: true })
        if (!beat.wasCut()) return
        setRecording(true)
        change({ hasGoneOn: true })
      },
      (error: unknown) => {
        console.warn(error)
        change({ isLoaded: true, isUnkept: true })
      },
    )
  }

  function keep(saving: Promise<void>) {
    saving.then(
      () => state.isUnkept && change({ isUnkept: false }),
      (error: unknown) => {
        console.warn(error)
        change({ isUnkept: true })
      },
    )
  }

  function addPoints(points: readonly TrackPoint[], part: number) {
    const tracks = [...state.log.tracks]
    tracks[part] = [...(tracks[part] ?? []), ...points]
    change({ log: { ...state.log, tracks } })
    keep(store.addPoints(points, part))
  }

  function record() {
    const { reading } = watch.snapshot()
    if (!state.isRecording || !reading || reading === seen) return
    seen = reading
    beat.beat()
    const part = state.log.tracks.length - 1
    if (isWorthKeeping(state.log.tracks[part]?.at(-1), reading)) addPoints([placeOf(reading)], part)
  }

  function putWaypoints(changed: readonly Waypoint[]) {
    const { waypoints } = state.log
    const known = waypoints.map((waypoint) => changed.find(({ id }) => id === waypoint.id) ?? waypoint)
    const added = changed.filter(({ id }) => !waypoints.some((waypoint) => waypoint.id === id))
    change({ log: { ...state.log, waypoints: [...known, ...added] } })
    keep(store.putWaypoints(changed))
  }

  function setRecording(isRecording: boolean) {
    if (!state.isLoaded) return
    // A part of its own, unless the last one has not begun.
    const { tracks } = state.log
    const isNew = isRecording && tracks.at(-1)?.length !== 0
    change({
      isRecording,
      hasGoneOn: false,
      ...(isNew && { log: { ...state.log, tracks: [...tracks, []] } }),
    })
    if (isRecording) beat.beat()
    else beat.stop()
    record()
    stopWhenIdle()
  }

  function stopWhenIdle() {
    if (listeners.size > 0 || (state.isRecording && isSignedIn())) return
    stopWatching?.()
    stopWatching = null
    // The beat stays: whoever signs in again at once finds the recording going on.
    state = { ...state, isRecording: false }
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        load()
        stopWatching ??= watch.subscribe(record)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) state = { ...state, hasGoneOn: false }
        stopWhenIdle()
      }
    },
    setRecording,
    addWaypoint: (reading) => putWaypoints([{ id: crypto.randomUUID(), ...placeOf(reading), note: '' }]),
    changeNote: (waypoint, note) => putWaypoints([{ ...waypoint, note }]),
    removeWaypoint(id) {
      change({
        log: { ...state.log, waypoints: state.log.waypoints.filter((waypoint) => waypoint.id !== id) },
      })
      keep(store.removeWaypoint(id))
    },
    merge({ tracks, waypoints }) {
      setRecording(false)
      for (const track of tracks) {
        const isOpen = state.log.tracks.at(-1)?.length === 0
        addPoints(track, isOpen ? state.log.tracks.length - 1 : state.log.tracks.length)
      }
      if (waypoints.length > 0) putWaypoints(waypoints)
    },
    clear() {
      setRecording(false)
      change({ log: EMPTY_LOG })
      keep(store.clear())
    },
    userChanged: stopWhenIdle,
  }
}

const placeOf = ({ lon, lat, altitudeMetres, timeMs }: PositionReading): TrackPoint => ({
  lon,
  lat,
  altitudeMetres,
  timeMs,
})

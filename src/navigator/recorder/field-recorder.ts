import type { PositionReading, PositionWatch } from '../../places/watch-position.ts'
import { EMPTY_LOG, isAfterGap, isSure, isWorthKeeping } from './field-log.ts'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'
import type { LogStore } from './log-store.ts'
import { createLogWriter } from './log-writer.ts'
import type { RecordingBeat } from './recording-beat.ts'
import type { RecordingLock } from './recording-lock.ts'

/** What is recorded. A new object with every change. */
export interface RecorderState {
  readonly log: FieldLog
  readonly isRecording: boolean
  /** The recording went on by itself: the page was loaded anew, or its tab was killed. */
  readonly hasGoneOn: boolean
  /** Another window of this browser records: this one does not go on by itself. */
  readonly isElsewhere: boolean
  /** The stored log has been loaded; nothing can be added until then. */
  readonly isLoaded: boolean
  /** Something is in memory alone: the device's disk is full, or the browser forbids it. It is tried again. */
  readonly isUnkept: boolean
}

/** The user's track and places: shown at once, and on the device's disk before the next reading. */
export interface FieldRecorder {
  readonly snapshot: () => RecorderState
  /** Called after every change. Returns how to stop; a recording goes on without a listener. */
  readonly subscribe: (listener: () => void) => () => void
  /** A recording begins with the first position that comes afterwards, which is asked for. */
  readonly setRecording: (isRecording: boolean) => void
  /** Keeps a position as a place worth finding again. */
  readonly addWaypoint: (reading: PositionReading) => void
  /** Adds places that were recorded by something else, as a camera. */
  readonly addPlaces: (places: readonly Omit<Waypoint, 'id'>[]) => void
  readonly changeNote: (waypoint: Waypoint, note: string) => void
  readonly removeWaypoint: (id: string) => void
  /** Adds what a file holds. */
  readonly merge: (log: FieldLog) => void
  readonly clear: () => void
  /** Writes at once what the device has not taken yet, which happens by itself every few seconds too. */
  readonly writeAgain: () => void
  /** To be called when the user may have signed out. */
  readonly userChanged: () => void
}

/** What a recorder stands on. */
export interface RecorderDeps {
  readonly store: LogStore
  readonly watch: Pick<PositionWatch, 'snapshot' | 'subscribe' | 'ask'>
  readonly beat: RecordingBeat
  readonly lock: RecordingLock
  /** Whether the user may still be followed while nobody listens. */
  readonly isSignedIn: () => boolean
  /** Whether the device is in somebody else's hands, whose way is not the user's: nothing is recorded meanwhile. */
  readonly isReplaced: () => boolean
  /** A recording begins: the browser is asked not to clear what is kept. */
  readonly requestPersistentStorage: () => void
  /** Something was recorded by hand or on the way; not what a file held. */
  readonly onRecorded: () => void
  /** All that was recorded was removed. */
  readonly onCleared: () => void
}

/** The user's track and places on this device. */
export function createFieldRecorder(deps: RecorderDeps): FieldRecorder {
  const { watch, beat, lock, isSignedIn } = deps
  const listeners = new Set<() => void>()
  let state: RecorderState = {
    log: EMPTY_LOG,
    isRecording: false,
    hasGoneOn: false,
    isElsewhere: false,
    isLoaded: false,
    isUnkept: false,
  }
  let stopWatching: (() => void) | null = null
  let seen: PositionReading | null = null
  /** When the recording was asked for: what is older says where one was before. */
  let pressedMs = 0
  /** When the last sure reading of a recording came. */
  let heardMs = Number.NaN

  function change(part: Partial<RecorderState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const writer = createLogWriter(deps.store, {
    onRead({ tracks, waypoints }) {
      const { log } = state
      change({
        log: { tracks: [...tracks, ...log.tracks], waypoints: [...waypoints, ...log.waypoints] },
      })
      begin()
    },
    onWritten(isAll) {
      if (state.isUnkept === isAll) change({ isUnkept: !isAll })
      // Without what was kept before, what is recorded now is shown all the same.
      begin()
    },
  })

  /** Takes up a recording that was cut off, once what was kept is read or cannot be. */
  function begin() {
    if (state.isLoaded) return
    change({ isLoaded: true })
    if (beat.wasCut()) void goOn()
  }

  async function goOn() {
    const isElsewhere = await lock.isHeldElsewhere()
    // By hand it may have begun meanwhile, or the page was left.
    if (state.isRecording || listeners.size === 0) return
    if (isElsewhere) return change({ isElsewhere })
    setRecording(true)
    change({ hasGoneOn: true })
  }

  function addPoints(points: readonly TrackPoint[], part: number) {
    const tracks = [...state.log.tracks]
    tracks[part] = [...(tracks[part] ?? []), ...points]
    change({ log: { ...state.log, tracks } })
    writer.addPoints(points, part)
  }

  function record() {
    const { reading } = watch.snapshot()
    if (!state.isRecording || !reading || reading === seen || deps.isReplaced()) return
    if (reading.timeMs < pressedMs) return watch.ask()
    seen = reading
    beat.beat()
    const { tracks } = state.log
    const last = tracks.at(-1)?.at(-1)
    const isGap = last !== undefined && isAfterGap(last, heardMs, reading)
    if (isSure(reading)) heardMs = reading.timeMs
    if (!isWorthKeeping(last, reading)) return
    addPoints([placeOf(reading)], isGap ? tracks.length : tracks.length - 1)
    deps.onRecorded()
  }

  function putWaypoints(changed: readonly Waypoint[]) {
    const { waypoints } = state.log
    const known = waypoints.map((waypoint) => changed.find(({ id }) => id === waypoint.id) ?? waypoint)
    const added = changed.filter(({ id }) => !waypoints.some((waypoint) => waypoint.id === id))
    change({ log: { ...state.log, waypoints: [...known, ...added] } })
    writer.putWaypoints(changed)
  }

  function addPlaces(places: readonly Omit<Waypoint, 'id'>[]) {
    if (places.length === 0) return
    putWaypoints(places.map((place) => ({ id: crypto.randomUUID(), ...place })))
    deps.onRecorded()
  }

  function setRecording(isRecording: boolean) {
    if (!state.isLoaded) return
    // A part of its own, unless the last one has not begun.
    const { tracks } = state.log
    const isNew = isRecording && tracks.at(-1)?.length !== 0
    change({
      isRecording,
      hasGoneOn: false,
      isElsewhere: false,
      ...(isNew && { log: { ...state.log, tracks: [...tracks, []] } }),
    })
    if (isRecording) {
      pressedMs = Date.now()
      seen = watch.snapshot().reading
      watch.ask()
      lock.hold()
      beat.beat()
      deps.requestPersistentStorage()
    } else {
      beat.stop()
      lock.letGo()
    }
    stopWhenIdle()
  }

  function stopWhenIdle() {
    if (listeners.size > 0 || (state.isRecording && isSignedIn())) return
    stopWatching?.()
    stopWatching = null
    // The beat stays: whoever signs in again at once finds the recording going on.
    state = { ...state, isRecording: false }
    lock.letGo()
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        if (!state.isLoaded) writer.start()
        stopWatching ??= watch.subscribe(record)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) state = { ...state, hasGoneOn: false }
        stopWhenIdle()
      }
    },
    setRecording,
    addWaypoint: (reading) => addPlaces([{ ...placeOf(reading), note: '' }]),
    addPlaces,
    changeNote: (waypoint, note) => putWaypoints([{ ...waypoint, note }]),
    removeWaypoint(id) {
      change({
        log: { ...state.log, waypoints: state.log.waypoints.filter((waypoint) => waypoint.id !== id) },
      })
      writer.removeWaypoint(id)
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
      writer.clear()
      deps.onCleared()
    },
    writeAgain: writer.tryAgain,
    userChanged: stopWhenIdle,
  }
}

const placeOf = ({ lon, lat, altitudeMetres, timeMs }: PositionReading): TrackPoint => ({
  lon,
  lat,
  altitudeMetres,
  timeMs,
})

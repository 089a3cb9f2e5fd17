import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PositionState } from '../../places/watch-position.ts'
import { EMPTY_LOG } from './field-log.ts'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'
import { createFieldRecorder } from './field-recorder.ts'
import { WRITE_AGAIN_MS } from './log-writer.ts'

const reading = (lat: number) => ({
  lon: 25,
  lat,
  accuracyMetres: 5,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
  timeMs: lat * 1_000,
})

// The moments of the readings are to come.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

function field(kept: FieldLog = EMPTY_LOG, isFull = false, isCut = false) {
  const remembered = { isRecording: isCut }
  const session = { isSignedIn: true, isReplaced: false }
  const windows = { isOtherRecording: false, isHeld: false }
  const disk = { isFull, isUnreadable: false }
  const told = { asked: 0, recorded: 0, cleared: 0 }
  const positions = { asked: 0 }
  let position: PositionState = { reading: null, problem: null }
  const watching = new Set<() => void>()
  const points: [TrackPoint[], number][] = []
  const waypoints: Waypoint[] = []
  const answer = <Result>(write: () => Result) =>
    disk.isFull ? Promise.reject(new Error('full')) : Promise.resolve(write()).then(() => undefined)
  const recorder = createFieldRecorder({
    store: {
      load: () => (disk.isUnreadable ? Promise.reject(new Error('forbidden')) : Promise.resolve(kept)),
      addPoints: (added, part) => answer(() => points.push([[...added], part])),
      putWaypoints: (put) => answer(() => waypoints.push(...put)),
      removeWaypoint: () => answer(() => undefined),
      clear: () => answer(() => points.splice(0)),
    },
    watch: {
      snapshot: () => position,
      subscribe: (listener) => (watching.add(listener), () => watching.delete(listener)),
      ask: () => (positions.asked += 1),
    },
    beat: {
      beat: () => (remembered.isRecording = true),
      stop: () => (remembered.isRecording = false),
      wasCut: () => remembered.isRecording,
    },
    lock: {
      hold: () => (windows.isHeld = true),
      letGo: () => (windows.isHeld = false),
      isHeldElsewhere: () => Promise.resolve(windows.isOtherRecording),
    },
    isSignedIn: () => session.isSignedIn,
    isReplaced: () => session.isReplaced,
    requestPersistentStorage: () => (told.asked += 1),
    onRecorded: () => (told.recorded += 1),
    onCleared: () => (told.cleared += 1),
  })
  const go = (lat: number) => {
    position = { reading: reading(lat), problem: null }
    for (const listener of watching) listener()
  }
  return { recorder, go, points, waypoints, watching, remembered, session, windows, disk, told, positions }
}
const lats = (log: FieldLog) => log.tracks.map((track) => track.map(({ lat }) => lat))
const written = (points: readonly [TrackPoint[], number][]) => {
  const parts: Record<number, number[]> = {}
  for (const [added, part] of points) (parts[part] ??= []).push(...added.map(({ lat }) => lat))
  return parts
}
const turn = () => new Promise((done) => setTimeout(done))

it('records from the press of the button on, each time a part of its own, and keeps each point at once', async () => {
  const { recorder, go, points } = field({ tracks: [[reading(50)]], waypoints: [] })
  recorder.subscribe(() => undefined)
  await turn()
  recorder.setRecording(true)
  go(54)
  go(54.001)
  recorder.setRecording(false)
  go(54.002)
  recorder.setRecording(true)
  recorder.setRecording(false)
  expect(lats(recorder.snapshot().log)).toEqual([[50], [54, 54.001], []])
  await turn()
  expect(written(points)).toEqual({ 1: [54, 54.001] })
})

it('begins no track with a position from before the press of the button, and asks for a new one', async () => {
  const { recorder, go, positions } = field()
  recorder.subscribe(() => undefined)
  await turn()
  go(54)
  vi.setSystemTime(54_001)
  recorder.setRecording(true)
  expect([positions.asked, lats(recorder.snapshot().log)]).toEqual([1, [[]]])
  // A device may tell late what it knew before.
  go(54.0005)
  expect([positions.asked, lats(recorder.snapshot().log)]).toEqual([2, [[]]])
  go(54.002)
  expect(lats(recorder.snapshot().log)).toEqual([[54.002]])
})

it('marks places and notes, and adds what a file holds behind what there is', async () => {
  const { recorder, waypoints } = field({ tracks: [[reading(50)]], waypoints: [] })
  recorder.subscribe(() => undefined)
  await turn()
  recorder.addWaypoint(reading(54))
  const [place] = recorder.snapshot().log.waypoints
  if (!place) throw new Error('expected a place')
  recorder.changeNote(place, 'mill')
  await turn()
  expect(waypoints.at(-1)).toMatchObject({ id: place.id, note: 'mill', lat: 54 })
  recorder.merge({ tracks: [[reading(1)], [reading(2)]], waypoints: [{ ...place, id: 'other' }] })
  expect(lats(recorder.snapshot().log)).toEqual([[50], [1], [2]])
  expect(recorder.snapshot().log.waypoints.map(({ note }) => note)).toEqual(['mill', ''])
  recorder.removeWaypoint(place.id)
  expect(recorder.snapshot().log.waypoints).toHaveLength(1)
  recorder.clear()
  expect(recorder.snapshot().log).toEqual(EMPTY_LOG)
})

it('tries again what the device did not take, with what comes next and after a while, and says so until all is written', async () => {
  vi.useFakeTimers({ now: 0 })
  const { recorder, go, points, waypoints, disk } = field({ tracks: [[reading(50)]], waypoints: [] })
  recorder.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  recorder.setRecording(true)
  disk.isFull = true
  for (const lat of [54, 54.001]) {
    go(lat)
    await vi.advanceTimersByTimeAsync(0)
  }
  recorder.addWaypoint(reading(54))
  await vi.advanceTimersByTimeAsync(3 * WRITE_AGAIN_MS)
  expect(recorder.snapshot().isUnkept).toBe(true)
  expect([points, waypoints]).toEqual([[], []])
  // With the next one, in their order.
  disk.isFull = false
  go(54.002)
  await vi.advanceTimersByTimeAsync(0)
  expect(written(points)).toEqual({ 1: [54, 54.001, 54.002] })
  expect(waypoints).toHaveLength(1)
  expect(recorder.snapshot().isUnkept).toBe(false)
  // By itself.
  disk.isFull = true
  go(54.003)
  await vi.advanceTimersByTimeAsync(0)
  disk.isFull = false
  expect(recorder.snapshot().isUnkept).toBe(true)
  await vi.advanceTimersByTimeAsync(WRITE_AGAIN_MS)
  expect(recorder.snapshot().isUnkept).toBe(false)
  expect(written(points)).toEqual({ 1: [54, 54.001, 54.002, 54.003] })
  // What is removed meanwhile is not brought back.
  disk.isFull = true
  go(54.004)
  await vi.advanceTimersByTimeAsync(0)
  recorder.clear()
  disk.isFull = false
  await vi.advanceTimersByTimeAsync(WRITE_AGAIN_MS)
  expect([written(points), recorder.snapshot().log]).toEqual([{}, EMPTY_LOG])
})

it('records where what was kept cannot be read, and puts it behind that once it can', async () => {
  vi.useFakeTimers({ now: 0 })
  const { recorder, go, points, disk } = field({ tracks: [[reading(50)], [reading(51)]], waypoints: [] })
  disk.isUnreadable = true
  recorder.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  recorder.setRecording(true)
  go(54)
  await vi.advanceTimersByTimeAsync(0)
  expect(lats(recorder.snapshot().log)).toEqual([[54]])
  expect([recorder.snapshot().isUnkept, points]).toEqual([true, []])
  disk.isUnreadable = false
  await vi.advanceTimersByTimeAsync(WRITE_AGAIN_MS)
  expect(lats(recorder.snapshot().log)).toEqual([[50], [51], [54]])
  go(54.001)
  await vi.advanceTimersByTimeAsync(0)
  expect(written(points)).toEqual({ 2: [54, 54.001] })
  expect(recorder.snapshot().isUnkept).toBe(false)
})

it('asks to be kept when a recording begins, and tells what is recorded, not what a file held', async () => {
  const { recorder, go, told } = field()
  recorder.subscribe(() => undefined)
  await turn()
  recorder.merge({ tracks: [[reading(1)]], waypoints: [] })
  expect(told).toEqual({ asked: 0, recorded: 0, cleared: 0 })
  recorder.setRecording(true)
  go(54)
  recorder.addWaypoint(reading(54))
  recorder.clear()
  expect(told).toEqual({ asked: 1, recorded: 2, cleared: 1 })
})

it('says when the device keeps nothing, and goes on showing what there is', async () => {
  const { recorder } = field(EMPTY_LOG, true)
  recorder.subscribe(() => undefined)
  await turn()
  recorder.addWaypoint(reading(54))
  await turn()
  expect(recorder.snapshot()).toMatchObject({ isUnkept: true, log: { waypoints: [{ lat: 54 }] } })
})

it('goes on in a part of its own where the way between is not known, and keeps that so', async () => {
  const { recorder, go, points } = field()
  recorder.subscribe(() => undefined)
  await turn()
  recorder.setRecording(true)
  for (const lat of [54, 54.001, 54.8, 54.801]) go(lat)
  expect(lats(recorder.snapshot().log)).toEqual([
    [54, 54.001],
    [54.8, 54.801],
  ])
  await turn()
  expect(written(points)).toEqual({ 0: [54, 54.001], 1: [54.8, 54.801] })
})

it('goes on while nobody listens, as when other pages are shown, until it is ended', async () => {
  const { recorder, go, watching } = field()
  const leave = recorder.subscribe(() => undefined)
  await turn()
  recorder.setRecording(true)
  leave()
  go(54)
  const leaveAgain = recorder.subscribe(() => undefined)
  expect(recorder.snapshot()).toMatchObject({ isRecording: true, hasGoneOn: false })
  expect(lats(recorder.snapshot().log)).toEqual([[54]])
  recorder.setRecording(false)
  leaveAgain()
  expect(watching.size).toBe(0)
})

it('follows nobody who has signed out, and waits for who signs in over the open page', async () => {
  const { recorder, go, watching, session, remembered } = field()
  const leave = recorder.subscribe(() => undefined)
  await turn()
  recorder.setRecording(true)
  session.isSignedIn = false
  recorder.userChanged()
  go(54)
  expect(lats(recorder.snapshot().log)).toEqual([[54]])
  leave()
  expect([watching.size, recorder.snapshot().isRecording, remembered.isRecording]).toEqual([0, false, true])
})

it('goes on with a recording that was cut off, as a part of its own, and not with one that was ended', async () => {
  const { recorder, go, remembered } = field({ tracks: [[reading(50)]], waypoints: [] }, false, true)
  const leave = recorder.subscribe(() => undefined)
  await turn()
  expect(recorder.snapshot()).toMatchObject({ isRecording: true, hasGoneOn: true })
  go(54)
  expect(lats(recorder.snapshot().log)).toEqual([[50], [54]])
  recorder.setRecording(false)
  expect(recorder.snapshot().hasGoneOn).toBe(false)
  expect(remembered.isRecording).toBe(false)
  recorder.setRecording(true)
  expect(remembered.isRecording).toBe(true)
  leave()
  expect(remembered.isRecording).toBe(true)
})

it('does not go on with a recording that another window goes on with, and says so until it is told to record too', async () => {
  const { recorder, go, windows, told } = field({ tracks: [[reading(50)]], waypoints: [] }, false, true)
  windows.isOtherRecording = true
  recorder.subscribe(() => undefined)
  await turn()
  go(54)
  expect(recorder.snapshot()).toMatchObject({ isRecording: false, isElsewhere: true })
  expect([told.recorded, windows.isHeld]).toEqual([0, false])
  recorder.setRecording(true)
  expect(recorder.snapshot()).toMatchObject({ isRecording: true, isElsewhere: false })
  go(54.001)
  expect(lats(recorder.snapshot().log)).toEqual([[50], [54.001]])
  expect(windows.isHeld).toBe(true)
  recorder.setRecording(false)
  expect(windows.isHeld).toBe(false)
})

it('records no way of somebody else who has signed in meanwhile', async () => {
  const { recorder, go, session } = field()
  recorder.subscribe(() => undefined)
  await turn()
  recorder.setRecording(true)
  go(54)
  session.isReplaced = true
  go(55)
  session.isReplaced = false
  go(54.001)
  expect(lats(recorder.snapshot().log)).toEqual([[54, 54.001]])
})

import { expect, it } from 'vitest'
import type { PositionState } from '../../places/watch-position.ts'
import { EMPTY_LOG } from './field-log.ts'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'
import { createFieldRecorder } from './field-recorder.ts'

const reading = (lat: number) => ({
  lon: 25,
  lat,
  accuracyMetres: 5,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
  timeMs: lat * 1_000,
})

function field(kept: FieldLog = EMPTY_LOG, isFull = false, isCut = false) {
  const remembered = { isRecording: isCut }
  const session = { isSignedIn: true }
  let position: PositionState = { reading: null, problem: null }
  const watching = new Set<() => void>()
  const points: [TrackPoint[], number][] = []
  const waypoints: Waypoint[] = []
  const answer = () => (isFull ? Promise.reject(new Error('full')) : Promise.resolve())
  const recorder = createFieldRecorder(
    {
      load: () => Promise.resolve(kept),
      addPoints: (added, part) => (points.push([[...added], part]), answer()),
      putWaypoints: (put) => (waypoints.push(...put), answer()),
      removeWaypoint: answer,
      clear: answer,
    },
    {
      snapshot: () => position,
      subscribe: (listener) => (watching.add(listener), () => watching.delete(listener)),
    },
    {
      beat: () => (remembered.isRecording = true),
      stop: () => (remembered.isRecording = false),
      wasCut: () => remembered.isRecording,
    },
    () => session.isSignedIn,
  )
  const go = (lat: number) => {
    position = { reading: reading(lat), problem: null }
    for (const listener of watching) listener()
  }
  return { recorder, go, points, waypoints, watching, remembered, session }
}
const lats = (log: FieldLog) => log.tracks.map((track) => track.map(({ lat }) => lat))
const turn = () => new Promise((done) => setTimeout(done))

it('records from the press of the button on, each time a part of its own, and keeps each point at once', async () => {
  const { recorder, go, points } = field({ tracks: [[reading(50)]], waypoints: [] })
  recorder.subscribe(() => undefined)
  await turn()
  go(54)
  recorder.setRecording(true)
  go(54.001)
  recorder.setRecording(false)
  go(54.002)
  recorder.setRecording(true)
  recorder.setRecording(false)
  expect(lats(recorder.snapshot().log)).toEqual([[50], [54, 54.001], [54.002]])
  expect(points.map(([[point], part]) => [point?.lat, part])).toEqual([
    [54, 1],
    [54.001, 1],
    [54.002, 2],
  ])
})

it('marks places and notes, and adds what a file holds behind what there is', async () => {
  const { recorder, waypoints } = field({ tracks: [[reading(50)]], waypoints: [] })
  recorder.subscribe(() => undefined)
  await turn()
  recorder.addWaypoint(reading(54))
  const [place] = recorder.snapshot().log.waypoints
  if (!place) throw new Error('expected a place')
  recorder.changeNote(place, 'mill')
  expect(waypoints.at(-1)).toMatchObject({ id: place.id, note: 'mill', lat: 54 })
  recorder.merge({ tracks: [[reading(1)], [reading(2)]], waypoints: [{ ...place, id: 'other' }] })
  expect(lats(recorder.snapshot().log)).toEqual([[50], [1], [2]])
  expect(recorder.snapshot().log.waypoints.map(({ note }) => note)).toEqual(['mill', ''])
  recorder.removeWaypoint(place.id)
  expect(recorder.snapshot().log.waypoints).toHaveLength(1)
  recorder.clear()
  expect(recorder.snapshot().log).toEqual(EMPTY_LOG)
})

it('says when the device keeps nothing, and goes on showing what there is', async () => {
  const { recorder } = field(EMPTY_LOG, true)
  recorder.subscribe(() => undefined)
  await turn()
  recorder.addWaypoint(reading(54))
  await turn()
  expect(recorder.snapshot()).toMatchObject({ isUnkept: true, log: { waypoints: [{ lat: 54 }] } })
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

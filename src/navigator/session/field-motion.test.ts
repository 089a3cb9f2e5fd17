import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import { readPosition } from '../model/position-atoms.ts'
import { createFieldMotion, followModeAtom, shownPlaceAtom } from './field-motion.ts'

let frames = new Map<number, FrameRequestCallback>()
let lastFrame = 0

beforeEach(() => {
  frames = new Map()
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    lastFrame += 1
    frames.set(lastFrame, run)
    return lastFrame
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => void frames.delete(frame))
  // Every step reaches its end at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return () => void vi.unstubAllGlobals()
})

/** Runs the frames that are asked for now. @returns how many are asked for afterwards */
function draw(): number {
  const due = frames
  frames = new Map()
  for (const run of due.values()) run(performance.now())
  return frames.size
}

function field() {
  const store = createStore()
  const camera = { centre: lonLatToMercator(25, 54), zoom: 15, bearing: 0 }
  const moveTo = vi.fn<(camera: object) => void>()
  const pane = { current: { camera: () => camera, moveTo } }
  const motion = createFieldMotion({ store, pane, compass: { heading: () => null } })
  const stand = (lon: number) => {
    const reading = {
      lon,
      lat: 54,
      accuracyMetres: 5,
      courseDegrees: null,
      speedMetresPerSecond: null,
      altitudeMetres: null,
      timeMs: 0,
    }
    readPosition(store, { snapshot: () => ({ reading, problem: null }) })
  }
  return { store, camera, moveTo, motion, stand }
}

it('a motion that follows nothing shows the position and leaves the camera', () => {
  const { store, motion, moveTo, stand } = field()
  motion.start()
  stand(25.1)
  expect(draw()).toBe(0)
  expect(store.get(shownPlaceAtom)).toEqual(lonLatToMercator(25.1, 54))
  expect(moveTo).not.toHaveBeenCalled()
  stand(25.2)
  draw()
  expect(store.get(shownPlaceAtom)).toEqual(lonLatToMercator(25.2, 54))
})

it('a motion that follows brings the position into the middle, but not under a hand', () => {
  const { motion, moveTo, stand } = field()
  motion.start()
  motion.setMode('north')
  motion.setHeld(true)
  stand(25.1)
  draw()
  expect(moveTo).not.toHaveBeenCalled()
  motion.setHeld(false)
  draw()
  expect(moveTo).toHaveBeenCalledExactlyOnceWith({ centre: lonLatToMercator(25.1, 54), bearing: 0 }, 0)
})

it('a motion ends following when the camera is moved off the position by hand', () => {
  const { store, camera, motion, stand } = field()
  motion.start()
  motion.setMode('north')
  stand(25)
  draw()
  motion.cameraTaken()
  expect(store.get(followModeAtom)).toBe('north')
  camera.centre = lonLatToMercator(25.01, 54)
  motion.cameraTaken()
  expect(store.get(followModeAtom)).toBe('off')
})

it('a motion that was stopped moves nothing', () => {
  const { store, motion, stand } = field()
  motion.start()()
  stand(25.1)
  draw()
  expect(store.get(shownPlaceAtom)).toBeNull()
})

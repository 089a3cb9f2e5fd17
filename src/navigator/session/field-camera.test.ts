import { createStore } from 'jotai'
import { expect, it, vi } from 'vitest'
import type { MapBox } from '../../geometry/camera.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { createFieldCamera, WALKING_ZOOM } from './field-camera.ts'
import { createFieldMotion, followModeAtom } from './field-motion.ts'

const reading = (lon: number) => ({
  lon,
  lat: 54,
  accuracyMetres: 5,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
  timeMs: 0,
})
const around = (lon: number): MapBox => {
  const [x, y] = lonLatToMercator(lon, 54)
  return { minX: x - 100, minY: y - 100, maxX: x + 100, maxY: y + 100 }
}

function field(chosenZoom: number | null = null) {
  const store = createStore()
  const pane = {
    camera: () => ({ centre: lonLatToMercator(20, 50), zoom: 4, bearing: 0 }),
    moveTo: vi.fn<BasePaneHandle['moveTo']>(),
    fitBox: vi.fn<BasePaneHandle['fitBox']>(),
    resetBearing: vi.fn<() => void>(),
  }
  const handle = { current: pane as unknown as BasePaneHandle }
  const zoom = {
    start: () => () => undefined,
    setMap: () => undefined,
    get: () => chosenZoom,
    begin: vi.fn<() => void>(),
    end: vi.fn<() => void>(),
    note: () => undefined,
  }
  const motion = createFieldMotion({ store, pane: handle, compass: { heading: () => null } })
  const nothing = { current: null }
  const camera = createFieldCamera({ store, pane: handle, root: nothing, sheet: nothing, motion, zoom })
  return { store, pane, zoom, camera, mode: () => store.get(followModeAtom) }
}

it('the first view is the old map, and the position, followed, once it lies on it', () => {
  const { pane, camera, mode } = field()
  camera.showFirst(around(25), reading(26), false)
  expect(pane.fitBox).toHaveBeenCalledOnce()
  expect([pane.moveTo.mock.calls.length, mode()]).toEqual([0, 'off'])
  camera.showFirst(around(25), reading(25), false)
  expect(pane.moveTo.mock.calls[0]?.[0]).toEqual({ centre: lonLatToMercator(25, 54), zoom: WALKING_ZOOM })
  expect(mode()).toBe('north')
})

it('the first view waits for an old map that is on its way, and is over once a hand has moved the map', () => {
  const { pane, camera } = field()
  camera.showFirst(null, reading(25), true)
  expect(pane.moveTo).not.toHaveBeenCalled()
  camera.take()
  camera.showFirst(null, reading(25), false)
  camera.showFirst(around(25), null, false)
  expect([pane.moveTo.mock.calls.length, pane.fitBox.mock.calls.length]).toEqual([0, 0])
})

it('the camera goes to the position at the zoom that was chosen', () => {
  const { pane, zoom, camera } = field(17)
  camera.goHere(reading(25))
  expect(pane.moveTo.mock.calls[0]?.[0]).toMatchObject({ zoom: 17 })
  expect(zoom.end).toHaveBeenCalledOnce()
})

it('the camera follows with north up, then ahead up, then with north up again', () => {
  const { pane, camera, mode } = field()
  camera.goHere(reading(25))
  expect(mode()).toBe('north')
  camera.followNext()
  expect([mode(), pane.resetBearing.mock.calls.length]).toEqual(['ahead', 0])
  camera.followNext()
  expect([mode(), pane.resetBearing.mock.calls.length]).toEqual(['north', 1])
  camera.showBox(around(25))
  expect(mode()).toBe('off')
})

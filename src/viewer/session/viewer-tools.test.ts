import { createStore } from 'jotai'
import { expect, it, vi } from 'vitest'
import type { MapBox } from '../../geometry/camera.ts'
import { createViewerTools, isDrawingBoxAtom, isToolInUseAtom, measuringAtom } from './viewer-tools.ts'

function viewer() {
  const store = createStore()
  const onBox = vi.fn<(box: MapBox) => void>()
  const onBoxEnded = vi.fn<() => void>()
  const onMeasured = vi.fn<() => void>()
  const camera = { centre: [3, 4] as const, zoom: 5, bearing: 0 }
  const pane = { current: { camera: () => camera, cancelDrag: () => false, settle: () => undefined } }
  const deps = { store, pane, onBox, onBoxEnded, onMeasured }
  return { ...deps, tools: createViewerTools(deps) }
}

it('the viewer draws a box and hands it on', () => {
  const { store, onBox, tools } = viewer()
  tools.send({ type: 'boxAsked' })
  expect(store.get(isDrawingBoxAtom)).toBe(true)
  tools.send({ type: 'groundDragged', phase: 'start', map: [0, 0] })
  tools.send({ type: 'groundDragged', phase: 'end', map: [2, 3] })
  expect(onBox).toHaveBeenCalledExactlyOnceWith({ minX: 0, minY: 0, maxX: 2, maxY: 3 })
  expect(store.get(isToolInUseAtom)).toBe(false)
})

it('the viewer gives up a box at Escape, and says so', () => {
  const { store, onBoxEnded, tools } = viewer()
  tools.send({ type: 'boxAsked' })
  expect(tools.stop()).toBe(true)
  expect(onBoxEnded).toHaveBeenCalledOnce()
  expect(store.get(isDrawingBoxAtom)).toBe(false)
})

it('the viewer measures under its cross, takes points back one by one, and ends all at once', () => {
  const { store, onMeasured, tools } = viewer()
  expect(tools.stop()).toBe(false)
  tools.toggleMeasuring()
  tools.setAtCross()
  tools.send({ type: 'mapPressed', map: [1, 1] })
  expect(store.get(measuringAtom)?.points).toEqual([
    [3, 4],
    [1, 1],
  ])
  tools.undoPoint()
  tools.undoPoint()
  tools.undoPoint()
  expect(store.get(measuringAtom)?.points).toEqual([])
  expect(onMeasured).not.toHaveBeenCalled()
  expect(tools.stop()).toBe(true)
  expect(onMeasured).toHaveBeenCalledOnce()
  expect(store.get(measuringAtom)).toBeNull()
})

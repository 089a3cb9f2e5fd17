import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { opacityAtom } from '../../map/overlay-opacity.ts'
import { baseLayerAtom } from './base-layer-atom.ts'
import {
  comparisonAtom,
  dimOverlayAtom,
  isLabelsAtom,
  isSyncAtom,
  isVectorsAtom,
  liveOpacityAtom,
  mapCentreAtom,
  pointerAtom,
  scanCentreAtom,
  stepOpacityAtom,
  viewModeAtom,
} from './view-atoms.ts'
import { transformationTypeAtom } from './document-atoms.ts'

it('begins with a see-through overlay, streets, labels, points, panes that move alone and no position under either cross', () => {
  const store = createStore()
  expect({
    opacity: store.get(liveOpacityAtom),
    transformationType: store.get(transformationTypeAtom),
    selectedLayer: store.get(baseLayerAtom),
    isLabelsChecked: store.get(isLabelsAtom),
    vectorsVisible: store.get(isVectorsAtom),
    isMapSyncEnabled: store.get(isSyncAtom),
    view: store.get(viewModeAtom),
  }).toEqual({
    opacity: 0.6,
    transformationType: 'TPS',
    selectedLayer: 'streets',
    isLabelsChecked: true,
    vectorsVisible: true,
    isMapSyncEnabled: false,
    view: 'split',
  })
  expect([store.get(scanCentreAtom), store.get(mapCentreAtom), store.get(pointerAtom)]).toEqual([
    null,
    null,
    null,
  ])
})

it('keeps the opacity between nothing and whole, in hundredths', () => {
  const store = createStore()
  const set = (opacity: number) => {
    store.set(opacityAtom, opacity)
    return store.get(opacityAtom)
  }
  expect([set(0.35000000000000003), set(-0.2), set(1.05)]).toEqual([0.35, 0, 1])
})

it('changes the opacity of the live overlay by twentieths, from what is seen, between nothing and whole', () => {
  const store = createStore()
  expect([1, 1, -1].map((step) => store.set(stepOpacityAtom, step))).toEqual([0.65, 0.7, 0.65])
  store.set(liveOpacityAtom, 0.98)
  expect([store.set(stepOpacityAtom, 1), store.set(stepOpacityAtom, 1)]).toEqual([1, 1])
  store.set(dimOverlayAtom)
  expect(store.set(stepOpacityAtom, -1)).toBe(0.55)
})

it('makes the live overlay see-through when the sheet is moved, and leaves it so afterwards', () => {
  const store = createStore()
  store.set(liveOpacityAtom, 0.9)
  store.set(dimOverlayAtom)
  expect(store.get(liveOpacityAtom)).toBe(0.6)
  // What was chosen is remembered for other overlays.
  expect(store.get(opacityAtom)).toBe(0.9)
  store.set(liveOpacityAtom, 0.8)
  store.set(liveOpacityAtom, 0.3)
  store.set(dimOverlayAtom)
  expect(store.get(liveOpacityAtom)).toBe(0.3)
})

it('shows the overlay whole while it is compared, until another opacity is chosen, and as before afterwards', () => {
  const store = createStore()
  store.set(liveOpacityAtom, 0.55)
  store.set(comparisonAtom, 'swipe')
  expect(store.get(liveOpacityAtom)).toBe(1)
  store.set(comparisonAtom, null)
  expect(store.get(liveOpacityAtom)).toBe(0.55)
  store.set(comparisonAtom, 'swipe')
  store.set(liveOpacityAtom, 0.8)
  store.set(comparisonAtom, 'blink')
  expect(store.get(liveOpacityAtom)).toBe(0.8)
})

it('shows published overlays whole until an opacity is chosen', () => {
  expect(createStore().get(opacityAtom)).toBe(1)
})

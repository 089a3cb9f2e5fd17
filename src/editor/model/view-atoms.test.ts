import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { opacityAtom } from '../../map/overlay-opacity.ts'
import { baseLayerAtom } from './base-layer-atom.ts'
import {
  isLabelsAtom,
  isSyncAtom,
  isVectorsAtom,
  mapCentreAtom,
  pointerAtom,
  scanCentreAtom,
  viewModeAtom,
} from './view-atoms.ts'
import { transformationTypeAtom } from './document-atoms.ts'

it('begins with a whole overlay, streets, labels, points, panes that move alone and no position under either cross', () => {
  const store = createStore()
  expect({
    opacity: store.get(opacityAtom),
    transformationType: store.get(transformationTypeAtom),
    selectedLayer: store.get(baseLayerAtom),
    isLabelsChecked: store.get(isLabelsAtom),
    vectorsVisible: store.get(isVectorsAtom),
    isMapSyncEnabled: store.get(isSyncAtom),
    view: store.get(viewModeAtom),
  }).toEqual({
    opacity: 1,
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

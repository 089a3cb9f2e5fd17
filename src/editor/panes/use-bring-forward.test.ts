import { createStore } from 'jotai'
import { expect, it, vi } from 'vitest'
import type { Side } from '../../map/pane-props.ts'
import { panesAtom } from '../model/tool-atoms.ts'
import { aimedSidesAtom, shownSideAtom } from '../model/view-atoms.ts'
import { sessionAtom, warpAtom } from '../model/warp-atoms.ts'
import { bringForward } from './use-bring-forward.ts'

/** A phone whose scan is in front, with points that take each px of it to ten metres. */
function phone(aimed: readonly Side[]) {
  const store = createStore()
  const moveTo = vi.fn()
  const scan = { camera: () => ({ centre: [40, 30], zoom: 0, bearing: 0 }) }
  store.set(panesAtom, { scan: { current: scan as never }, map: { current: { moveTo } as never } })
  store.set(sessionAtom, {
    imageToMap: (places: Float64Array) => Promise.resolve(places.map((value) => 10 * value)),
  } as never)
  store.set(warpAtom, { fit: {}, failure: null, coarse: null, busy: false, workerDeaths: 0 } as never)
  store.set(aimedSidesAtom, new Set(aimed))
  return { store, moveTo }
}

it('shows the map of a phone at the place that a hand has looked for in the scan', async () => {
  const { store, moveTo } = phone(['scan'])
  bringForward(store, 'map')
  expect(store.get(shownSideAtom)).toBe('map')
  await expect.poll(() => moveTo.mock.calls[0]?.[0]).toMatchObject({ centre: [400, 300] })
})

it('ends at the pane that was pressed last, and moves none that is covered again', async () => {
  const { store, moveTo } = phone(['scan'])
  bringForward(store, 'map')
  bringForward(store, 'scan')
  await new Promise((resolve) => setTimeout(resolve))
  expect(store.get(shownSideAtom)).toBe('scan')
  expect(moveTo).not.toHaveBeenCalled()
})

it('leaves a map where it is that a hand has moved as well, or while no hand has moved the scan', () => {
  for (const aimed of [['scan', 'map'], [], ['map']] as const) {
    const { store, moveTo } = phone(aimed)
    bringForward(store, 'map')
    expect(store.get(shownSideAtom)).toBe('map')
    expect(moveTo).not.toHaveBeenCalled()
  }
})

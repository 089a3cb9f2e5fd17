import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { stepToolAtom } from '../tool-atoms.ts'
import { openPlaceEntry, placeEntryAtom } from './open-place-entry.ts'

function opened(select: 'pointChosen' | 'rowChosen' | null) {
  const store = createStore()
  const send = (event: Parameters<Parameters<typeof openPlaceEntry>[1]>[0]) =>
    store.set(stepToolAtom, event) !== null
  if (select) send({ type: select, id: 'a' })
  openPlaceEntry(store, send)
  return store.get(placeEntryAtom)
}

it('types the place of the selected point, however it was selected, else of what is placed next', () => {
  expect(opened('pointChosen')).toEqual({ forId: 'a' })
  expect(opened('rowChosen')).toEqual({ forId: 'a' })
  expect(opened(null)).toEqual({ forId: null })
})

import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { editorTools, toolAtom, toolsAtom, type SendToTools } from '../tool-atoms.ts'
import { openPlaceEntry, placeEntryAtom } from './open-place-entry.ts'

function opened(select: 'pointChosen' | 'rowChosen' | null) {
  const store = createStore()
  const send: SendToTools = (event) => {
    store.set(toolAtom, (before) => editorTools.next(before, event).tool)
    return true
  }
  store.set(toolsAtom, { send })
  if (select) send({ type: select, id: 'a' })
  openPlaceEntry(store)
  return store.get(placeEntryAtom)
}

it('types the place of the selected point, however it was selected, else of what is placed next', () => {
  expect(opened('pointChosen')).toEqual({ forId: 'a' })
  expect(opened('rowChosen')).toEqual({ forId: 'a' })
  expect(opened(null)).toEqual({ forId: null })
})

import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { addPoint, EMPTY_DOCUMENT } from '../../drafts/editor-document.ts'
import { openDocumentAtom } from '../model/document-atoms.ts'
import { beginsByPairsAtom } from '../model/first-way.ts'
import { isProposeOpenAtom } from '../model/propose/propose-atoms.ts'
import { openSheet } from '../model/sheet/sheet-state.ts'
import { NO_TEXTS } from '../model/sheet/sheet-texts.ts'
import { isIntroducedWayAtom } from './introduced-way.ts'

const ONE = addPoint(EMPTY_DOCUMENT, 'a', [10, 20], [30, 40])

function opened(document = EMPTY_DOCUMENT) {
  const store = createStore()
  store.set(openDocumentAtom, { document, published: document })
  return store
}

it('is none while a map asks where it is', () => {
  expect(opened().get(isIntroducedWayAtom)).toBe(false)
})

it('is that of pairs once they are chosen', () => {
  const store = opened()
  store.set(beginsByPairsAtom, true)
  expect(store.get(isIntroducedWayAtom)).toBe(true)
})

it('is none over a map that has points already', () => {
  const store = opened(ONE)
  store.set(beginsByPairsAtom, true)
  expect(store.get(isIntroducedWayAtom)).toBe(false)
})

it('is none while points are proposed or the corners of a sheet are looked for', () => {
  for (const begin of [
    (store: ReturnType<typeof createStore>) => store.set(isProposeOpenAtom, true),
    (store: ReturnType<typeof createStore>) => openSheet(store, NO_TEXTS),
  ]) {
    const store = opened()
    store.set(beginsByPairsAtom, true)
    begin(store)
    expect(store.get(isIntroducedWayAtom)).toBe(false)
  }
})

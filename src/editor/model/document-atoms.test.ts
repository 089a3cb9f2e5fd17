import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import {
  addPoint,
  EMPTY_DOCUMENT,
  moveMapPoint,
  setEnabled,
  setNote,
  setTransformationType,
} from '../../drafts/editor-document.ts'
import {
  commitStagedAtom,
  committedDocumentAtom,
  controlPointsAtom,
  documentAtom,
  editAtom,
  isStagingAtom,
  markPublishedAtom,
  openDocumentAtom,
  pendingChangesAtom,
  redoAtom,
  revertStagedAtom,
  stageAtom,
  undoAtom,
  undoLabelAtom,
} from './document-atoms.ts'

const THREE = ['a', 'b', 'c'].reduce(
  (document, id, index) => addPoint(document, id, [index, index * index], [index, 2 * index * index]),
  EMPTY_DOCUMENT,
)

function opened() {
  const store = createStore()
  store.set(openDocumentAtom, { document: THREE, published: THREE })
  return store
}

describe('the document of the editor', () => {
  it('shows a drag without making a step, and makes one step of it at its end', () => {
    const store = opened()
    for (const x of [10, 20, 30]) store.set(stageAtom, (document) => moveMapPoint(document, 'b', [x, 0]))
    expect(store.get(controlPointsAtom)[1]?.map).toEqual([30, 0])
    expect(store.get(committedDocumentAtom)).toBe(THREE)
    expect(store.get(undoLabelAtom)).toBeNull()
    store.set(commitStagedAtom, { action: 'moveMap', number: 2 })
    expect(store.get(isStagingAtom)).toBe(false)
    expect(store.get(committedDocumentAtom).points[1]?.map).toEqual([30, 0])
    store.set(undoAtom)
    expect(store.get(documentAtom)).toBe(THREE)
    store.set(redoAtom)
    expect(store.get(documentAtom).points[1]?.map).toEqual([30, 0])
  })

  it('puts everything back when a drag is given up', () => {
    const store = opened()
    store.set(stageAtom, (document) => moveMapPoint(document, 'b', [9, 9]))
    store.set(revertStagedAtom)
    expect(store.get(documentAtom)).toBe(THREE)
    store.set(commitStagedAtom, { action: 'moveMap', number: 2 })
    expect(store.get(undoLabelAtom)).toBeNull()
  })

  it('knows pending changes: moves, switches and the type count, notes do not, undoing clears them', () => {
    const store = opened()
    const edit = (action: (document: typeof THREE) => typeof THREE) =>
      store.set(editAtom, { action, label: { action: 'moveMap' } })
    expect(store.get(pendingChangesAtom)).toBe(false)
    edit((document) => setNote(document, 'a', 'church'))
    expect(store.get(pendingChangesAtom)).toBe(false)
    edit((document) => setEnabled(document, 'a', false))
    expect(store.get(pendingChangesAtom)).toBe(true)
    store.set(undoAtom)
    expect(store.get(pendingChangesAtom)).toBe(false)
    edit((document) => setTransformationType(document, 'Affine'))
    expect(store.get(pendingChangesAtom)).toBe(true)
    store.set(markPublishedAtom, store.get(committedDocumentAtom))
    expect(store.get(pendingChangesAtom)).toBe(false)
    store.set(undoAtom)
    expect(store.get(pendingChangesAtom)).toBe(true)
  })

  it('has nothing pending on a map without points, whatever the type', () => {
    const store = createStore()
    store.set(editAtom, {
      action: (document) => setTransformationType(document, 'Affine'),
      label: { action: 'type' },
    })
    expect(store.get(pendingChangesAtom)).toBe(false)
  })
})

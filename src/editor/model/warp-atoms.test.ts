import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { addPoint, EMPTY_DOCUMENT, removePoint } from '../../drafts/editor-document.ts'
import { openDocumentAtom } from './document-atoms.ts'
import { marksAtom } from './warp-atoms.ts'

it('labels each point by its position in the list, counted from one, also when an earlier one is gone', () => {
  const store = createStore()
  const positions = [0, 1, 2].map((at) => [at * 10, at] as const)
  const document = positions.reduce(
    (to, [x, y], at) => addPoint(to, `p${at}`, [x, y], [x, -y]),
    EMPTY_DOCUMENT,
  )
  store.set(openDocumentAtom, { document, published: document })
  expect(store.get(marksAtom).map(({ id, number }) => [id, number])).toEqual([
    ['p0', 1],
    ['p1', 2],
    ['p2', 3],
  ])
  const fewer = removePoint(document, 'p0')
  store.set(openDocumentAtom, { document: fewer, published: document })
  expect(store.get(marksAtom).map(({ id, number }) => [id, number])).toEqual([
    ['p1', 1],
    ['p2', 2],
  ])
})

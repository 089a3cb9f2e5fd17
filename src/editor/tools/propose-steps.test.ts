import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { acceptPoints, EMPTY_DOCUMENT, moveImagePoint } from '../../drafts/editor-document.ts'
import {
  committedDocumentAtom,
  editAtom,
  editHoldAtom,
  openDocumentAtom,
  redoAtom,
  undoAtom,
} from '../model/document-atoms.ts'
import {
  chosenProposalAtom,
  isProposeOpenAtom,
  moreProposalsAtom,
  proposingAtom,
  showMoreProposalsAtom,
  shownProposalsAtom,
} from '../model/propose/propose-atoms.ts'
import { proposalsOf } from '../model/propose/proposals.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { acceptProposals, dismissProposals, proposeCommand } from './propose-steps.ts'

const SCAN = { width: 10_000, height: 8_000 }

/** An editor with so many proposals in its panel. */
function proposed(count: number) {
  const store = createStore()
  store.set(openDocumentAtom, { document: EMPTY_DOCUMENT, published: EMPTY_DOCUMENT })
  store.set(scanSizeAtom, SCAN)
  store.set(isProposeOpenAtom, true)
  const points = Array.from({ length: count }, (_, at) => ({
    image: [300 * at, 250 * at] as [number, number],
    map: [at, 50] as [number, number],
    read: `WORD ${at}`,
    name: `Place ${at}`,
    odds: 4,
  }))
  const proposals = proposalsOf(points, SCAN, null)
  store.set(proposingAtom, { phase: 'answered', near: null, reason: 'found', proposals })
  const letters = () =>
    store
      .get(shownProposalsAtom)
      .map(({ letter }) => letter)
      .join('')
  const names = () => store.get(committedDocumentAtom).points.map(({ proposed: origin }) => origin?.name)
  const chosen = () => store.get(chosenProposalAtom)
  return {
    store,
    letters,
    names,
    chosen,
    key: (command: Parameters<typeof proposeCommand>[1]) => proposeCommand(store, command),
  }
}

it('accepts the chosen proposal by its key and goes on to the next', () => {
  const { letters, names, chosen, key } = proposed(3)
  expect(chosen()?.letter).toBe('A')
  expect(key({ command: 'choosePoint', step: 1 })).toBe(true)
  expect(key({ command: 'acceptProposal' })).toBe(true)
  expect([letters(), chosen()?.letter, names()]).toEqual(['AC', 'C', ['Place 1']])
  key({ command: 'acceptProposal' })
  expect([letters(), chosen()?.letter]).toEqual(['A', 'A'])
})

it('accepts all that are shown in one step, which one undo takes back', () => {
  const { store, letters, names } = proposed(15)
  expect(letters()).toBe('ABCDEFGHIJKL')
  expect(acceptProposals(store, store.get(shownProposalsAtom))).toBe(true)
  expect(names()).toEqual(Array.from({ length: 12 }, (_, at) => `Place ${at}`))
  expect([letters(), store.get(moreProposalsAtom)]).toEqual(['', 3])
  store.set(showMoreProposalsAtom)
  expect(letters()).toBe('MNO')
  store.set(undoAtom)
  expect([names(), letters()]).toEqual([[], 'ABCDEFGHIJKLMNO'])
  store.set(redoAtom)
  expect([names().length, letters()]).toEqual([12, 'MNO'])
})

it('dismisses the chosen one or all, which is no step of the document', () => {
  const { store, letters, names, chosen, key } = proposed(4)
  key({ command: 'choosePoint', step: -1 })
  expect(chosen()?.letter).toBe('D')
  expect(key({ command: 'delete' })).toBe(true)
  expect([letters(), chosen()?.letter]).toEqual(['ABC', 'C'])
  dismissProposals(store, store.get(shownProposalsAtom))
  expect([letters(), chosen(), names()]).toEqual(['', null, []])
  // Without proposals keys mean what they always do.
  expect(key({ command: 'acceptProposal' })).toBeUndefined()
})

it('accepts nothing while editing waits, or where the map takes no more points', () => {
  const { store, names } = proposed(3)
  store.set(editHoldAtom, 'draft')
  expect(acceptProposals(store, store.get(shownProposalsAtom))).toBe(false)
  store.set(editHoldAtom, null)
  const many = Array.from({ length: 1_998 }, (_, at) => ({
    id: `p${at}`,
    image: [9_999, at] as const,
    map: [at, 0] as const,
  }))
  store.set(editAtom, { action: (document) => acceptPoints(document, many), label: { action: 'import' } })
  expect(acceptProposals(store, store.get(shownProposalsAtom))).toBe(false)
  expect(names().filter(Boolean)).toEqual([])
})

it('lists no proposal again whose point was moved by hand', () => {
  const { store, letters } = proposed(2)
  acceptProposals(store, store.get(shownProposalsAtom).slice(0, 1))
  const { id } = store.get(committedDocumentAtom).points[0]!
  store.set(editAtom, {
    action: (document) => moveImagePoint(document, id, [5_000, 1_000]),
    label: { action: 'moveImage', number: 1 },
  })
  expect(letters()).toBe('B')
  expect(store.get(committedDocumentAtom).points[0]?.proposed).toEqual({ read: 'WORD 0', name: 'Place 0' })
})

it('shows no proposals while the panel is closed', () => {
  const { store, letters } = proposed(2)
  store.set(isProposeOpenAtom, false)
  expect(letters()).toBe('')
  store.set(isProposeOpenAtom, true)
  expect(letters()).toBe('AB')
})

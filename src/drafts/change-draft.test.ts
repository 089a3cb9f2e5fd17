import { expect, it } from 'vitest'
import { changeDraft, sendKeptDraft } from './change-draft.ts'
import type { DraftPlaces } from './change-draft.ts'
import type { Draft } from './draft-store.ts'
import type { ServerCopy } from './draft-sync.ts'
import { addPoint, EMPTY_DOCUMENT } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

const docOf = (...xs: number[]) =>
  xs.reduce((document, x) => addPoint(document, `${x}`, [x, 0], [x, 0]), EMPTY_DOCUMENT)
const xsOf = (document: EditorDocument | undefined) => document?.points.map(({ image }) => image[0])
const UNPUBLISHED = { transformation: null, version: null }

type LocalDraft = Omit<Draft, 'userId' | 'mapId' | 'savedAt'>

/** A device and an account, each with a draft or none. */
function placesWith(start: {
  local?: LocalDraft
  server?: ServerCopy
  isAway?: boolean
  isForbidden?: boolean
}) {
  const state = { local: start.local, server: start.server ?? null, isAway: start.isAway ?? false }
  const places: DraftPlaces = {
    loadLocal: async () => state.local && { userId: 'u', mapId: 'm', savedAt: 0, ...state.local },
    saveLocal: async (draft) => {
      if (start.isForbidden) throw new Error('forbidden')
      state.local = draft
    },
    dropLocal: async () => {
      state.local = undefined
    },
    load: async () => {
      if (state.isAway) throw new Error('away')
      return state.server
    },
    save: async (work, follows) => {
      if (state.isAway) throw new Error('away')
      if ((state.server?.version ?? null) !== follows) throw new Error('conflict')
      state.server = { ...work, version: (follows ?? 0) + 1, savedAt: 0 }
      return state.server.version
    },
    faultOf: (error) => (error instanceof Error && error.message === 'conflict' ? 'conflict' : 'away'),
  }
  return { state, places }
}
const add = (x: number) => (document: EditorDocument) => addPoint(document, `${x}`, [x, 0], [x, 0])
const kept = (document: EditorDocument, follows: number | null, isKept: boolean): LocalDraft => ({
  document,
  baseVersion: null,
  follows,
  isKept,
  sent: null,
})
const copy = (document: EditorDocument, version: number): ServerCopy => ({
  document,
  baseVersion: null,
  version,
  savedAt: 0,
})

it('begins with what is published where there is no draft, and keeps it in both places', async () => {
  const { state, places } = placesWith({})
  expect(await changeDraft(places, UNPUBLISHED, add(1))).toBe('account')
  expect(xsOf(state.server?.document)).toEqual([1])
  expect(state.local).toMatchObject({ follows: 1, isKept: true })
})

it('goes on from the draft of the account, or from what this device alone has', async () => {
  const newer = placesWith({ local: kept(docOf(1), 1, true), server: copy(docOf(1, 2), 2) })
  await changeDraft(newer.places, UNPUBLISHED, add(3))
  expect(xsOf(newer.state.server?.document)).toEqual([1, 2, 3])
  const unsent = placesWith({ local: kept(docOf(1, 4), 1, false), server: copy(docOf(1), 1) })
  await changeDraft(unsent.places, UNPUBLISHED, add(5))
  expect(xsOf(unsent.state.server?.document)).toEqual([1, 4, 5])
})

it('keeps what is changed without a connection on the device, and sends it when the connection is back', async () => {
  const { state, places } = placesWith({ server: copy(docOf(1), 1), isAway: true })
  expect(await changeDraft(places, UNPUBLISHED, add(2))).toBe('device')
  expect(await changeDraft(places, UNPUBLISHED, add(3))).toBe('device')
  expect(xsOf(state.local?.document)).toEqual([2, 3])
  state.isAway = false
  // Another draft is there, of which nothing was known: it is not overwritten.
  expect(await sendKeptDraft(places)).toBe(false)
  expect(xsOf(state.server?.document)).toEqual([1])
  state.server = null
  expect(await sendKeptDraft(places)).toBe(true)
  expect(xsOf((state.server as ServerCopy | null)?.document)).toEqual([2, 3])
  expect(await sendKeptDraft(places)).toBe(false)
})

it('overwrites nothing that was saved elsewhere beside what this device alone has', async () => {
  const { state, places } = placesWith({ local: kept(docOf(1, 4), 1, false), server: copy(docOf(9), 2) })
  expect(await changeDraft(places, UNPUBLISHED, add(5))).toBe('device')
  expect(xsOf(state.server?.document)).toEqual([9])
  expect(xsOf(state.local?.document)).toEqual([1, 4, 5])
})

it('says so where nobody keeps it, and leaves no draft that says what is published', async () => {
  const forbidden = placesWith({ isAway: true, isForbidden: true })
  await expect(changeDraft(forbidden.places, UNPUBLISHED, add(1))).rejects.toThrow('neither')
  const { state, places } = placesWith({ local: kept(docOf(1), null, false), isAway: true })
  await changeDraft(places, UNPUBLISHED, () => EMPTY_DOCUMENT)
  expect(state.local).toBeUndefined()
})

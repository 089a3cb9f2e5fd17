import { expect, it } from 'vitest'
import { draftOffers, draftWithoutQuestion } from './draft-offers.ts'
import { addPoint, EMPTY_DOCUMENT } from './editor-document.ts'

const documentOf = (x: number) => addPoint(EMPTY_DOCUMENT, `${x}`, [x, 0], [0, 0])
const local = (x: number, follows: number | null, isKept = false, savedAt = 1) => ({
  userId: 'u',
  mapId: 'm',
  savedAt,
  document: documentOf(x),
  baseVersion: null,
  follows,
  isKept,
  sent: null,
})
const server = (x: number, version: number, savedAt = 2) => ({
  version,
  savedAt,
  document: documentOf(x),
  baseVersion: null,
})
const offers = (...args: Parameters<typeof draftOffers>) => draftOffers(...args).map(({ from }) => from)
const nothing = { document: EMPTY_DOCUMENT, baseVersion: null }

it('offers the one draft there is, wherever it lies, and none that says what is published', () => {
  expect(offers(nothing, local(1, null), null)).toEqual(['browser'])
  expect(offers(nothing, undefined, server(1, 5))).toEqual(['account'])
  expect(offers({ document: documentOf(1), baseVersion: 1 }, local(1, null), server(1, 5))).toEqual([])
})

it('offers the same work once, on the later of the overlays that it was kept with', () => {
  const on = (here: number | null, there: number | null) =>
    draftOffers(nothing, { ...local(1, 5), baseVersion: here }, { ...server(1, 5), baseVersion: there }).map(
      ({ baseVersion }) => baseVersion,
    )
  expect(on(1, 2)).toEqual([2])
  expect(on(2, null)).toEqual([2])
  expect(on(null, null)).toEqual([null])
})

it('offers the newer of two where one went on from the other', () => {
  expect(offers(nothing, local(1, 5), server(2, 5))).toEqual(['browser'])
  expect(offers(nothing, local(1, 5, true), server(2, 6))).toEqual(['account'])
})

it('offers both where both were changed, the newer first', () => {
  expect(offers(nothing, local(1, 5), server(2, 6))).toEqual(['account', 'browser'])
  expect(offers(nothing, local(1, null, false, 9), server(2, 6))).toEqual(['browser', 'account'])
})

it('goes on from what was sent from here, once that is published, and from nothing else', () => {
  const published = { document: documentOf(1), baseVersion: 3 }
  const base = (sent: number | null) =>
    draftOffers(published, { ...local(2, 5), sent: sent === null ? null : documentOf(sent) }, null).map(
      ({ baseVersion }) => baseVersion,
    )
  expect(base(1)).toEqual([3])
  expect(base(4)).toEqual([null])
  expect(base(null)).toEqual([null])
})

it('takes up without a question the only draft, begun on what is published or where nothing is', () => {
  const taken = (published: number | null, ...args: Parameters<typeof draftOffers>) =>
    draftWithoutQuestion(draftOffers(...args), published)?.from
  expect(taken(null, nothing, local(1, null), null)).toBe('browser')
  expect(taken(3, nothing, { ...local(1, null), baseVersion: 3 }, null)).toBe('browser')
  // Something was published since.
  expect(taken(4, nothing, { ...local(1, null), baseVersion: 3 }, null)).toBeUndefined()
  // Both were changed.
  expect(taken(null, nothing, local(1, 5), server(2, 6))).toBeUndefined()
  expect(taken(null, nothing, undefined, null)).toBeUndefined()
})

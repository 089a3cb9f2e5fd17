import { expect, it } from 'vitest'
import { addPoint, EMPTY_DOCUMENT } from '../../drafts/editor-document.ts'
import { publicationOf } from './publication.ts'

const ONE = addPoint(EMPTY_DOCUMENT, 'a', [1, 1], [1, 1])
const TWO = addPoint(ONE, 'b', [2, 2], [2, 2])
const THREE = addPoint(TWO, 'c', [3, 3], [3, 3])
const first = { document: ONE, version: 1 }

it('knows one’s own overlay though a point was placed while it was made', () => {
  const here = { present: THREE, isPending: true, sent: TWO }
  expect(publicationOf(first, { document: TWO, version: 2 }, here)).toEqual({
    isTakenOver: false,
    isBase: true,
  })
})

it('knows it also where nothing had been changed before, so that the points are the same as before', () => {
  const here = { present: TWO, isPending: true, sent: ONE }
  expect(publicationOf(first, { document: ONE, version: 2 }, here)).toEqual({
    isTakenOver: false,
    isBase: true,
  })
})

it('leaves the work where it began when somebody else has published', () => {
  const here = { present: TWO, isPending: true, sent: ONE }
  expect(publicationOf(first, { document: THREE, version: 2 }, here)).toEqual({
    isTakenOver: false,
    isBase: false,
  })
  expect(publicationOf(first, { document: ONE, version: 2 }, { ...here, sent: null })?.isBase).toBe(false)
})

it('takes over what came where nothing was changed, and hears nothing in the same answer again', () => {
  const here = { present: ONE, isPending: false, sent: null }
  expect(publicationOf(first, { document: TWO, version: 2 }, here)).toEqual({
    isTakenOver: true,
    isBase: true,
  })
  expect(publicationOf(first, first, here)).toBeNull()
})

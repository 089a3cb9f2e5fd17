import { expect, it } from 'vitest'
import { documentDifference } from './document-difference.ts'
import { addPoint, EMPTY_DOCUMENT, setEnabled } from './editor-document.ts'

const build = (prefix: string, ...points: readonly (readonly [number, number])[]) =>
  points.reduce((document, [x, y]) => addPoint(document, `${prefix}${x}`, [x, 0], [y, 0]), EMPTY_DOCUMENT)

it('pairs points by what they are, not by their identity', () => {
  const kinds = (...[mine, theirs]: Parameters<typeof documentDifference>) =>
    documentDifference(mine, theirs).map(({ kind }) => kind)
  expect(kinds(build('a', [1, 1], [2, 2]), build('b', [2, 2], [1, 1]))).toEqual(['same', 'same'])
  expect(kinds(build('a', [1, 1], [2, 2]), build('b', [1, 9], [3, 3]))).toEqual(['changed', 'mine', 'theirs'])
  expect(kinds(setEnabled(build('a', [1, 1]), 'a1', false), build('b', [1, 1]))).toEqual(['changed'])
})

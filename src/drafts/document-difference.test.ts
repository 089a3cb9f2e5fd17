import { expect, it } from 'vitest'
import {
  documentDifference,
  mergeDocuments,
  pointChanges,
  settingsThatDiffer,
} from './document-difference.ts'
import { addPoint, EMPTY_DOCUMENT, type EditorDocument, setEnabled, setNote } from './editor-document.ts'

const build = (prefix: string, ...points: readonly (readonly [number, number])[]) =>
  points.reduce((document, [x, y]) => addPoint(document, `${prefix}${x}`, [x, 0], [y, 0]), EMPTY_DOCUMENT)

it('pairs points by what they are, not by their identity', () => {
  const kinds = (...[mine, theirs]: Parameters<typeof documentDifference>) =>
    documentDifference(mine, theirs).map(({ kind }) => kind)
  expect(kinds(build('a', [1, 1], [2, 2]), build('b', [2, 2], [1, 1]))).toEqual(['same', 'same'])
  expect(kinds(build('a', [1, 1], [2, 2]), build('b', [1, 9], [3, 3]))).toEqual(['changed', 'mine', 'theirs'])
  expect(kinds(setEnabled(build('a', [1, 1]), 'a1', false), build('b', [1, 1]))).toEqual(['changed'])
})

it('says in what a point differs: how far it was moved, whether it is switched off, and the notes', () => {
  const changesOf = (mine: EditorDocument, theirs: EditorDocument) =>
    documentDifference(mine, theirs).map(pointChanges)
  const one = build('a', [1, 1])
  expect(changesOf(one, build('b', [1, 1]))).toEqual([[]])
  expect(changesOf(one, build('b', [4, 1]))).toEqual([[{ kind: 'image', pixels: 3 }]])
  const [[moved] = []] = changesOf(one, build('b', [1, 101]))
  // A hundred metres of the projection near the equator.
  expect(moved).toMatchObject({ kind: 'map', metres: expect.closeTo(100, 0) as number })
  const noted = setNote(setEnabled(build('b', [1, 1]), 'b1', false), 'b1', 'Church')
  expect(changesOf(one, noted)).toEqual([
    [
      { kind: 'off', side: 'theirs' },
      { kind: 'note', mine: '', theirs: 'Church' },
    ],
  ])
  expect(changesOf(one, build('b', [2, 2]))).toEqual([[], []])
})

it('merges two documents point by point, in the order of the first and with its identities', () => {
  const mine = build('a', [1, 1], [2, 2], [3, 3], [4, 4])
  const theirs: EditorDocument = {
    ...build('b', [1, 1], [2, 9], [3, 8], [5, 5], [6, 6]),
    transformationType: 'Affine',
  }
  const chosen = new Set(['2', '5'])
  const merged = mergeDocuments(mine, theirs, {
    sideOf: ({ mine: own, theirs: other }) =>
      chosen.has(String((own ?? other)?.image[0])) ? 'theirs' : 'mine',
    settings: 'theirs',
  })
  expect(merged.points.map(({ id, image, map }) => [id, image[0], map[0]])).toEqual([
    ['a1', 1, 1],
    ['a2', 2, 9],
    ['a3', 3, 3],
    ['a4', 4, 4],
    ['b5', 5, 5],
  ])
  expect(merged.transformationType).toBe('Affine')
  expect(settingsThatDiffer(mine, theirs)).toEqual(['type'])
  const all = (side: 'mine' | 'theirs') =>
    mergeDocuments(mine, theirs, { sideOf: () => side, settings: side })
  expect(settingsThatDiffer(all('theirs'), theirs)).toEqual([])
  for (const [side, whole] of [
    ['mine', mine],
    ['theirs', theirs],
  ] as const)
    expect(documentDifference(all(side), whole).every(({ kind }) => kind === 'same')).toBe(true)
})

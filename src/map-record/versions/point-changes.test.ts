import { expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type EditorDocument } from '../../drafts/editor-document.ts'
import { boxOfChange, pointChanges } from './point-changes.ts'

const document = (
  ...points: readonly (readonly [imageX: number, mapX: number, more?: { enabled?: boolean; note?: string }])[]
): EditorDocument => ({
  ...EMPTY_DOCUMENT,
  points: points.map(([imageX, mapX, more]) => ({
    id: Math.random().toString(),
    image: [imageX, 0],
    map: [mapX, 0],
    enabled: true,
    ...more,
  })),
})

it('tells of each point what has become of it, in numbers of the later overlay', () => {
  const before = document([1, 10], [2, 20], [3, 30], [4, 40], [5, 50])
  const after = document([1, 10], [3, 33], [4, 40, { enabled: false }], [5, 50, { note: 'A mill.' }], [6, 60])
  const { changes, same } = pointChanges(before, after)
  expect(same).toBe(1)
  expect(changes.map(({ kind, number }) => [kind, number])).toEqual([
    ['moved', 2],
    ['switchedOff', 3],
    ['noted', 4],
    ['added', 5],
    ['removed', 2],
  ])
  expect(changes[0]?.metres).toBeCloseTo(3, 1)
  expect(changes[0]?.pixels).toBe(0)
  expect(boxOfChange(changes[0]!, 7)).toEqual({ minX: 23, minY: -7, maxX: 40, maxY: 7 })
  expect(new Set(changes.map(({ key }) => key)).size).toBe(changes.length)
})

it('takes every point of a first overlay for a new one, and a point that moved on the scan for a moved one', () => {
  expect(pointChanges(EMPTY_DOCUMENT, document([1, 1], [2, 2])).changes.map(({ kind }) => kind)).toEqual([
    'added',
    'added',
  ])
  const [moved] = pointChanges(document([1, 10]), document([4, 10])).changes
  expect(moved).toMatchObject({ kind: 'moved', pixels: 3, metres: 0 })
})

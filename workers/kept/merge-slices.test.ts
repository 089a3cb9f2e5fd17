import { expect, it } from 'vitest'
import { mergeSlices } from './merge-slices.ts'

const LIMITS = { gapBytes: 10, mostBytes: 100 }
const slice = (offset: number, length: number) => ({ offset, length })

it('joins what lies close together, in whatever order it is asked for', () => {
  const merged = mergeSlices([slice(200, 20), slice(0, 30), slice(40, 30), slice(70, 20)], LIMITS)
  expect(merged.map(({ offset, length, items }) => [offset, length, items.length])).toEqual([
    [0, 90, 3],
    [200, 20, 1],
  ])
})

it('asks for no more at once than it may, save for a slice that is longer by itself', () => {
  const merged = mergeSlices([slice(0, 300), slice(300, 60), slice(360, 60)], LIMITS)
  expect(merged.map(({ offset, length }) => [offset, length])).toEqual([
    [0, 300],
    [300, 60],
    [360, 60],
  ])
})

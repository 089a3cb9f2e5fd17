import { expect, it } from 'vitest'
import { footprintMeets } from './footprint-meets.ts'

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]
const box = (minX: number, minY: number, maxX: number, maxY: number) => ({ minX, minY, maxX, maxY })

it.each([
  ['a corner within', box(8, 8, 20, 20), true],
  ['a side alone', box(4, -5, 6, 15), true],
  ['the box within the map', box(1, 1, 2, 2), true],
  ['the map within the box', box(-9, -9, 99, 99), true],
  ['an edge in common', box(10, 0, 20, 10), true],
  ['nothing', box(11, 11, 20, 20), false],
] as const)('finds %s', (_, place, expected) => {
  expect(footprintMeets([square(0, 0, 10)], place)).toBe(expected)
})

it('looks at the outline rather than the box around it, and leaves holes out', () => {
  const triangle: [number, number][] = [
    [0, 0],
    [10, 0],
    [0, 10],
  ]
  expect(footprintMeets([triangle], box(8, 8, 9, 9))).toBe(false)
  expect(footprintMeets([triangle], box(4, 4, 9, 9))).toBe(true)
  expect(footprintMeets([square(0, 0, 10), square(3, 3, 4)], box(4, 4, 5, 5))).toBe(false)
})

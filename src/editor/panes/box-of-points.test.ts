import { expect, it } from 'vitest'
import { boxOfPoints } from './box-of-points.ts'

const at = (x: number, y: number) => ({ map: [x, y] as const })

it('shows a region around one point, and around two that stand close', () => {
  expect(boxOfPoints([at(0, 0)])).toEqual({ minX: -100_000, minY: -100_000, maxX: 100_000, maxY: 100_000 })
  expect(boxOfPoints([at(0, 0), at(20, 0)])).toEqual({
    minX: -99_990,
    minY: -100_000,
    maxX: 100_010,
    maxY: 100_000,
  })
})

it('shows two that stand far apart, and three wherever they stand, as they are', () => {
  expect(boxOfPoints([at(0, 0), at(400_000, 400_000)])).toEqual({
    minX: 0,
    minY: 0,
    maxX: 400_000,
    maxY: 400_000,
  })
  expect(boxOfPoints([at(0, 0), at(9, 0), at(0, 9)])).toEqual({ minX: 0, minY: 0, maxX: 9, maxY: 9 })
  expect(boxOfPoints([])).toBeNull()
})

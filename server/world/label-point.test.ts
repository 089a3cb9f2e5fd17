import { expect, it } from 'vitest'
import { labelPoint } from './label-point.ts'

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]

it('puts the name in the middle of the largest part', () => {
  const { point, squareDegrees } = labelPoint({
    type: 'MultiPolygon',
    coordinates: [[square(50, 50, 1)], [square(-2, -2, 4)]],
  })
  expect(point[0]).toBeCloseTo(0, 1)
  expect(point[1]).toBeCloseTo(0, 1)
  expect(squareDegrees).toBeCloseTo(16, 1)
})

it('stays inside a country bent like a horseshoe', () => {
  const outline = [
    [0, 0],
    [10, 0],
    [10, 10],
    [8, 10],
    [8, 3],
    [2, 3],
    [2, 10],
    [0, 10],
    [0, 0],
  ]
  const { point } = labelPoint({ type: 'Polygon', coordinates: [outline] })
  expect(point[1] < 3 || point[0] < 2 || point[0] > 8).toBe(true)
})

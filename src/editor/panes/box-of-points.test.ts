import { expect, it } from 'vitest'
import { boxOfPoints, firstBox } from './box-of-points.ts'

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

it('shows a published map first, with the points beside its crop, and the points of one that is not published', () => {
  const corners = { minX: 10, minY: 10, maxX: 20, maxY: 20 }
  const pairs = [at(0, 12), at(15, 40), at(15, 15)]
  const transformation = {
    mapPoints: [],
    imagePoints: [],
    transformationType: 'TPS' as const,
    mask: null,
    disabled: [],
    notes: {},
  }
  const ring: [number, number][] = [
    [0, 0],
    [9, 0],
    [0, 9],
  ]
  const cropped = { ...transformation, mask: [ring] }
  expect(firstBox({ corners, transformation: cropped }, pairs)).toEqual({
    minX: 0,
    minY: 10,
    maxX: 20,
    maxY: 40,
  })
  expect(firstBox({ corners, transformation }, pairs)).toEqual(corners)
  expect(firstBox({ corners: null, transformation: null }, pairs)).toEqual({
    minX: 0,
    minY: 12,
    maxX: 15,
    maxY: 40,
  })
})

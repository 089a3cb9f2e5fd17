import { expect, it } from 'vitest'
import { expectedPlace } from './expected-place.ts'

const WORLD_HALF = 20_037_508.342789244

it('a map lies where its record says, across the date line too', () => {
  const { box, point } = expectedPlace({ sheetBounds: 'N 55 W 24 E 25 S 54' })!
  expect(box!.minX).toBeCloseTo((24 / 180) * WORLD_HALF, 3)
  expect(box!.maxX).toBeCloseTo((25 / 180) * WORLD_HALF, 3)
  // EPSG:3857 northings of 54° and 55° (PROJ 9).
  expect([box!.minY, box!.maxY].map(Math.round)).toEqual([7_170_156, 7_361_866])
  expect(point[0]).toBeCloseTo((24.5 / 180) * WORLD_HALF, 3)
  const across = expectedPlace({ sheetBounds: 'N 1 W 179.5 E -179.5 S 0' })!
  expect(across.box!.maxX).toBeCloseTo((180.5 / 180) * WORLD_HALF, 3)
  expect(expectedPlace({ sheetBounds: null })).toBeNull()
})

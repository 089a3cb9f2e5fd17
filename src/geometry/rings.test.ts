import { expect, it } from 'vitest'
import { isInRings, middlesOfRings } from './rings.ts'

it('tells what lies within rings from what lies beside them or in their holes', () => {
  const rings = {
    coordinates: Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 4, 4, 4, 6, 6, 6, 6, 4),
    ringEnds: Uint32Array.of(4, 8),
  }
  expect(isInRings([2, 2], rings)).toBe(true)
  expect(isInRings([5, 5], rings)).toBe(false)
  expect(isInRings([12, 5], rings)).toBe(false)
  expect(isInRings([-1, 5], rings)).toBe(false)
})

it('gives the middle of each ring', () => {
  const rings = {
    coordinates: Float64Array.of(0, 0, 10, 0, 10, 4, 20, 20, 24, 20, 22, 30),
    ringEnds: Uint32Array.of(3, 6),
  }
  expect(middlesOfRings(rings)).toEqual([
    [5, 2],
    [22, 25],
  ])
  expect(middlesOfRings(undefined)).toEqual([])
})

import { expect, it } from 'vitest'
import { mapVectors, scanArrows } from './error-arrows.ts'

it('draws errors at a round scale that makes a middling one about a fiftieth of the scan', () => {
  const { vectors, scale } = scanArrows(Float64Array.of(3, 4, 0, 1, 6, 8), { width: 3000, height: 2000 })
  expect([...vectors]).toEqual([3, 4, 0, 1, 6, 8])
  expect(scale).toBe(10)
})

it('draws no arrow where the error is not known, and none at all without errors', () => {
  const { vectors } = scanArrows(Float64Array.of(Number.NaN, Number.NaN, 3, 4), { width: 100, height: 100 })
  expect([...vectors]).toEqual([0, 0, 3, 4])
  expect(scanArrows(Float64Array.of(0, 0), { width: 100, height: 100 }).scale).toBe(1)
})

it('never draws an error shorter than it is', () => {
  expect(scanArrows(Float64Array.of(900, 0), { width: 1000, height: 1000 }).scale).toBe(1)
})

it('shows an error on the map as the way from the given point to where the warp puts the image point', () => {
  expect([...mapVectors(Float64Array.of(10, 20, 1, 1), Float64Array.of(13, 16, Number.NaN, 5))]).toEqual([
    3, -4, 0, 4,
  ])
})

import { describe, expect, it } from 'vitest'
import { movedPoint } from './moved-point.ts'

const BEFORE = Float64Array.of(1, 2, 30, 40, 5, 6, 70, 80)

describe('what a drag has moved', () => {
  it('is one image point', () => {
    const moved = movedPoint(BEFORE, Float64Array.of(1, 2, 30, 40, 5.5, 6, 70, 80))
    expect(moved).toEqual({ index: 1, imageX: 5.5, imageY: 6, mapX: 70, mapY: 80, onlyImage: true })
  })

  it('is one map point', () => {
    expect(movedPoint(BEFORE, Float64Array.of(1, 2, 31, 41, 5, 6, 70, 80))).toMatchObject({
      index: 0,
      onlyImage: false,
    })
  })

  it('is nothing when the point is back where it was, and still a drag', () => {
    expect(movedPoint(BEFORE, BEFORE.slice())).toMatchObject({ index: 0, onlyImage: true })
  })

  it('is too much when two points or their number have changed', () => {
    expect(movedPoint(BEFORE, Float64Array.of(1, 2, 31, 40, 5, 6.1, 70, 80))).toBeNull()
    expect(movedPoint(BEFORE, BEFORE.slice(0, 4))).toBeNull()
  })
})

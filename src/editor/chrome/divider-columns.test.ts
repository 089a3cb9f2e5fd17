import { describe, expect, it } from 'vitest'
import { dividerColumns } from './divider-columns.ts'

describe('the columns of the split view', () => {
  it.each([1, 1.25, 1.5, 2, 2.625, 3])('meet on whole device pixels at a ratio of %d', (ratio) => {
    for (const width of [1232, 1231, 997])
      for (const share of [0.15, 1 / 3, 0.5, 0.618, 0.85]) {
        const { left, divider, right } = dividerColumns({ left: 48, width }, share, ratio)
        for (const edge of [48 + left, 48 + left + divider]) {
          const device = edge * ratio
          expect(Math.abs(device - Math.round(device))).toBeLessThan(1e-6)
        }
        expect(left + divider + right).toBeCloseTo(width, 9)
        expect(left / (left + right)).toBeCloseTo(share, 2)
      }
  })

  it('are never negative', () => {
    expect(dividerColumns({ left: 0, width: 0 }, 0.5, 1)).toEqual({ left: 0, divider: 7, right: 0 })
  })
})

import { describe, expect, it } from 'vitest'
import { radiiAt, summaryOf } from './uncertainty-grid.ts'

/** 6 by 4 cells over a scan of 600 by 400 px: 10 m within, 30 m along the edge. */
const grid = {
  columns: 6,
  rows: 4,
  radiusMetres: Float32Array.from({ length: 24 }, (_, at) => {
    const [column, row] = [at % 6, Math.floor(at / 6)]
    return column % 5 === 0 || row % 3 === 0 ? 30 : 10
  }),
}
const scan = { width: 600, height: 400 }

describe('how far off the places of a map may be', () => {
  it('is told in the middle of all and along the edge of the scan', () => {
    expect(summaryOf(grid, scan, [])).toEqual({ medianMetres: 30, edgeMetres: 30 })
  })

  it('is told of what a crop leaves', () => {
    const inner = [
      [
        [100, 100],
        [500, 100],
        [500, 300],
        [100, 300],
      ],
    ] as const
    expect(summaryOf(grid, scan, inner)).toEqual({ medianMetres: 10, edgeMetres: 10 })
    const hole = [
      [
        [0, 0],
        [600, 0],
        [600, 400],
        [0, 400],
      ],
      ...inner,
    ] as const
    expect(summaryOf(grid, scan, hole)).toEqual({ medianMetres: 30, edgeMetres: 30 })
    expect(
      summaryOf(grid, scan, [
        [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
      ]),
    ).toBeNull()
  })

  it('passes over cells without a place', () => {
    const radiusMetres = grid.radiusMetres.map((radius) => (radius === 30 ? NaN : radius))
    expect(summaryOf({ ...grid, radiusMetres }, scan, [])?.medianMetres).toBe(10)
    expect(summaryOf({ ...grid, radiusMetres: new Float32Array(24).fill(NaN) }, scan, [])).toBeNull()
  })

  it('is asked at each middle', () => {
    const radii = radiiAt({ radiusAt: (x, y) => x + y }, Float64Array.of(1, 2, NaN, 3, 10, 20))
    expect([...radii]).toEqual([3, NaN, 30])
  })
})

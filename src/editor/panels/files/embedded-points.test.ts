import { describe, expect, it } from 'vitest'
import { pointsOfFile } from './embedded-points.ts'

const carrying = (count: number) => ({
  source: 'gcps' as const,
  crs: 'EPSG:4326',
  points: Array.from({ length: count }, (_, i) => ({
    image: [i, 2 * i] as [number, number],
    map: [10 * i, -i] as [number, number],
  })),
})

describe('the points of a file', () => {
  it('become control points that are switched on', () => {
    expect(pointsOfFile(carrying(2))).toEqual([
      { image: [0, 0], map: [0, -0], enabled: true },
      { image: [1, 2], map: [10, -1], enabled: true },
    ])
  })

  it('are thinned evenly where there are more than a map may have', () => {
    const columns = pointsOfFile(carrying(5000)).map(({ image: [x] }) => x)
    expect(columns).toHaveLength(2000)
    expect(columns.slice(0, 5)).toEqual([0, 2, 5, 7, 10])
    expect(columns.at(-1)).toBe(4997)
  })
})

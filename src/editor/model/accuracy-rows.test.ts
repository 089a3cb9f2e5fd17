import { describe, expect, it } from 'vitest'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { accuracyRows, byError, summarise } from './accuracy-rows.ts'
import type { FitQuality } from './accuracy-rows.ts'

const points: ControlPoint[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({
  id,
  image: [0, 0],
  map: [0, 0],
  enabled: id !== 'b',
}))
const named = (index: number, score: number) => ({
  index,
  score,
  metres: 180,
  neighbours: 8,
  agreeMetres: 15,
})
const fitted = ['a', 'c', 'd', 'e', 'f', 'g']
const quality: FitQuality = {
  leaveOneOut: Float64Array.of(3, 4, 0, 1, 6, 8, 0, 2, Number.NaN, Number.NaN, 0, 3),
  residuals: Float64Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1),
  groundMetresPerPixel: Float64Array.of(2, 2, 3, 2, 2, 2),
  suspects: [named(2, 9), named(3, 7), named(0, 1.5)],
}
const rows = accuracyRows(points, fitted, quality)

describe('the accuracy table', () => {
  it('gives each point its error in pixels and in metres where it lies', () => {
    expect(rows[0]).toMatchObject({ number: 1, errorPx: 5, errorMetres: 10, residualPx: 1 })
    expect(rows[3]).toMatchObject({ number: 4, errorPx: 10, errorMetres: 30 })
  })

  it('gives no error to a switched-off point and to one that cannot be judged', () => {
    expect(rows[1]).toMatchObject({ number: 2, errorPx: null, residualPx: null })
    expect(rows[5]).toMatchObject({ number: 6, errorPx: null, errorMetres: null, residualPx: 1 })
  })

  it('names only suspects of a high score, the most suspicious first, by the number that is shown', () => {
    expect(summarise(rows).toCheck).toEqual([4, 5])
    expect(rows[3]?.reason).toMatchObject({ metres: 180, neighbours: 8, agreeMetres: 15 })
    expect(rows[0]?.reason).toBeNull()
  })

  it('names no suspect while there are too few points', () => {
    const few = accuracyRows(points.slice(0, 4), ['a', 'c', 'd'], quality)
    expect(summarise(few)).toMatchObject({ toCheck: [], missing: 3 })
  })

  it('sums up by the median and by root mean squares', () => {
    const summary = summarise(rows)
    expect(summary).toMatchObject({ pointCount: 7, usedCount: 6, typicalPx: 3, missing: 0 })
    expect(summary.looRmsePx).toBeCloseTo(Math.sqrt((25 + 1 + 100 + 4 + 9) / 5), 12)
    expect(summary.rmsePx).toBe(1)
    expect(summary.worst).toEqual({ id: 'd', number: 4, errorPx: 10 })
  })

  it('says nothing about errors before there is a fit', () => {
    expect(summarise(accuracyRows(points, [], null))).toMatchObject({
      typicalPx: null,
      looRmsePx: null,
      rmsePx: null,
      worst: null,
      toCheck: [],
    })
  })

  it('sorts the worst first and the unknown last', () => {
    expect(byError(rows).map(({ number }) => number)).toEqual([4, 1, 7, 5, 3, 2, 6])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bandLength,
  clampZoom,
  everyYears,
  labelSpacing,
  markSpacing,
  positionOf,
  pxPerYear,
  steppedZoom,
  wheeledZoom,
  yearAt,
  ZOOM_MAX,
  ZOOM_MIN,
} from './time-scale.ts'

const anyZoom = fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10)

describe('the scale of the timeline', () => {
  it('gives a year 2 px times the zoom, and ends at 4000 px times the zoom', () => {
    for (const zoom of [0.1, 1, 2, 3, 4]) {
      expect(pxPerYear(zoom)).toBe(2 * zoom)
      expect(positionOf(1000, zoom)).toBeCloseTo(2000 * zoom, 9)
      expect(bandLength(zoom)).toBeCloseTo(4000 * zoom, 9)
    }
  })

  it('leads from a year to its position and back at every zoom', () => {
    fc.assert(
      fc.property(anyZoom, fc.integer({ min: 0, max: 2000 }), (zoom, year) => {
        expect(yearAt(positionOf(year, zoom), zoom)).toBe(year)
      }),
    )
  })

  it('keeps to the years 0 to 2000 wherever it is pressed', () => {
    fc.assert(
      fc.property(anyZoom, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (zoom, position) => {
        const year = yearAt(position, zoom)
        expect(Number.isInteger(year) && year >= 0 && year <= 2000).toBe(true)
      }),
    )
    expect(yearAt(-1, 4)).toBe(0)
    expect(yearAt(16_001, 4)).toBe(2000)
  })

  it('zooms through 0.1, 1, 2, 3 and 4 by its buttons, and by 0.1 a notch of the wheel', () => {
    expect([4, 3, 2, 1, 0.1].map((zoom) => steppedZoom(zoom, -1))).toEqual([3, 2, 1, 0.1, 0.1])
    expect([0.1, 1, 2, 3, 4].map((zoom) => steppedZoom(zoom, 1))).toEqual([1, 2, 3, 4, 4])
    expect(steppedZoom(1.4, 1)).toBe(2)
    expect(steppedZoom(1.4, -1)).toBe(1)
    expect(wheeledZoom(2, 100)).toBe(1.9)
    expect(wheeledZoom(2, -3)).toBe(2.1)
    expect(wheeledZoom(ZOOM_MAX, -100)).toBe(ZOOM_MAX)
    expect(wheeledZoom(ZOOM_MIN, 100)).toBe(ZOOM_MIN)
    expect(clampZoom(99)).toBe(4)
    expect(clampZoom(0)).toBe(0.1)
  })

  it('marks every 1, 2, 5 or 10 years, and writes years only where there is room', () => {
    expect([4, 3, 2, 1, 0.5, 0.1].map(markSpacing)).toEqual([1, 2, 2, 5, 10, 10])
    expect([4, 3, 2, 1, 0.5, 0.1].map(labelSpacing)).toEqual([5, 10, 10, 20, 50, 200])
    fc.assert(
      fc.property(anyZoom, (zoom) => {
        expect([1, 2, 5, 10]).toContain(markSpacing(zoom))
        expect(labelSpacing(zoom) * pxPerYear(zoom)).toBeGreaterThanOrEqual(40)
        expect(labelSpacing(zoom) % markSpacing(zoom)).toBe(0)
      }),
    )
    expect(everyYears(500)).toEqual([0, 500, 1000, 1500, 2000])
  })
})

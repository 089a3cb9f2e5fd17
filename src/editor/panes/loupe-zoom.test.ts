import { describe, expect, it } from 'vitest'
import { metresPerPixelAt } from '../../geometry/mercator.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import { loupeZoomOverMap, loupeZoomOverScan } from './loupe-zoom.ts'

/** CSS px around the Earth at a level: 256 at level 0, twice as many with each. */
const worldPx = (zoom: number) => (2 * 20_037_508.342789244) / metresPerPixelAt(zoom)

describe('a level of a map', () => {
  it('is counted in tiles of 256 px', () => {
    for (const level of [0, 1, 14, 15, 18, 20])
      expect(worldPx(zoomOfLevel(level))).toBeCloseTo(256 * 2 ** level, 4)
  })
})

describe('the loupe', () => {
  it('is two levels closer than the pane beneath', () => {
    expect(loupeZoomOverMap(12.5)).toBe(14.5)
    expect(loupeZoomOverScan(-1.5, { width: 9_000, height: 12_000 })).toBe(0.5)
  })

  it('goes no closer than level 20 and no further than level 1, over the base map and over a scan', () => {
    expect(worldPx(loupeZoomOverMap(22))).toBeCloseTo(256 * 2 ** 20, 0)
    expect(worldPx(loupeZoomOverMap(-2))).toBeCloseTo(512, 6)
    const scan = { width: 3_000, height: 5_000 }
    const longerSidePx = (zoom: number) => 5_000 * 2 ** zoom
    expect(longerSidePx(loupeZoomOverScan(-9, scan))).toBeCloseTo(512, 6)
    expect(longerSidePx(loupeZoomOverScan(30, scan))).toBeCloseTo(256 * 2 ** 20, 0)
  })
})

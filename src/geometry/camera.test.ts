import { describe, expect, it } from 'vitest'
import {
  boxAround,
  fitBox,
  fitScan,
  mapToPane,
  paddingClearOf,
  paneToMap,
  paneToScan,
  scanToPane,
  visibleBox,
} from './camera.ts'
import type { BaseCamera } from './camera.ts'
import { metresPerPixelAt } from './mercator.ts'

const PANE = { width: 800, height: 600 }

describe('the camera over a scan', () => {
  it('shows the whole scan within the padding', () => {
    const camera = fitScan({ width: 4000, height: 1000 }, PANE, 20)
    expect(scanToPane(camera, PANE, [0, 500])).toEqual([20, 300])
    expect(scanToPane(camera, PANE, [4000, 500])).toEqual([780, 300])
  })

  it('keeps the whole scan clear of what lies over the edges, each edge for itself', () => {
    const padding = { top: 10, right: 60, bottom: 90, left: 140 }
    const wide = fitScan({ width: 4000, height: 1000 }, PANE, padding)
    expect(scanToPane(wide, PANE, [0, 500]).map(Math.round)).toEqual([140, 260])
    expect(scanToPane(wide, PANE, [4000, 500]).map(Math.round)).toEqual([740, 260])
    const high = fitScan({ width: 100, height: 1000 }, PANE, padding)
    expect(scanToPane(high, PANE, [50, 0]).map(Math.round)).toEqual([440, 10])
    expect(scanToPane(high, PANE, [50, 1000]).map(Math.round)).toEqual([440, 510])
  })

  it('uses half of a pane that has no room for the padding', () => {
    const camera = fitScan({ width: 100, height: 10 }, { width: 100, height: 100 }, 80)
    expect(2 ** camera.zoom).toBeCloseTo(0.5, 9)
  })

  it('finds the scan px under the pointer', () => {
    const camera = { centre: [100, 200] as const, zoom: 2, bearing: 0 }
    const [x, y] = paneToScan(camera, PANE, [500, 100])
    expect([x, y]).toEqual([125, 150])
    expect(scanToPane(camera, PANE, [x, y])).toEqual([500, 100])
  })
})

describe('the camera over a turned scan', () => {
  it('has the bearing up: at 90 degrees the right edge is up', () => {
    const camera = { centre: [100, 200] as const, zoom: 1, bearing: 90 }
    const [x, y] = scanToPane(camera, PANE, [110, 200])
    expect(x).toBeCloseTo(400, 9)
    expect(y).toBeCloseTo(280, 9)
  })

  it('leads there and back, at every turn', () => {
    for (const bearing of [-170, -90, -33, 0, 12.5, 45, 90, 180]) {
      const camera = { centre: [1234, 567] as const, zoom: -1.3, bearing }
      for (const css of [
        [0, 0],
        [17, 555],
        [799, 1],
      ] as const) {
        const [x, y] = scanToPane(camera, PANE, paneToScan(camera, PANE, css))
        expect(x).toBeCloseTo(css[0], 6)
        expect(y).toBeCloseTo(css[1], 6)
      }
    }
  })

  it('fits as a whole, each corner clear of what lies over the edges', () => {
    const scan = { width: 4000, height: 1000 }
    const padding = { top: 10, right: 60, bottom: 90, left: 140 }
    for (const bearing of [0, 30, 90, -135]) {
      const camera = fitScan(scan, PANE, padding, bearing)
      const corners = [
        [0, 0],
        [4000, 0],
        [4000, 1000],
        [0, 1000],
      ].map(([x = 0, y = 0]) => scanToPane(camera, PANE, [x, y]))
      const xs = corners.map(([x]) => x)
      const ys = corners.map(([, y]) => y)
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(140 - 1e-6)
      expect(Math.max(...xs)).toBeLessThanOrEqual(740 + 1e-6)
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(10 - 1e-6)
      expect(Math.max(...ys)).toBeLessThanOrEqual(510 + 1e-6)
      expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(880, 6)
    }
  })
})

describe('the camera over the map', () => {
  it('has the bearing up: at 90 degrees east is up', () => {
    const camera: BaseCamera = { centre: [1000, 2000], zoom: 15, bearing: 90 }
    const metres = metresPerPixelAt(15)
    const [x, y] = mapToPane(camera, PANE, [1000 + 10 * metres, 2000])
    expect(x).toBeCloseTo(400, 9)
    expect(y).toBeCloseTo(290, 9)
  })

  it('finds the point under the pointer, turned or not', () => {
    const camera: BaseCamera = { centre: [2.8e6, 7.3e6], zoom: 18, bearing: 33 }
    const point = paneToMap(camera, PANE, [17, 555])
    const [x, y] = mapToPane(camera, PANE, point)
    expect(x).toBeCloseTo(17, 6)
    expect(y).toBeCloseTo(555, 6)
  })

  it('sees a box around the turned pane', () => {
    const north = visibleBox({ centre: [0, 0], zoom: 10, bearing: 0 }, PANE)
    const east = visibleBox({ centre: [0, 0], zoom: 10, bearing: 90 }, PANE)
    expect(north.maxX / north.maxY).toBeCloseTo(800 / 600, 9)
    expect(east.maxX / east.maxY).toBeCloseTo(600 / 800, 9)
  })

  it('fits a box within the padding and no deeper than told', () => {
    const box = { minX: 0, minY: 0, maxX: 7600, maxY: 1000 }
    const camera = fitBox(box, PANE, 20)
    expect(mapToPane(camera, PANE, [0, 500])[0]).toBeCloseTo(20, 6)
    const padded = fitBox(box, PANE, { top: 0, right: 0, bottom: 100, left: 40 })
    expect(mapToPane(padded, PANE, [0, 500])[0]).toBeCloseTo(40, 6)
    expect(mapToPane(padded, PANE, [7600, 500])[0]).toBeCloseTo(800, 6)
    expect(mapToPane(padded, PANE, [0, 500])[1]).toBeCloseTo(250, 6)
    // Level 18, counted in tiles of 256 px.
    expect(fitBox({ minX: 5, minY: 5, maxX: 5, maxY: 5 }, PANE).zoom).toBe(17)
  })

  it('fits a box beside what covers the lower left corner, or above it, wherever it is larger', () => {
    const [padding, cover] = [
      { top: 10, right: 10, bottom: 10, left: 10 },
      { right: 300, up: 200 },
    ]
    const high = { minX: 0, minY: 0, maxX: 100, maxY: 1000 }
    expect(paddingClearOf(cover, high, PANE, padding)).toEqual({ ...padding, left: 300 })
    const wide = { minX: 0, minY: 0, maxX: 1000, maxY: 100 }
    expect(paddingClearOf(cover, wide, PANE, padding)).toEqual({ ...padding, bottom: 200 })
  })

  it('has no box around nothing', () => {
    expect(boxAround([])).toBeNull()
    expect(
      boxAround([
        [1, 5],
        [-2, 3],
      ]),
    ).toEqual({ minX: -2, minY: 3, maxX: 1, maxY: 5 })
  })
})

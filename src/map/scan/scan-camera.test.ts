import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanToPane } from '../../geometry/camera.ts'
import { heldCamera, wholeScan, zoomLimits } from './scan-camera.ts'

const size = (most: number) =>
  fc.record({ width: fc.integer({ min: 1, max: most }), height: fc.integer({ min: 1, max: most }) })
const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const camera = fc.record({ centre: fc.tuple(number, number), zoom: number, bearing: fc.constant(0) })

describe('the camera over a scan', () => {
  it('keeps the scan across the middle of the pane, whatever is asked for', () => {
    fc.assert(
      fc.property(size(60_000), size(4000), camera, (scan, pane, asked) => {
        const held = heldCamera(asked, scan, zoomLimits({ scan }, pane))
        const [left, top] = scanToPane(held, pane, [0, 0])
        const [right, bottom] = scanToPane(held, pane, [scan.width, scan.height])
        const slack = 1e-6 * (1 + Math.abs(left) + Math.abs(right) + Math.abs(top) + Math.abs(bottom))
        expect(left).toBeLessThanOrEqual(pane.width / 2 + slack)
        expect(right).toBeGreaterThanOrEqual(pane.width / 2 - slack)
        expect(top).toBeLessThanOrEqual(pane.height / 2 + slack)
        expect(bottom).toBeGreaterThanOrEqual(pane.height / 2 - slack)
      }),
    )
  })

  it('leaves a camera alone that is within its limits, the whole scan and a loupe among them', () => {
    fc.assert(
      fc.property(size(60_000), size(4000), camera, (scan, pane, asked) => {
        const limits = zoomLimits({ scan }, pane)
        const held = heldCamera(asked, scan, limits)
        expect(heldCamera(held, scan, limits)).toEqual(held)
        expect(heldCamera(wholeScan({ scan }, pane), scan, limits)).toEqual(wholeScan({ scan }, pane))
      }),
    )
    const loupe = { centre: [5, 5] as const, zoom: 7, bearing: 0 }
    const scan = { width: 10, height: 10 }
    const limits = zoomLimits({ scan, initialCamera: loupe }, { width: 150, height: 150 })
    expect(heldCamera(loupe, scan, limits)).toEqual(loupe)
  })
})

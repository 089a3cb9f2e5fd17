import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHEET, fromSheet, toSheet } from './projection.ts'

describe('the projection of the drawn map', () => {
  it('goes there and back anywhere on the sheet', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: SHEET.width, noNaN: true }),
        fc.double({ min: 0, max: SHEET.height, noNaN: true }),
        (px, py) => {
          const [x, y] = toSheet(...fromSheet(px, py))
          return Math.hypot(x - px, y - py) < 1e-6
        },
      ),
    )
  })

  it('keeps the lengths of meridians within the bend of the paper', () => {
    const [ax, ay] = toSheet(23, 55)
    const [bx, by] = toSheet(23, 56)
    const metres = Math.hypot(bx - ax, by - ay) * SHEET.metresPerPx
    expect(metres / ((SHEET.earthRadiusMetres * Math.PI) / 180)).toBeCloseTo(1, 1)
  })

  it('does not fold: the sheet is turned the same way everywhere', () => {
    for (let px = 0; px <= SHEET.width; px += 100)
      for (let py = 0; py <= SHEET.height; py += 100) {
        const [lon, lat] = fromSheet(px, py)
        const [ex, ey] = toSheet(lon + 1e-4, lat)
        const [nx, ny] = toSheet(lon, lat + 1e-4)
        expect((ex - px) * (ny - py) - (ey - py) * (nx - px)).toBeLessThan(0)
      }
  })

  it('is bent: no affine map fits it within several pixels', () => {
    const middle = toSheet(23.5, 55.5)
    const ends = [toSheet(21.5, 54.5), toSheet(25.5, 56.5)] as const
    const straight = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2] as const
    expect(Math.hypot(middle[0] - straight[0], middle[1] - straight[1])).toBeGreaterThan(5)
  })
})

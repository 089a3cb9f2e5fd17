import { describe, expect, it } from 'vitest'
import type { ControlPoint, SheetPlacement } from '../../contract/control-points.ts'
import { placeOnSheet } from '../geometry/sheet-placement.ts'
import { fittedPoints, laidNow } from './laid-sheet.ts'

const SCAN = { width: 800, height: 600 }
const laid: SheetPlacement = { centre: [2_800_000, 7_300_000], metresPerPx: 10, turnDegrees: 15 }
const point = (id: string, x: number, y: number, east = 0): ControlPoint => {
  const [mapX, mapY] = placeOnSheet(laid, SCAN, [x, y])
  return { id, image: [x, y], map: [mapX + east, mapY], enabled: true }
}
const fitted = (points: readonly ControlPoint[], type: 'TPS' | 'Polynomial2' = 'TPS') =>
  fittedPoints({ points, transformationType: type, laid }, SCAN)

describe('what is fitted of a document', () => {
  it('are its points alone where no sheet was laid, or three points well apart hold it', () => {
    const points = [point('a', 100, 100), point('b', 700, 120), point('c', 400, 500)]
    expect(fittedPoints({ points: points.slice(0, 2), transformationType: 'Affine' }, SCAN)).toEqual({
      points: points.slice(0, 2),
      type: 'Affine',
      isCarried: false,
    })
    expect(fitted(points)).toEqual({ points, type: 'TPS', isCarried: false })
  })

  it('are stand-ins beside a few points, which never pull against what was placed', () => {
    expect(fitted([]).points).toHaveLength(4)
    const one = fitted([point('a', 400, 300, 5000)])
    expect(one).toMatchObject({ isCarried: true, type: 'TPS' })
    // The whole sheet went along: one similarity runs through all.
    for (const { image, map } of one.points) {
      const [x, y] = placeOnSheet(laid, SCAN, image)
      expect([map[0] - x, map[1] - y].map(Math.round)).toEqual([5000, 0])
    }
  })

  it('are fewer stand-ins where points stand in their places, and enough of them on any line', () => {
    const row = [point('a', 90, 60), point('b', 400, 60), point('c', 720, 60)]
    const { points, isCarried } = fitted(row)
    expect(isCarried).toBe(true)
    expect(points.slice(3).map(({ image }) => image)).toEqual([
      [720, 540],
      [80, 540],
    ])
    const four = [...row, point('d', 90, 540)]
    expect(fitted(four).isCarried).toBe(false)
    // This type takes six: until then the sheet is carried.
    expect(fitted(four, 'Polynomial2')).toMatchObject({ isCarried: true, type: 'TPS' })
  })

  it('leaves a point that is switched off out of it', () => {
    const off = { ...point('a', 400, 300, 5000), enabled: false }
    expect(laidNow({ points: [off], transformationType: 'TPS', laid }, SCAN)).toEqual(laid)
    expect(fitted([off]).points.filter(({ enabled }) => enabled)).toHaveLength(4)
  })
})

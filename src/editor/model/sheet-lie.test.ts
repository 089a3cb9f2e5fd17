import { describe, expect, it } from 'vitest'
import { dpiOf, liePoints, scaleOfPaper, sheetLie } from './sheet-lie.ts'

const SCAN = { width: 4000, height: 3000 }
/** Mercator's metres are this much longer than those on the ground, at y = 7,300,000. */
const STRETCH = 1 / Math.cos(2 * Math.atan(Math.exp(7_300_000 / 6_378_137)) - Math.PI / 2)

/** The places of the points under a similarity, EPSG:3857. */
function placed(scale: number, clockwiseDegrees: number, isMirrored = false): Float64Array {
  const angle = (clockwiseDegrees * Math.PI) / 180
  const points = liePoints(SCAN)
  const places = new Float64Array(points.length)
  const [middleX = 0, middleY = 0] = points
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [(points[at] ?? 0) - middleX, middleY - (points[at + 1] ?? 0)]
    const across = isMirrored ? -x : x
    places[at] = 2_800_000 + scale * (across * Math.cos(angle) + y * Math.sin(angle))
    places[at + 1] = 7_300_000 + scale * (y * Math.cos(angle) - across * Math.sin(angle))
  }
  return places
}

describe('the resolution of a scan', () => {
  it('is what the record says where that can be true', () => {
    expect(dpiOf({ dpi: '300' })).toBe(300)
    for (const dpi of [null, '', '0', '99999999999999999999']) expect(dpiOf({ dpi })).toBeNull()
  })
})

describe('how a sheet lies', () => {
  it.each([0, 12, -33, 90, 179, -90])('is told when it is turned by %d degrees', (degrees) => {
    const lie = sheetLie(placed(7, degrees), SCAN)
    expect(lie?.turnDegrees).toBeCloseTo(degrees, 6)
    expect(lie?.metresPerPx).toBeCloseTo(7 / STRETCH, 6)
  })

  it('is not told of a scan that is mirrored or has no place', () => {
    expect(sheetLie(placed(7, 20, true), SCAN)).toBeNull()
    expect(sheetLie(new Float64Array(6).fill(NaN), SCAN)).toBeNull()
  })

  it('gives the scale of the paper to three digits', () => {
    // 300 px an inch of 4.08 m each.
    expect(scaleOfPaper({ metresPerPx: 4.08, turnDegrees: 0 }, 300)).toBe(48_200)
  })
})

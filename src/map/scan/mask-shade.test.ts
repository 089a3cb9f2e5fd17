import { describe, expect, it } from 'vitest'
import type { MaskRing } from '../../../contract/control-points.ts'
import { maskShade } from './mask-shade.ts'

const square = (from: number, to: number): MaskRing => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
]
const SCAN = { width: 100, height: 100 }
/** First coordinate of each ring of each polygon. */
const corners = (mask: readonly MaskRing[]) =>
  maskShade(SCAN, mask).map((rings) => rings.map(([first]) => first?.[0]))

describe('what a mask hides', () => {
  it('is all of the scan but its rings', () => {
    expect(corners([square(10, 40), square(60, 90)])).toEqual([[0, 10, 60]])
  })

  it('is what a ring within a ring cuts out again, and not what a third shows in there', () => {
    expect(corners([square(10, 90), square(20, 80), square(30, 70)])).toEqual([
      [0, 10],
      [20, 30],
    ])
  })

  it('gives a hole only the rings that lie in it', () => {
    expect(corners([square(5, 45), square(10, 40), square(50, 95), square(60, 80), square(65, 70)])).toEqual([
      [0, 5, 50],
      [10],
      [60, 65],
    ])
  })
})

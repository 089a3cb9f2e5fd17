import { describe, expect, it } from 'vitest'
import type { ImagePoint } from '../../contract/control-points.ts'
import {
  ringArea,
  squaredPlace,
  steppedCorner,
  withCornerInserted,
  withCornerMoved,
  withoutCorner,
} from './mask-rings.ts'

const SQUARE: readonly ImagePoint[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
]
const TRIANGLE: readonly ImagePoint[] = [
  [20, 0],
  [30, 0],
  [30, 10],
]
const MASK = [SQUARE, TRIANGLE]

describe('a mask', () => {
  it('has a corner moved, one more, or one less, and else stays as it is', () => {
    expect(withCornerMoved(MASK, { ring: 0, corner: 2 }, [12, 13])[0]?.[2]).toEqual([12, 13])
    expect(withCornerInserted(MASK, { ring: 0, corner: 4 }, [-3, 5])[0]).toEqual([...SQUARE, [-3, 5]])
    expect(withoutCorner(MASK, { ring: 0, corner: 0 })[0]).toEqual(SQUARE.slice(1))
    for (const at of [
      { ring: 2, corner: 0 },
      { ring: 0, corner: 4 },
    ]) {
      expect(withCornerMoved(MASK, at, [1, 1])).toBe(MASK)
      expect(withoutCorner(MASK, at)).toBe(MASK)
    }
    expect(MASK[0]).toBe(SQUARE)
  })

  it('loses a triangle with one of its corners', () => {
    expect(withoutCorner(MASK, { ring: 1, corner: 1 })).toEqual([SQUARE])
  })

  it('is gone through corner by corner, both ways and around', () => {
    expect(steppedCorner(MASK, null, 1)).toEqual({ ring: 0, corner: 0 })
    expect(steppedCorner(MASK, { ring: 0, corner: 3 }, 1)).toEqual({ ring: 1, corner: 0 })
    expect(steppedCorner(MASK, { ring: 0, corner: 0 }, -1)).toEqual({ ring: 1, corner: 2 })
    expect(steppedCorner([], null, 1)).toBeNull()
  })
})

describe('the area of a ring', () => {
  it('is that of its polygon, whichever way it goes', () => {
    expect(ringArea(SQUARE)).toBe(100)
    expect(ringArea(SQUARE.toReversed())).toBe(100)
    expect(
      ringArea([
        [0, 0],
        [5, 5],
        [9, 9],
      ]),
    ).toBe(0)
  })
})

describe('a corner at right angles', () => {
  it('completes a rectangle, turned ones as well', () => {
    const [a, b, d]: ImagePoint[] = [
      [0, 0],
      [100, 10],
      [-20, 200],
    ]
    const c = squaredPlace([88, 205], [b, a], [d, a], 40)
    expect(c[0]).toBeCloseTo(80)
    expect(c[1]).toBeCloseTo(210)
  })

  it('stands on the nearer line where both meet too far off', () => {
    expect(
      squaredPlace(
        [104, 30],
        [
          [100, 0],
          [0, 0],
        ],
        [
          [300, 200],
          [300, 400],
        ],
        40,
      ),
    ).toEqual([100, 30])
  })

  it('goes straight across or down from a single corner, and anywhere without one', () => {
    expect(squaredPlace([50, 3], [[0, 0]], [], 40)).toEqual([50, 0])
    expect(squaredPlace([3, 50], [[0, 0]], [], 40)).toEqual([0, 50])
    expect(squaredPlace([3, 50], [], [], 40)).toEqual([3, 50])
  })
})

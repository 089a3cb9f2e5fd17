import { describe, expect, it } from 'vitest'
import { isClearGain } from './find-projection.ts'

/** Squared errors around a mean, so many px large. */
const errors = (px: number, count: number) =>
  Array.from({ length: count }, (_, at) => (px * (1 + 0.4 * Math.sin(7 * at))) ** 2)

describe('a projection is named', () => {
  it('where it takes away most of the errors of many points', () => {
    expect(isClearGain(errors(40, 20), errors(5, 20))).toBe(true)
  })

  it('not where the gain is small, however sure', () => {
    expect(isClearGain(errors(40, 200), errors(38, 200))).toBe(false)
  })

  it('not where one point alone makes the gain', () => {
    const before = errors(10, 12)
    expect(isClearGain([...before, 90 ** 2], [...before, 1])).toBe(false)
  })

  it('not where it fits worse, or could not be fitted at a point', () => {
    expect(isClearGain(errors(5, 20), errors(40, 20))).toBe(false)
    expect(isClearGain(errors(40, 20), [...errors(5, 19), NaN])).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { ageOf, FRESH_MS, isFresh } from './reading-age.ts'

it('is told in seconds, then minutes, then hours', () => {
  expect([0, 40_400, 59_600, 3_599_000, 7_300_000].map((ms) => ageOf(1_000, 1_000 + ms))).toEqual([
    { count: 0, unit: 's' },
    { count: 40, unit: 's' },
    { count: 1, unit: 'min' },
    { count: 59, unit: 'min' },
    { count: 2, unit: 'h' },
  ])
  expect(ageOf(5_000, 1_000)).toEqual({ count: 0, unit: 's' })
})

it('is fresh where it came after the press, or a few seconds before', () => {
  const pressedMs = 1_000_000
  const ages = [-2_000, 0, FRESH_MS, FRESH_MS + 1, 180_000]
  expect(ages.map((ms) => isFresh({ timeMs: pressedMs - ms }, pressedMs))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(FRESH_MS).toBeLessThanOrEqual(5_000)
})

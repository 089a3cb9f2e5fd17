import { expect, it } from 'vitest'
import { remainingTime, untilNextMinute } from './remaining-time.ts'

const end = '2026-01-01T12:00:00Z'
const before = (ms: number) => Date.parse(end) - ms

it('counts hours and minutes, never less than a minute until the end', () => {
  expect(remainingTime(end, before(2 * 3_600_000))).toEqual({ hours: 2, minutes: 0 })
  expect(remainingTime(end, before(3_600_000 - 1))).toEqual({ hours: 1, minutes: 0 })
  expect(remainingTime(end, before(59 * 60_000))).toEqual({ hours: 0, minutes: 59 })
  expect(remainingTime(end, before(1))).toEqual({ hours: 0, minutes: 1 })
  expect(remainingTime(end, before(0))).toBeNull()
  expect(remainingTime('never', 0)).toBeNull()
})

it('knows when the shown minute changes', () => {
  expect(untilNextMinute(end, before(90_000))).toBe(30_000)
  expect(untilNextMinute(end, before(60_000))).toBe(60_000)
  expect(untilNextMinute(end, before(-5))).toBe(0)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginTimeBudget, decodingMs } from './time-budget.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('ends when its time is used up, and not once the attempt is over', () => {
  const [budget, over] = [beginTimeBudget(MINUTE), beginTimeBudget(MINUTE)]
  over.end()
  vi.advanceTimersByTime(MINUTE)
  expect([budget.signal.aborted, over.signal.aborted]).toEqual([true, false])
})

it('can be shortened from now on, but not lengthened', () => {
  const [shorter, longer] = [beginTimeBudget(60 * MINUTE), beginTimeBudget(60 * MINUTE)]
  vi.advanceTimersByTime(MINUTE)
  shorter.shorten(5 * MINUTE)
  longer.shorten(120 * MINUTE)
  vi.advanceTimersByTime(5 * MINUTE)
  expect([shorter.signal.aborted, longer.signal.aborted]).toEqual([true, false])
  vi.advanceTimersByTime(54 * MINUTE)
  expect(longer.signal.aborted).toBe(true)
})

it('has no limit by 0, whatever the scan', () => {
  const budget = beginTimeBudget(0)
  budget.shorten(MINUTE)
  vi.advanceTimersByTime(1000 * MINUTE)
  expect(budget.signal.aborted).toBe(false)
})

it('gives a scan time by its pixels and its bytes, whichever is less', () => {
  // 100 megapixels as a JPEG, a fax of a gigapixel, and one of 8 gigapixels in a few megabytes.
  expect(decodingMs(100e6, 20e6) / MINUTE).toBeCloseTo(6.7, 1)
  expect(decodingMs(1e9, 20e6) / MINUTE).toBeCloseTo(21.7, 1)
  expect(decodingMs(8e9, 4.3e6) / MINUTE).toBeCloseTo(12.2, 1)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GATHER_MS, gatherChanges, REST_MS, SPREAD_MS } from './gathered-changes.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('tells of changes together, of each once, and the next only after a rest', () => {
  const told: (readonly string[])[] = []
  const changes = gatherChanges((ids) => told.push(ids))
  changes.add('a')
  changes.add('b')
  changes.add('a')
  vi.advanceTimersByTime(GATHER_MS - 1)
  expect(told).toEqual([])
  vi.advanceTimersByTime(SPREAD_MS + 1)
  expect(told).toEqual([['a', 'b']])
  changes.add('c')
  vi.advanceTimersByTime(REST_MS - SPREAD_MS - 1)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(SPREAD_MS + 1)
  expect(told).toEqual([['a', 'b'], ['c']])
})

it('tells nothing once it is stopped', () => {
  const tell = vi.fn()
  const changes = gatherChanges(tell)
  changes.add('a')
  changes.stop()
  vi.advanceTimersByTime(REST_MS)
  expect(tell).not.toHaveBeenCalled()
})

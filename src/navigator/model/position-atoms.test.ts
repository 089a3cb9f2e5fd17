import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PositionState } from '../../places/watch-position.ts'
import {
  followPosition,
  isStaleAtom,
  positionProblemAtom,
  readingAtom,
  reportedProblemAtom,
} from './position-atoms.ts'
import { STALE_AFTER_MS } from './reading-age.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const reading = (timeMs: number) => ({
  lon: 25,
  lat: 54,
  accuracyMetres: 5,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
  timeMs,
})

function device() {
  let state: PositionState = { reading: null, problem: null }
  const listeners = new Set<() => void>()
  const announce = (next: PositionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const watch = {
    snapshot: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  }
  return { watch, announce, listeners }
}

it('shows the newest reading of the watch until it is stopped', () => {
  const store = createStore()
  const { watch, announce, listeners } = device()
  const stop = followPosition(store, watch)
  expect(store.get(readingAtom)).toBeNull()
  announce({ reading: reading(0), problem: null })
  expect(store.get(readingAtom)).toMatchObject({ lon: 25, lat: 54 })
  stop()
  expect(listeners.size).toBe(0)
})

it('calls a reading stale once it is old, and no longer when another comes', () => {
  const store = createStore()
  const { watch, announce } = device()
  followPosition(store, watch)
  announce({ reading: reading(0), problem: null })
  vi.advanceTimersByTime(STALE_AFTER_MS - 1)
  expect(store.get(isStaleAtom)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(store.get(isStaleAtom)).toBe(true)
  announce({ reading: reading(Date.now()), problem: null })
  expect(store.get(isStaleAtom)).toBe(false)
})

it('reports that no position comes only once the last one is stale', () => {
  const store = createStore()
  const { watch, announce } = device()
  followPosition(store, watch)
  announce({ reading: reading(0), problem: 'unavailable' })
  expect([store.get(positionProblemAtom), store.get(reportedProblemAtom)]).toEqual(['unavailable', null])
  vi.advanceTimersByTime(STALE_AFTER_MS)
  expect(store.get(reportedProblemAtom)).toBe('unavailable')
  announce({ reading: reading(0), problem: 'denied' })
  expect(store.get(reportedProblemAtom)).toBe('denied')
})

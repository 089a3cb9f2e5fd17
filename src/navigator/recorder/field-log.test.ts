import { expect, it } from 'vitest'
import { isAfterGap, isWorthKeeping, trackMetres } from './field-log.ts'

const reading = (lat: number, timeMs: number, accuracyMetres: number | null = 5) => ({
  lon: 25,
  lat,
  accuracyMetres,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
  timeMs,
})

it('keeps a reading that is elsewhere by more than it may be off', () => {
  const last = reading(54, 1_000)
  expect(isWorthKeeping(undefined, last)).toBe(true)
  // 0.0001 degrees of latitude are 11 m.
  expect(isWorthKeeping(last, reading(54.0001, 2_000))).toBe(true)
  expect(isWorthKeeping(last, reading(54.00002, 2_000))).toBe(false)
  expect(isWorthKeeping(last, reading(54.0001, 2_000, 40))).toBe(false)
  expect(isWorthKeeping(last, reading(54.001, 1_000))).toBe(false)
  expect(isWorthKeeping(undefined, reading(54, 1_000, 500))).toBe(false)
  expect(isWorthKeeping(undefined, reading(54, 1_000, null))).toBe(false)
})

it('tells a gap from a rest, from a stutter and from a fast way', () => {
  const minute = 60_000
  const last = reading(54, 0)
  // 0.01 degrees of latitude are 1.1 km.
  const far = (timeMs: number) => reading(54.01, timeMs)
  expect(isAfterGap(last, 0, far(3 * minute))).toBe(true)
  expect(isAfterGap(last, 0, far(minute))).toBe(false)
  // Who rested for an hour was heard all the while.
  expect(isAfterGap(last, 60 * minute, far(61 * minute))).toBe(false)
  expect(isAfterGap(last, 0, reading(54.002, 60 * minute))).toBe(false)
  // An airliner is heard each second, 250 m on; nobody moves 1.1 km in a second.
  expect(isAfterGap(last, 0, reading(54.0023, 1_000))).toBe(false)
  expect(isAfterGap(last, 0, far(1_000))).toBe(true)
})

it('adds up the parts of a track, not the gaps between them', () => {
  const [a, b, c] = [reading(54, 1), reading(54.01, 2), reading(55, 3)]
  expect(trackMetres([[a, b], [c]])).toBeCloseTo(1_113, -1)
  expect(trackMetres([])).toBe(0)
})

import { expect, it } from 'vitest'
import { isWorthKeeping, trackMetres } from './field-log.ts'

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

it('adds up the parts of a track, not the gaps between them', () => {
  const [a, b, c] = [reading(54, 1), reading(54.01, 2), reading(55, 3)]
  expect(trackMetres([[a, b], [c]])).toBeCloseTo(1_113, -1)
  expect(trackMetres([])).toBe(0)
})

import { expect, it } from 'vitest'
import type { PositionReading } from '../../places/watch-position.ts'
import { averagePosition, withReading } from './average-position.ts'

const reading = (lon: number, lat: number, accuracyMetres: number, timeMs = 0): PositionReading => ({
  lon,
  lat,
  accuracyMetres,
  timeMs,
  courseDegrees: null,
  speedMetresPerSecond: null,
  altitudeMetres: null,
})
const METRE = 1 / 111_320

it('weighs readings by their accuracy, and does not claim to be better than they are', () => {
  const mean = averagePosition([reading(25, 54, 5, 0), reading(25, 54 + 8 * METRE, 10, 4_000)])
  // Weights 4 : 1.
  expect(mean?.lat).toBeCloseTo(54 + 1.6 * METRE, 9)
  expect(mean?.accuracyMetres).toBeCloseTo(Math.sqrt(2 / (1 / 25 + 1 / 100)), 9)
  expect(averagePosition([])).toBeNull()
})

it('takes the mean across the date line', () => {
  const mean = averagePosition([reading(179.9999, 10, 5), reading(-179.9999, 10, 5)])
  expect(Math.abs(mean?.lon ?? 0)).toBeCloseTo(180, 6)
})

it('forgets what is older than half a minute, and what was heard where one stood before', () => {
  let readings = withReading([], reading(25, 54, 5, 0))
  readings = withReading(readings, reading(25, 54 + 4 * METRE, 5, 20_000))
  expect(readings).toHaveLength(2)
  expect(withReading(readings, readings.at(-1)!)).toBe(readings)
  readings = withReading(readings, reading(25, 54, 5, 31_000))
  expect(readings.map(({ timeMs }) => timeMs)).toEqual([20_000, 31_000])
  readings = withReading(readings, reading(25, 54 + 60 * METRE, 5, 32_000))
  expect(readings.map(({ timeMs }) => timeMs)).toEqual([32_000])
})

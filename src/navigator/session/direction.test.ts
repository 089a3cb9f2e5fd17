import { expect, it } from 'vitest'
import { directionAhead } from './direction.ts'

const reading = (courseDegrees: number | null, speedMetresPerSecond: number | null) => ({
  lon: 25,
  lat: 54,
  accuracyMetres: 8,
  courseDegrees,
  speedMetresPerSecond,
  altitudeMetres: null,
  timeMs: 1_000,
})
const compass = { degrees: 30, unsureDegrees: 15 }

it('is the compass, and where one moves fast the course over ground', () => {
  expect(directionAhead(compass, reading(90, 1), 2_000, 0)).toMatchObject({ degrees: 30, source: 'compass' })
  expect(directionAhead(compass, reading(90, 5), 2_000, 0)).toMatchObject({ degrees: 90, source: 'course' })
})

it('is the course without a compass, north too, but only while one moves', () => {
  expect(directionAhead(null, reading(0, 1.2), 2_000, 0)).toMatchObject({ degrees: 0, source: 'course' })
  expect(directionAhead(null, reading(90, 0.2), 2_000, 0)).toBeNull()
  expect(directionAhead(null, reading(null, 3), 2_000, 0)).toBeNull()
  expect(directionAhead(null, reading(90, 3), 60_000, 0)).toBeNull()
})

it('is the surer the faster one goes', () => {
  const [slow, fast] = [1, 20].map(
    (speed) => directionAhead(null, reading(90, speed), 2_000, 0)?.unsureDegrees,
  )
  expect(slow).toBeGreaterThan(30)
  expect(fast).toBeLessThan(5)
})

it('counts from true north: the compass is turned by the declination, a course is not', () => {
  expect(directionAhead({ degrees: 355, unsureDegrees: 15 }, reading(null, 0), 2_000, 9)?.degrees).toBe(4)
  expect(directionAhead(compass, reading(90, 5), 2_000, 9)?.degrees).toBe(90)
})

import { fullTurn } from '../../geometry/angles.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import type { Heading } from './heading.ts'

/** Which way the user faces or goes. */
export interface FieldDirection extends Heading {
  readonly source: 'compass' | 'course'
}

/** From this speed on one goes where one looks, and the way is surer than a compass beside an engine. */
const SURE_SPEED = 2.5
/** Slower, what looks like a course is the wander of the positions. Metres a second. */
const MOVING_SPEED = 0.7
/** An older course is none. Milliseconds. */
const COURSE_LASTS_MS = 10_000
/** A course is taken over about this long: how far its ends may be off tells how sure it is. Seconds. */
const COURSE_SECONDS = 8
const MOST_UNSURE_DEGREES = 60

/**
 * The compass, or while moving fast, or without a compass, the course over ground; null where neither says anything.
 * @param declination how far magnetic north, which the compass shows, lies from true north; degrees clockwise, null: not known
 * @returns degrees from true north, or from magnetic north while that is not known
 */
export function directionAhead(
  compass: Heading | null,
  reading: PositionReading | null,
  nowMs: number,
  declination: number | null,
): FieldDirection | null {
  const course = courseOf(reading, nowMs)
  const speed = reading?.speedMetresPerSecond ?? 0
  if (course && (!compass || speed >= SURE_SPEED)) return course
  return compass && { ...compass, degrees: fullTurn(compass.degrees + (declination ?? 0)), source: 'compass' }
}

function courseOf(reading: PositionReading | null, nowMs: number): FieldDirection | null {
  if (!reading || nowMs - reading.timeMs > COURSE_LASTS_MS) return null
  const { courseDegrees, speedMetresPerSecond: speed, accuracyMetres } = reading
  if (courseDegrees === null || speed === null || speed < MOVING_SPEED) return null
  const off = (Math.atan2(accuracyMetres ?? 0, speed * COURSE_SECONDS) * 180) / Math.PI
  return { degrees: courseDegrees, unsureDegrees: Math.min(MOST_UNSURE_DEGREES, off), source: 'course' }
}

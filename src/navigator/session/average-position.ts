import { geodesicMetres } from '../../geometry/ground-distance.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { PositionReading } from '../../places/watch-position.ts'

/** Older readings say where one was, ms. */
const LONGEST_MS = 30_000
/** Farther apart than this many times their accuracy, two readings are not of one place. */
const MOVED_TIMES = 3
/** What a standing device wanders about, metres. */
const WANDER_METRES = 10

/** Of a reading that does not say how exact it is. */
const UNKNOWN_METRES = 100

/** A position that several readings agree on. */
export interface AveragedPosition {
  readonly lon: number
  readonly lat: number
  /**
   * Mean accuracy of the readings, metres. It does not shrink with their number: what throws off a receiver (walls,
   * clouds of ions) throws off the next reading the same way.
   */
  readonly accuracyMetres: number
}

/** The readings that still count once another has come: those of the last half minute, of the place where one stands now. */
export function withReading(
  readings: readonly PositionReading[],
  next: PositionReading,
): readonly PositionReading[] {
  if (readings.at(-1) === next) return readings
  const standing = readings.filter(
    (reading) => next.timeMs - reading.timeMs <= LONGEST_MS && isSamePlace(reading, next),
  )
  return [...standing, next]
}

function isSamePlace(a: PositionReading, b: PositionReading): boolean {
  const most = Math.max(WANDER_METRES, MOVED_TIMES * Math.min(accuracyOf(a), accuracyOf(b)))
  return geodesicMetres(lonLatToMercator(a.lon, a.lat), lonLatToMercator(b.lon, b.lat)) <= most
}

/** Mean of readings, each weighted by 1 / accuracy²; null where there are none. */
export function averagePosition(readings: readonly PositionReading[]): AveragedPosition | null {
  const [first] = readings
  if (!first) return null
  let [sum, lon, lat] = [0, 0, 0]
  for (const reading of readings) {
    const weight = 1 / Math.max(1, accuracyOf(reading)) ** 2
    sum += weight
    // From the first, so that the date line is no border.
    lon += weight * turned(reading.lon - first.lon)
    lat += weight * reading.lat
  }
  return {
    lon: turned(first.lon + lon / sum),
    lat: lat / sum,
    accuracyMetres: Math.sqrt(readings.length / sum),
  }
}

const accuracyOf = ({ accuracyMetres }: PositionReading) => accuracyMetres ?? UNKNOWN_METRES
const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

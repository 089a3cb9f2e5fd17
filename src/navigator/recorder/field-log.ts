import type { MapPoint } from '../../../contract/control-points.ts'
import { geodesicMetres } from '../../geometry/ground-distance.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { PositionReading } from '../../places/watch-position.ts'

/** A place that was passed. */
export interface TrackPoint {
  readonly lon: number
  readonly lat: number
  /** Above the ellipsoid; null: not known. */
  readonly altitudeMetres: number | null
  readonly timeMs: number
}

/** A place worth finding again. */
export interface Waypoint {
  readonly id: string
  readonly lon: number
  readonly lat: number
  readonly altitudeMetres: number | null
  readonly timeMs: number
  readonly note: string
}

/** What was recorded in the field: a track in parts, each begun by hand or after a gap, and places. */
export interface FieldLog {
  readonly tracks: readonly (readonly TrackPoint[])[]
  readonly waypoints: readonly Waypoint[]
}

export const EMPTY_LOG: FieldLog = { tracks: [], waypoints: [] }

/** Nearer, a position wanders about one place. Metres. */
const STEP_METRES = 4
/** Such a position says nothing of the way. Metres. */
const MOST_ACCURACY_METRES = 100
/** Over less, a straight line is near enough to the way that was not heard of. Metres. */
const GAP_METRES = 250
/** Without a position for longer, the way between is not known. Milliseconds. */
const GAP_MS = 120_000
/** Nobody moves faster: an airliner with the wind at its back. Metres per second. */
const MOST_SPEED = 350

/** Whether a reading is sure enough to say something of the way. */
export const isSure = ({ accuracyMetres }: PositionReading): boolean =>
  accuracyMetres !== null && accuracyMetres <= MOST_ACCURACY_METRES

/** Whether a sure reading adds to a track: it is newer, and elsewhere by more than it may be off. */
export function isWorthKeeping(last: TrackPoint | undefined, reading: PositionReading): boolean {
  if (!isSure(reading)) return false
  if (!last) return true
  const step = Math.max(STEP_METRES, (reading.accuracyMetres ?? 0) / 2)
  return reading.timeMs > last.timeMs && between(last, reading) >= step
}

/**
 * Whether nothing is known of the way from the last point of a track to a reading: it is far off, and either nothing was
 * heard for long or nobody moves so fast. The track then goes on in a part of its own.
 *
 * @param heardMs when the last sure reading came: who rests is heard, and adds no point
 */
export function isAfterGap(last: TrackPoint, heardMs: number, reading: PositionReading): boolean {
  const metres = between(last, reading)
  const silentMs = reading.timeMs - heardMs
  return metres > GAP_METRES && (silentMs > GAP_MS || metres > (MOST_SPEED * silentMs) / 1_000)
}

/** Along all parts of a track, metres. */
export function trackMetres(tracks: FieldLog['tracks']): number {
  let metres = 0
  for (const track of tracks)
    for (const [index, point] of track.entries()) {
      const before = track[index - 1]
      if (before) metres += between(before, point)
    }
  return metres
}

/** Degrees. */
export interface LonLat {
  readonly lon: number
  readonly lat: number
}

/** Where something that was recorded lies on the map. */
export const mapPointOf = ({ lon, lat }: LonLat): MapPoint => lonLatToMercator(lon, lat)

const between = (a: LonLat, b: LonLat) => geodesicMetres(mapPointOf(a), mapPointOf(b))

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

/** What was recorded in the field: a track in parts, each begun by hand, and places. */
export interface FieldLog {
  readonly tracks: readonly (readonly TrackPoint[])[]
  readonly waypoints: readonly Waypoint[]
}

export const EMPTY_LOG: FieldLog = { tracks: [], waypoints: [] }

/** Nearer, a position wanders about one place. Metres. */
const STEP_METRES = 4
/** Such a position says nothing of the way. Metres. */
const MOST_ACCURACY_METRES = 100

/** Whether a reading adds to a track: it is sure enough, newer, and elsewhere by more than it may be off. */
export function isWorthKeeping(last: TrackPoint | undefined, reading: PositionReading): boolean {
  const { accuracyMetres } = reading
  if (accuracyMetres === null || accuracyMetres > MOST_ACCURACY_METRES) return false
  if (!last) return true
  const step = Math.max(STEP_METRES, accuracyMetres / 2)
  return reading.timeMs > last.timeMs && between(last, reading) >= step
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

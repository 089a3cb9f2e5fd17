import { MAX_CONTROL_POINTS } from '../../../../contract/constants.ts'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { NewPoint } from '../../../drafts/editor-document.ts'

type EmbeddedPoints = NonNullable<MapRecord['embeddedGcps']>

/** The points that a scan's file carries, as many as a map may have: of more, evenly chosen ones. */
export function pointsOfFile({ points }: EmbeddedPoints): readonly NewPoint[] {
  const step = Math.max(1, points.length / MAX_CONTROL_POINTS)
  const count = Math.min(points.length, MAX_CONTROL_POINTS)
  return Array.from({ length: count }, (_, i) => points[Math.floor(i * step)]).flatMap((point) =>
    point ? [{ image: point.image, map: point.map, enabled: true }] : [],
  )
}

import type { ControlPoint, MapPoint } from '../../../contract/control-points.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { documentDifference } from '../../drafts/document-difference.ts'
import { boxAround, type MapBox } from '../../geometry/camera.ts'
import { geodesicMetres } from '../../geometry/ground-distance.ts'

/** What has become of a control point from one overlay to another. */
type PointChangeKind = 'moved' | 'added' | 'removed' | 'switchedOn' | 'switchedOff' | 'noted'

export interface PointChange {
  readonly key: string
  readonly kind: PointChangeKind
  /** As the later overlay counts it; a removed one as the earlier did. */
  readonly number: number
  readonly before: ControlPoint | null
  readonly after: ControlPoint | null
  /** How far it went on the map, in ground metres, and on the scan, in px; 0 where it is in one overlay alone. */
  readonly metres: number
  readonly pixels: number
}

export interface PointChanges {
  /** By number, the removed ones last. */
  readonly changes: readonly PointChange[]
  /** How many points are the same in both. */
  readonly same: number
}

/** What has changed of the points from one document to the other. */
export function pointChanges(before: EditorDocument, after: EditorDocument): PointChanges {
  const numbers = (document: EditorDocument) =>
    new Map(document.points.map((point, index) => [point, index + 1]))
  const [old, present] = [numbers(before), numbers(after)]
  const pairs = documentDifference(after, before)
  const changes = pairs
    .filter(({ kind }) => kind !== 'same')
    .map(({ mine, theirs }): PointChange => {
      const number = (mine && present.get(mine)) ?? (theirs && old.get(theirs)) ?? 0
      return {
        key: `${mine ? 'after' : 'before'} ${number}`,
        kind: kindOf(theirs, mine),
        number,
        before: theirs,
        after: mine,
        metres: mine && theirs ? geodesicMetres(theirs.map, mine.map) : 0,
        pixels:
          mine && theirs ? Math.hypot(mine.image[0] - theirs.image[0], mine.image[1] - theirs.image[1]) : 0,
      }
    })
  return { changes, same: pairs.length - changes.length }
}

function kindOf(before: ControlPoint | null, after: ControlPoint | null): PointChangeKind {
  if (!before) return 'added'
  if (!after) return 'removed'
  const isMoved =
    before.map.some((metres, at) => metres !== after.map[at]) ||
    before.image.some((px, at) => px !== after.image[at])
  if (isMoved) return 'moved'
  if (before.enabled !== after.enabled) return after.enabled ? 'switchedOn' : 'switchedOff'
  return 'noted'
}

/** Where a point lies on the map: where it was and where it is. */
const placesOf = ({ before, after }: PointChange): readonly MapPoint[] =>
  [before, after].flatMap((point) => (point ? [point.map] : []))

/** The box around where a point was and is, with a margin, EPSG:3857 metres. */
export function boxOfChange(change: PointChange, margin: number): MapBox | null {
  const box = boxAround(placesOf(change))
  return (
    box && {
      minX: box.minX - margin,
      minY: box.minY - margin,
      maxX: box.maxX + margin,
      maxY: box.maxY + margin,
    }
  )
}

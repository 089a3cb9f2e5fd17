import { atom } from 'jotai'
import type { CommentedPoint, PointName } from '../../../contract/api/discussion.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { ControlPoint } from '../../../contract/control-points.ts'

/** The point that is to be commented on; null: none is. */
export const commentedIdAtom = atom<string | null>(null)

type Pair = readonly [number, number]
const isSame = (a: Pair, b: Pair) => a[0] === b[0] && a[1] === b[1]

/**
 * The name under which everyone knows a point: its number in the published overlay. Null where it does not stand there
 * just so, and while what is shown was made under a claim, which others do not see.
 */
export function publishedName(
  { transformation, version, assigned }: Pick<MapRecord, 'transformation' | 'version' | 'assigned'>,
  { image, map }: Pick<ControlPoint, 'image' | 'map'>,
): PointName | null {
  if (!transformation || version === null || assigned?.isTransformed) return null
  const { imagePoints, mapPoints } = transformation
  const index = imagePoints.findIndex(({ pixelX, pixelY }, at) => {
    const other = mapPoints[at]
    return other !== undefined && isSame(image, [pixelX, pixelY]) && isSame(map, other)
  })
  return index < 0 ? null : { version, number: index + 1 }
}

/** The point of the document that a comment is about; undefined where it was moved or deleted. */
export function pointOfComment(
  points: readonly ControlPoint[],
  { image, map }: Pick<CommentedPoint, 'image' | 'map'>,
): ControlPoint | undefined {
  return points.find((point) => isSame(point.image, image) && isSame(point.map, map))
}

import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { MapRecord, Transformation } from '../../../contract/api/map-record.ts'
import type { transformMap } from '../../../contract/api/transform.ts'
import type { BodyOf } from '../../../contract/api/define-call.ts'
import { EMPTY_DOCUMENT, newPointId } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** The document that a map's overlay was made from; the empty one where there is none yet. */
export function documentOfRecord(record: Pick<MapRecord, 'transformation'>): EditorDocument {
  return record.transformation ? documentOf(record.transformation) : EMPTY_DOCUMENT
}

function documentOf({
  mapPoints,
  imagePoints,
  disabled,
  notes,
  mask,
  transformationType,
}: Transformation): EditorDocument {
  const off = new Set(disabled)
  const points = mapPoints.flatMap((map, index) => {
    const image = imagePoints[index]
    const note = notes[String(index)]
    if (!image) return []
    return [
      {
        id: newPointId(),
        image: [image.pixelX, image.pixelY] satisfies ImagePoint,
        map: [map[0], map[1]] satisfies MapPoint,
        enabled: !off.has(index),
        ...(note && { note }),
      },
    ]
  })
  return { points, transformationType, mask: mask ?? [] }
}

/** The body of the transform request for a document. */
export function transformBody(document: EditorDocument): BodyOf<typeof transformMap> {
  const { points, mask, transformationType } = document
  return {
    mapPoints: points.map(({ map }) => [map[0], map[1]]),
    imagePoints: points.map(({ image }) => ({ pixelX: image[0], pixelY: image[1] })),
    transformationType,
    ...(mask.length > 0 && { mask: mask.map((ring) => ring.map(([x, y]) => [x, y])) }),
    disabled: points.flatMap(({ enabled }, index) => (enabled ? [] : [index])),
    notes: Object.fromEntries(points.flatMap(({ note }, index) => (note ? [[String(index), note]] : []))),
  }
}

import type { ImagePoint, MapPoint } from '../../contract/control-points.ts'
import type { MapRecord, Transformation } from '../../contract/api/map-record.ts'
import type { TransformationBody } from '../../contract/rules/control-points.ts'
import { EMPTY_DOCUMENT, newPointId } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** The document that a map's overlay was made from; the empty one where there is none yet. */
export function documentOfRecord(record: Pick<MapRecord, 'transformation'>): EditorDocument {
  return record.transformation ? documentOfTransformation(record.transformation) : EMPTY_DOCUMENT
}

/** The document that a stored transformation says. */
export function documentOfTransformation({
  mapPoints,
  imagePoints,
  disabled,
  notes,
  proposed,
  mask,
  transformationType,
  projection,
}: Transformation): EditorDocument {
  const off = new Set(disabled)
  const points = mapPoints.flatMap((map, index) => {
    const image = imagePoints[index]
    const note = notes[String(index)]
    const origin = proposed?.[String(index)]
    if (!image) return []
    return [
      {
        id: newPointId(),
        image: [image.pixelX, image.pixelY] satisfies ImagePoint,
        map: [map[0], map[1]] satisfies MapPoint,
        enabled: !off.has(index),
        ...(note && { note }),
        ...(origin && { proposed: origin }),
      },
    ]
  })
  return {
    points,
    transformationType,
    ...(projection !== undefined && { projection }),
    mask: mask ?? [],
  }
}

/** A document as the server takes it, to transform or to keep. */
export function transformationBody(document: EditorDocument): TransformationBody {
  const { points, mask, transformationType, projection } = document
  const origins = points.flatMap(({ proposed }, index) => (proposed ? [[String(index), proposed]] : []))
  return {
    mapPoints: points.map(({ map }) => [map[0], map[1]]),
    imagePoints: points.map(({ image }) => ({ pixelX: image[0], pixelY: image[1] })),
    transformationType,
    ...(projection !== undefined && { projection }),
    ...(mask.length > 0 && { mask: mask.map((ring) => ring.map(([x, y]) => [x, y])) }),
    disabled: points.flatMap(({ enabled }, index) => (enabled ? [] : [index])),
    notes: Object.fromEntries(points.flatMap(({ note }, index) => (note ? [[String(index), note]] : []))),
    ...(origins.length > 0 && { proposed: Object.fromEntries(origins) }),
  }
}

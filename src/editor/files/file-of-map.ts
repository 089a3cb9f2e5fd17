import type { MapRecord } from '../../../contract/api/map-record.ts'
import { writeAnnotation } from '../../../gcp-files/write-annotation.ts'
import { documentOfRecord } from '../../drafts/map-record-document.ts'
import { pointsForFile } from './exported-file.ts'

/**
 * How another map is placed, as a file that the import reads: it tells of the size of that scan, so that the points come
 * to lie on this one. Null where the map has no overlay that this user may see.
 */
export function fileOfMap(record: MapRecord): File | null {
  const { points, transformationType, mask } = documentOfRecord(record)
  if (!record.image || points.length === 0) return null
  const text = writeAnnotation({
    image: `${location.origin}/maps/${record.id}`,
    width: record.image.width,
    height: record.image.height,
    points: pointsForFile(points, 'EPSG:4326'),
    transformationType,
    mask,
  })
  return new File([text], record.title, { type: 'application/json' })
}

import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { GcpFile } from '../../../gcp-files/gcp-file.ts'
import { documentOfRecord } from '../../drafts/map-record-document.ts'
import { pointsForFile } from './exported-file.ts'

/** How another map is placed, for the import. */
export interface MapSource {
  readonly id: string
  readonly title: string
  readonly file: GcpFile
  /** Its scan, relative to `/api/`; null: there is none to be read. */
  readonly scanPath: string | null
  /** Corners of its overlay's footprint, EPSG:3857 metres, of all its parts. */
  readonly outline: readonly MapPoint[]
}

/**
 * The points, crop and transformation of another map, with the size of its scan, so that they come to lie on this one.
 * Null where the map has no overlay that this user may see.
 */
export function sourceOfMap(record: MapRecord): MapSource | null {
  const { points, transformationType, projection, mask } = documentOfRecord(record)
  if (!record.image || points.length === 0) return null
  const { width, height } = record.image
  return {
    id: record.id,
    title: record.titles.title,
    scanPath: record.files.convertedFilePath,
    outline: record.footprint?.flat() ?? [],
    file: {
      format: 'json',
      crs: 'EPSG:3857',
      points: pointsForFile(points, 'EPSG:3857'),
      placement: {
        image: null,
        imageSize: { width, height },
        mask,
        transformationType,
        ...(projection !== undefined && { projection }),
      },
    },
  }
}

import type { ExactPoint } from './sheet-points.ts'
import { writeGcpFile } from '../gcp-files/write-gcp-file.ts'

/** The points as a QGIS file in EPSG:3857. */
export function pointsFile(points: readonly ExactPoint[]): string {
  return writeGcpFile('points', {
    crs: 'EPSG:3857',
    points: points.map(({ image, map }) => ({ image, ground: map, enabled: true })),
  })
}

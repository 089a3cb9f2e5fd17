import type { ControlPoint } from '../../../contract/control-points.ts'
import type { GcpFilePoint } from '../../../gcp-files/gcp-file.ts'
import { fileLonLats } from '../../../gcp-files/longitudes.ts'

export const EXPORT_CRS = ['EPSG:4326', 'EPSG:3857'] as const
export type ExportCrs = (typeof EXPORT_CRS)[number]

/** The points as a file holds them, in the coordinate system asked for. */
export function pointsForFile(points: readonly ControlPoint[], crs: ExportCrs): GcpFilePoint[] {
  const degrees = crs === 'EPSG:4326' ? fileLonLats(points.map(({ map }) => map)) : null
  return points.map(({ image, map, enabled, note, proposed }, index) => ({
    image,
    ground: degrees?.[index] ?? [map[0], map[1]],
    enabled,
    ...(note && { note }),
    ...(proposed && { proposed }),
  }))
}

/** A file name made from a map's title: letters and digits of any script, joined by hyphens. */
export function exportName(title: string, extension: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return `${name || 'points'}.${extension}`
}

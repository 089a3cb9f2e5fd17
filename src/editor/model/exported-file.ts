import type { ControlPoint } from '../../../contract/control-points.ts'
import { eastingNearest } from '../../../contract/worlds.ts'
import type { GcpFilePoint } from '../../../gcp-files/gcp-file.ts'
import { fileLonLats } from '../../../gcp-files/longitudes.ts'
import type { ReferenceSystem } from '../../../gcp-files/reference-systems/reference-system.ts'
import { transformationAtMap } from '../../../gcp-files/reference-systems/transformation.ts'

export const EXPORT_CRS = ['EPSG:4326', 'EPSG:3857'] as const
export type ExportCrs = (typeof EXPORT_CRS)[number]

/** The points as a file holds them, in one of the two coordinate systems that every map has. */
export function pointsForFile(points: readonly ControlPoint[], crs: ExportCrs): GcpFilePoint[] {
  const degrees = crs === 'EPSG:4326' ? fileLonLats(points.map(({ map }) => map)) : null
  return points.map((point, index) => pointAt(point, degrees?.[index] ?? [point.map[0], point.map[1]]))
}

/** What a place may be off once it is led to a system and back, metres: beyond it lies outside. */
const BACK_METRES = 0.01

/**
 * The points as a file holds them in any other coordinate system, by the one datum operation that suits the middle of
 * them. Null where one of them lies outside the system, or the system cannot be computed.
 */
export function pointsInSystem(
  points: readonly ControlPoint[],
  system: ReferenceSystem,
): GcpFilePoint[] | null {
  const mean = (axis: 0 | 1) => points.reduce((sum, { map }) => sum + map[axis], 0) / points.length
  const transformation = transformationAtMap(system, [mean(0), mean(1)])
  if (!transformation) return null
  const written = points.map((point) => pointAt(point, transformation.fromMap(point.map)))
  const isBack = ({ ground }: GcpFilePoint, index: number) => {
    const [x, y] = transformation.toMap(ground[0], ground[1])
    const [mapX = NaN, mapY = NaN] = points[index]?.map ?? []
    return Math.hypot(eastingNearest(mapX, x) - mapX, y - mapY) < BACK_METRES
  }
  return written.every(isBack) ? written : null
}

const pointAt = (
  { image, enabled, note, proposed }: ControlPoint,
  ground: GcpFilePoint['ground'],
): GcpFilePoint => ({ image, ground, enabled, ...(note && { note }), ...(proposed && { proposed }) })

/** A file name made from a map's title: letters and digits of any script, joined by hyphens. */
export function exportName(title: string, extension: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return `${name || 'points'}.${extension}`
}

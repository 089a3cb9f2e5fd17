import type { GcpFile, GcpFileFormat, ScanSize } from './gcp-file.ts'
import { GCP_FORMATS } from './gcp-formats.ts'

/**
 * Writes control points; coordinates keep every digit. What else a format loses stands in `GCP_FORMATS`.
 * @param scan size of the scan in pixels, which GDAL wants in a virtual raster.
 * @throws Error where the format is geographic and the points are not in EPSG:4326
 */
export function writeGcpFile(
  format: GcpFileFormat,
  file: Pick<GcpFile, 'crs' | 'points'>,
  scan?: ScanSize,
): string {
  const { isGeographic, write } = GCP_FORMATS[format]
  if (isGeographic && file.crs !== 'EPSG:4326') throw new Error(`${format} is written in EPSG:4326 alone`)
  return write(file, scan)
}

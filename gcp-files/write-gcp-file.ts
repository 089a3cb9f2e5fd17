import { writeCsv, writeQgisPoints } from './csv.ts'
import type { GcpFile, GcpFileFormat } from './gcp-file.ts'
import { writeGdalOptions } from './gdal-text.ts'
import { writeJson } from './json.ts'
import { writeVrt } from './vrt.ts'

/** Media type of each format. */
export const GCP_FILE_MEDIA_TYPES: Record<GcpFileFormat, string> = {
  points: 'text/csv; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vrt: 'application/xml; charset=utf-8',
}

type Writer = (
  file: Pick<GcpFile, 'crs' | 'points'>,
  scan?: { readonly width: number; readonly height: number },
) => string

const WRITERS: Record<GcpFileFormat, Writer> = {
  points: writeQgisPoints,
  csv: writeCsv,
  json: writeJson,
  txt: writeGdalOptions,
  vrt: writeVrt,
}

/**
 * Writes control points; coordinates keep every digit. CSV and JSON lose nothing; `.points` has no notes; GDAL's
 * two formats leave switched-off points out, and `txt` has no notes either.
 * @param scan size of the scan in pixels, which GDAL wants in a virtual raster.
 */
export function writeGcpFile(
  format: GcpFileFormat,
  file: Pick<GcpFile, 'crs' | 'points'>,
  scan?: { readonly width: number; readonly height: number },
): string {
  return WRITERS[format](file, scan)
}

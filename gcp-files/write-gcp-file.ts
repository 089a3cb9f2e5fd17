import { writeCsv, writeMapWarper, writeQgisPoints } from './csv.ts'
import { writeLinks } from './esri-links.ts'
import type { GcpFile, GcpFileFormat } from './gcp-file.ts'
import { GEOGRAPHIC_FORMATS } from './gcp-file.ts'
import { writeGdalOptions } from './gdal-text.ts'
import { writeGeoJson } from './geojson.ts'
import { writeJson } from './json.ts'
import { writeKml } from './kml.ts'
import { writeVrt } from './vrt.ts'

/** Media type of each format. */
export const GCP_FILE_MEDIA_TYPES: Record<GcpFileFormat, string> = {
  points: 'text/csv; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vrt: 'application/xml; charset=utf-8',
  links: 'text/plain; charset=utf-8',
  mapwarper: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
}

/** What the name of a file in each format ends with. */
export const GCP_FILE_EXTENSIONS: Record<GcpFileFormat, string> = {
  points: 'points',
  csv: 'csv',
  json: 'json',
  txt: 'txt',
  vrt: 'vrt',
  links: 'links.txt',
  mapwarper: 'mapwarper.csv',
  geojson: 'geojson',
  kml: 'kml',
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
  links: writeLinks,
  mapwarper: writeMapWarper,
  geojson: writeGeoJson,
  kml: writeKml,
}

/**
 * Writes control points; coordinates keep every digit. CSV, JSON, GeoJSON and KML lose nothing; `.points` has no notes;
 * GDAL's two formats, links and Map Warper's table leave switched-off points out, `txt` and links notes too.
 * Links name no coordinate system.
 * @param scan size of the scan in pixels, which GDAL wants in a virtual raster.
 * @throws Error where the format is one of `GEOGRAPHIC_FORMATS` and the points are not in EPSG:4326
 */
export function writeGcpFile(
  format: GcpFileFormat,
  file: Pick<GcpFile, 'crs' | 'points'>,
  scan?: { readonly width: number; readonly height: number },
): string {
  if (GEOGRAPHIC_FORMATS.includes(format) && file.crs !== 'EPSG:4326')
    throw new Error(`${format} is written in EPSG:4326 alone`)
  return WRITERS[format](file, scan)
}

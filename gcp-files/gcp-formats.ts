import { csv, mapWarper, qgisPoints } from './csv.ts'
import { links } from './esri-links.ts'
import type { GcpFileFormat, GcpFormat, ReadableFormat } from './gcp-file.ts'
import { gdalOptions } from './gdal-text.ts'
import { geoJson } from './geojson.ts'
import { json } from './json.ts'
import { kml } from './kml.ts'
import { vrt } from './vrt.ts'

/** Every format of control points that is written. */
export const GCP_FORMATS: Readonly<Record<GcpFileFormat, GcpFormat>> = {
  points: qgisPoints,
  csv,
  json,
  txt: gdalOptions,
  vrt,
  links,
  mapwarper: mapWarper,
  geojson: geoJson,
  kml,
}

const READ_ONLY_COUNTING_STORED: readonly ReadableFormat[] = ['world', 'mapinfo', 'grass', 'arcgis']

/** Whether files of a format count the pixels of the picture as it is stored, not as EXIF turns it. */
export const countsStoredPixels = (format: ReadableFormat): boolean =>
  READ_ONLY_COUNTING_STORED.includes(format) ||
  (format in GCP_FORMATS && GCP_FORMATS[format as GcpFileFormat].countsStoredPixels === true)

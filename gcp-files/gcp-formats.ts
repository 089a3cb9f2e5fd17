import { csv, mapWarper, qgisPoints } from './csv.ts'
import { links } from './esri-links.ts'
import type { GcpFileFormat, GcpFormat } from './gcp-file.ts'
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

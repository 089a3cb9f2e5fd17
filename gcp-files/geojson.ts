import { pointOrigin } from '../contract/rules/point-origin.ts'
import { bareName, COLUMN_NAMES } from './column-names.ts'
import type { GcpFile, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import { countsUpwards, turned } from './image-axis.ts'
import { flagOf, isNumber } from './table.ts'
import { isObject, number, object, pair, type Json } from './json-values.ts'

/**
 * Reads a GeoJSON collection of points that say where they lie on the scan, under any name that a table's column of
 * image points may have, or as Allmaps' pair `resourceCoords`. Longitude and latitude, unless the file names another
 * coordinate system in the way that was usual before RFC 7946. Undefined where it is no such collection.
 */
export function readGeoJson(root: Json): GcpFile | undefined {
  const { features } = root
  if (root['type'] !== 'FeatureCollection' || !Array.isArray(features)) return undefined
  const points = features.map(pointOf)
  const upwards = countsUpwards(points.map(({ image }) => image[1]))
  return {
    format: 'geojson',
    crs: crsOf(root['crs']),
    points: upwards
      ? points.map((point) => ({ ...point, image: [point.image[0], turned(point.image[1])] }))
      : points,
  }
}

/** Names of the image point as a pair: of Allmaps, before and now, and of OldInsuranceMaps. */
const PAIRS = ['resourceCoords', 'pixelCoords', 'image']

function pointOf(entry: unknown, index: number): GcpFilePoint {
  const field = `features[${index}]`
  const feature = object(entry, field)
  const properties = object(feature['properties'], `${field}.properties`)
  const geometry = object(feature['geometry'], `${field}.geometry`)
  const named = new Map(Object.entries(properties).map(([name, value]) => [bareName(name), value]))
  const values = (column: 'imageX' | 'imageY' | 'enabled' | 'note' | 'read' | 'name') =>
    COLUMN_NAMES[column].map((name) => named.get(name)).filter((one) => one !== undefined && one !== null)
  const pixel = (column: 'imageX' | 'imageY', name: string) =>
    number(numberOfText(values(column)[0]), `${field}.properties.${name}`)
  const both = PAIRS.map((name) => properties[name]).find((value) => Array.isArray(value))
  const note = values('note').find(
    (one): one is string => typeof one === 'string' && one !== '' && !isNumber(one),
  )
  const proposed = pointOrigin(values('read')[0], values('name')[0])
  return {
    image:
      both === undefined
        ? [pixel('imageX', 'pixelX'), pixel('imageY', 'pixelY')]
        : pair(both, `${field}.properties.resourceCoords`),
    ground: pair(geometry['coordinates'], `${field}.geometry.coordinates`),
    enabled: flag(values('enabled')[0], `${field}.properties.enabled`),
    ...(note && { note }),
    ...(proposed && { proposed }),
  }
}

/** Programs that take the data of a KML file for text write numbers as text too. */
const numberOfText = (value: unknown): unknown =>
  typeof value === 'string' && isNumber(value) ? Number(value) : value

/** Programs that know no yes and no write 1 and 0, or words. */
function flag(value: unknown, field: string): boolean {
  const said = typeof value === 'boolean' || typeof value === 'number' ? String(value) : (value ?? '')
  const known = typeof said === 'string' ? flagOf(said) : undefined
  if (known !== undefined) return known
  throw new GcpFileFault({ code: 'notAFlag', field, value: excerpt(value) })
}

/** `urn:ogc:def:crs:EPSG::3857` and its like as `EPSG:3857`. */
function crsOf(crs: unknown): string {
  const properties = isObject(crs) ? crs['properties'] : undefined
  const name = isObject(properties) ? properties['name'] : undefined
  if (typeof name !== 'string' || name.endsWith('CRS84')) return 'EPSG:4326'
  const code = /EPSG:(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1]
  return code === undefined ? name : `EPSG:${code}`
}

/** Writes GeoJSON (RFC 7946), in longitude and latitude as it must be. Lossless. */
function writeGeoJson({ points }: Pick<GcpFile, 'points'>): string {
  const features = points.map(({ image, ground, enabled, note, proposed }, index) => ({
    type: 'Feature',
    id: index + 1,
    properties: {
      pixelX: image[0],
      pixelY: image[1],
      enabled,
      ...(note && { note }),
      ...(proposed && { wordRead: proposed.read, placeName: proposed.name }),
    },
    geometry: { type: 'Point', coordinates: ground },
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`
}

export const geoJson: GcpFormat = {
  extension: 'geojson',
  mediaType: 'application/geo+json; charset=utf-8',
  isGeographic: true,
  keepsNotes: true,
  keepsFlags: true,
  write: writeGeoJson,
}

import { pointOrigin } from '../contract/rules/point-origin.ts'
import { bareName, COLUMN_NAMES } from './column-names.ts'
import type { GcpFile, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { countsUpwards, turned } from './image-axis.ts'
import { lineCounter } from './line-counter.ts'
import { isNumber, readFlag, readNumber } from './table.ts'
import { decodeEntities, encodeEntities, plainText } from './xml-text.ts'

/** Whether a text is KML. */
function isKml(text: string): boolean {
  return /<(?:[\w.-]{1,40}:)?kml[\s>]/.test(text)
}

/** The text with elements named without the prefix of their namespace, where there is one; lines stay where they are. */
function withoutPrefixes(text: string): string {
  return /<[\w.-]{1,40}:kml[\s>]/.test(text) ? text.replace(/(<\/?)[\w.-]{1,40}:(?=\w)/g, '$1') : text
}

/**
 * Reads the placemarks of a KML file that are points and say where they lie on the scan: in `ExtendedData`, as `Data`
 * or as `SimpleData` (what GDAL writes), under any name that a table's column of image points may have. The description
 * is the note, or the name where it is no number.
 */
function readKml(whole: string): GcpFile {
  const text = withoutPrefixes(whole)
  const points: GcpFilePoint[] = []
  const lineAt = lineCounter(text)
  for (let at = text.indexOf('<Placemark'); at >= 0;) {
    const next = text.indexOf('<Placemark', at + 1)
    const placemark = text.slice(at, next < 0 ? text.length : next)
    const coordinates = elementText(elementText(placemark, 'Point'), 'coordinates')
    if (coordinates !== '') points.push(pointOf(placemark, coordinates, lineAt(at)))
    at = next
  }
  const upwards = countsUpwards(points.map(({ image }) => image[1]))
  return {
    format: 'kml',
    crs: 'EPSG:4326',
    points: upwards
      ? points.map((point) => ({ ...point, image: [point.image[0], turned(point.image[1])] }))
      : points,
  }
}

function pointOf(placemark: string, coordinates: string, line: number): GcpFilePoint {
  const data = dataOf(placemark)
  const value = (column: 'imageX' | 'imageY' | 'enabled' | 'note' | 'read' | 'name') =>
    COLUMN_NAMES[column].map((name) => data.get(name)).find((text) => text !== undefined)
  const [lon, lat] = coordinates.trim().split(/\s*,\s*/)
  const name = elementText(placemark, 'name')
  const note = value('note') || elementText(placemark, 'description') || (isNumber(name) ? '' : name)
  const proposed = pointOrigin(value('read'), value('name'))
  return {
    image: [readNumber(value('imageX'), line, 'pixelX'), readNumber(value('imageY'), line, 'pixelY')],
    ground: [readNumber(lon, line, 'longitude'), readNumber(lat, line, 'latitude')],
    enabled: readFlag(value('enabled'), line, 'enabled'),
    ...(note && { note }),
    ...(proposed && { proposed }),
    line,
  }
}

/** What the extended data of a placemark hold, by bare name. */
function dataOf(placemark: string): Map<string, string> {
  const data = new Map<string, string>()
  const opening = /<(SimpleData|Data)\s[^<>]*?name\s*=\s*["']([^"'<>]*)["'][^<>]*>/g
  const openings = [...placemark.matchAll(opening)]
  for (const [index, match] of openings.entries()) {
    const [whole, tag = '', name = ''] = match
    // None lies within another, so each ends before the next begins, and no part is searched twice.
    const own = placemark.slice(match.index + whole.length, openings[index + 1]?.index)
    const end = own.indexOf(`</${tag}>`)
    const inner = end < 0 ? '' : own.slice(0, end)
    data.set(bareName(decodeEntities(name)), tag === 'Data' ? elementText(inner, 'value') : plainText(inner))
  }
  return data
}

/** The text in the first element of that name, or '' where there is none. */
function elementText(text: string, name: string): string {
  const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`).exec(text)
  if (!opening) return ''
  const start = opening.index + opening[0].length
  const end = text.indexOf(`</${name}>`, start)
  return end < 0 ? '' : name === 'Point' ? text.slice(start, end) : plainText(text.slice(start, end))
}

/** Writes KML, in longitude and latitude as it must be: one placemark a point, under its number. Lossless. */
function writeKml({ points }: Pick<GcpFile, 'points'>): string {
  const data = (name: string, value: number | boolean | string) =>
    `<Data name="${name}"><value>${value}</value></Data>`
  const placemarks = points.map(
    ({ image, ground, enabled, note, proposed }, index) => `    <Placemark>
      <name>${index + 1}</name>${note ? `\n      <description>${encodeEntities(note)}</description>` : ''}
      <ExtendedData>${data('pixelX', image[0])}${data('pixelY', image[1])}${data('enabled', enabled)}${proposed ? data('wordRead', encodeEntities(proposed.read)) + data('placeName', encodeEntities(proposed.name)) : ''}</ExtendedData>
      <Point><coordinates>${ground[0]},${ground[1]}</coordinates></Point>
    </Placemark>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '  <Document>',
    ...placemarks,
    '  </Document>',
    '</kml>',
    '',
  ].join('\n')
}

export const kml: GcpFormat = {
  extension: 'kml',
  mediaType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  isGeographic: true,
  keepsNotes: true,
  keepsFlags: true,
  reader: { recognises: isKml, read: (text) => [readKml(text)] },
  write: writeKml,
}

import { pointOrigin } from '../contract/rules/point-origin.ts'
import { readGeoreferencedMaps } from './annotation.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import type { GcpFile, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { readGeoJson } from './geojson.ts'
import { isObject, type Json, number, object, pair } from './json-values.ts'

/**
 * Reads control points from JSON: our own export, the body of a transform request (`mapPoints`, `imagePoints` in
 * EPSG:3857), a GeoJSON collection of points, IIIF Georeference Annotations and GeoreferencedMaps of Allmaps (both in
 * WGS84 longitude and latitude). Of these last a file may tell of several maps.
 */
function readJson(text: string): readonly GcpFile[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new GcpFileFault({ code: 'badJson' })
  }
  const maps = readGeoreferencedMaps(value)
  if (maps) return maps
  const root = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isObject(root)) throw new GcpFileFault({ code: 'unknownFormat' })
  const own = Array.isArray(root['points']) && readOwn(root, root['points'])
  const transform = Array.isArray(root['mapPoints']) && readTransform(root, root['mapPoints'])
  const file = own || transform || readGeoJson(root)
  if (!file) throw new GcpFileFault({ code: 'unknownFormat' })
  return [file]
}

function readOwn(root: Json, list: unknown[]): GcpFile {
  const points = list.map((entry, index): GcpFilePoint => {
    const field = `points[${index}]`
    const point = object(entry, field)
    const { enabled = true, note } = point
    const proposed = originOf(point['proposed'])
    if (typeof enabled !== 'boolean')
      throw new GcpFileFault({ code: 'notAFlag', field: `${field}.enabled`, value: excerpt(enabled) })
    return {
      image: [number(point['pixelX'], `${field}.pixelX`), number(point['pixelY'], `${field}.pixelY`)],
      ground: [number(point['x'], `${field}.x`), number(point['y'], `${field}.y`)],
      enabled,
      ...(typeof note === 'string' && note !== '' && { note }),
      ...(proposed && { proposed }),
    }
  })
  return { format: 'json', crs: typeof root['crs'] === 'string' ? root['crs'] : null, points }
}

const originOf = (value: unknown) => (isObject(value) ? pointOrigin(value['read'], value['name']) : undefined)

function readTransform(root: Json, mapPoints: unknown[]): GcpFile {
  const imagePoints = root['imagePoints']
  if (!Array.isArray(imagePoints)) throw new GcpFileFault({ code: 'missingField', field: 'imagePoints' })
  if (imagePoints.length !== mapPoints.length)
    throw new GcpFileFault({ code: 'unequalLists', value: `${mapPoints.length}, ${imagePoints.length}` })
  const disabled = new Set(Array.isArray(root['disabled']) ? root['disabled'] : [])
  const notes = isObject(root['notes']) ? root['notes'] : {}
  const origins = isObject(root['proposed']) ? root['proposed'] : {}
  const points = mapPoints.map((map, index): GcpFilePoint => {
    const field = `imagePoints[${index}]`
    const image = object(imagePoints[index], field)
    const note = notes[index]
    const proposed = originOf(origins[index])
    return {
      image: [number(image['pixelX'], `${field}.pixelX`), number(image['pixelY'], `${field}.pixelY`)],
      ground: pair(map, `mapPoints[${index}]`),
      enabled: !disabled.has(index),
      ...(typeof note === 'string' && note !== '' && { note }),
      ...(proposed && { proposed }),
    }
  })
  return { format: 'json', crs: 'EPSG:3857', points }
}

/** Writes JSON that loses nothing: `{crs, points: [{pixelX, pixelY, x, y, enabled, note?, proposed?}]}`. */
function writeJson({ crs, points }: Pick<GcpFile, 'crs' | 'points'>): string {
  const list = points.map(({ image, ground, enabled, note, proposed }) => ({
    pixelX: image[0],
    pixelY: image[1],
    x: ground[0],
    y: ground[1],
    enabled,
    ...(note && { note }),
    ...(proposed && { proposed }),
  }))
  return `${JSON.stringify({ crs, points: list }, null, 2)}\n`
}

export const json: GcpFormat = {
  extension: 'json',
  mediaType: 'application/json; charset=utf-8',
  keepsNotes: true,
  keepsFlags: true,
  reader: { recognises: (text) => /^\s*[[{]/.test(text), read: readJson },
  write: writeJson,
}

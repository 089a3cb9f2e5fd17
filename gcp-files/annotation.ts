import { MAX_PROJECTION_LENGTH } from '../contract/constants.ts'
import type { MaskRing } from '../contract/control-points.ts'
import { readAnnotationTransformation } from './annotation-transformation.ts'
import { excerpt, type FilePlacement, type GcpFile, GcpFileFault, type GcpFilePoint } from './gcp-file.ts'
import { isObject, type Json, number, object, pair } from './json-values.ts'
import { isWholeImage, readSvgSelector } from './svg-selector.ts'

/** What may be georeferenced: an image by its service, or a canvas. */
const RESOURCE_TYPES = ['ImageService1', 'ImageService2', 'ImageService3', 'Canvas']

/**
 * Reads georeferenced maps: a IIIF Georeference Annotation, a page of them, or what Allmaps calls a GeoreferencedMap
 * (of either version), one or a list. One file for each map. Undefined where it is none of these.
 *
 * @throws GcpFileFault that names the place, `items[1].target.selector.value`
 */
export function readGeoreferencedMaps(root: unknown): readonly GcpFile[] | undefined {
  if (Array.isArray(root)) {
    if (!root.every((entry) => isObject(entry) && isGeoreferencedMap(entry))) return undefined
    return root.map((entry, index) => mapOf(entry as Json, `[${index}].`))
  }
  if (!isObject(root)) return undefined
  if (root['type'] === 'AnnotationPage') {
    const items = root['items']
    if (!Array.isArray(items)) throw wrong(items, 'items')
    return items.map((item, index) => annotationOf(object(item, `items[${index}]`), `items[${index}].`))
  }
  if (root['type'] === 'Annotation' || ('target' in root && 'body' in root)) return [annotationOf(root, '')]
  return isGeoreferencedMap(root) ? [mapOf(root, '')] : undefined
}

const isGeoreferencedMap = (value: Json) =>
  value['type'] === 'GeoreferencedMap' || Array.isArray(value['gcps'])

/** Something is there that does not belong there, or nothing is. */
function wrong(value: unknown, field: string): GcpFileFault {
  return value === undefined || value === null
    ? new GcpFileFault({ code: 'missingField', field })
    : new GcpFileFault({ code: 'wrongValue', field, value: excerpt(value) })
}

/** @throws GcpFileFault unless the value is one of those that may stand there */
function oneOf(value: unknown, allowed: readonly string[], field: string): void {
  if (typeof value !== 'string' || !allowed.includes(value)) throw wrong(value, field)
}

function addressOf(value: unknown, field: string): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw wrong(value, field)
  return value
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(value, field)
  return value
}

function objectIn(value: unknown, field: string): Json {
  if (!isObject(value)) throw wrong(value, field)
  return value
}

/** Two numbers at least. */
function pairIn(value: unknown, field: string): readonly [number, number] {
  if (!Array.isArray(value)) throw wrong(value, field)
  return pair(value, field)
}

function annotationOf(annotation: Json, at: string): GcpFile {
  oneOf(annotation['type'], ['Annotation'], `${at}type`)
  const target = objectIn(annotation['target'], `${at}target`)
  const body = objectIn(annotation['body'], `${at}body`)
  const resource = resourceOf(target, `${at}target.`)
  oneOf(body['type'], ['FeatureCollection'], `${at}body.type`)
  const points = listOf(body['features'], `${at}body.features`).map((entry, index) =>
    featureOf(entry, `${at}body.features[${index}]`),
  )
  return fileOf(points, body, resource, selectionOf(target['selector'], `${at}target.selector`))
}

interface Resource {
  /** Null: not told. */
  readonly image: string | null
  readonly size: FilePlacement['imageSize']
}

const NO_RESOURCE: Resource = { image: null, size: null }

/** The image in its two forms: a source with its own id and type, or, before version 1, an address and its service. */
function resourceOf(target: Json, at: string): Resource {
  const { source, service } = target
  if (isObject(source)) return sourceOf(source, `${at}source.`)
  addressOf(source, `${at}source`)
  const services = listOf(service, `${at}service`)
  if (services.length !== 1) throw wrong(services, `${at}service`)
  return sourceOf(objectIn(services[0], `${at}service[0]`), `${at}service[0].`)
}

function sourceOf(source: Json, at: string): Resource {
  const image = addressOf(source['id'] ?? source['@id'], `${at}${'id' in source ? 'id' : '@id'}`)
  oneOf(source['type'], RESOURCE_TYPES, `${at}type`)
  return { image, size: sizeIn(source, at) }
}

/** Width and height, both or neither. */
function sizeIn(value: Json, at: string): FilePlacement['imageSize'] {
  const sides = (['width', 'height'] as const).map((name) => {
    const side = value[name]
    if (side === undefined) return undefined
    const length = number(side, `${at}${name}`)
    if (length <= 0) throw wrong(side, `${at}${name}`)
    return length
  })
  const [width, height] = sides
  return width !== undefined && height !== undefined ? { width, height } : null
}

interface Selection {
  readonly rings: readonly MaskRing[]
  readonly size: FilePlacement['imageSize']
}

/** The outline that counts; without one the whole image does. */
function selectionOf(selector: unknown, field: string): Selection {
  if (selector === undefined || selector === null) return { rings: [], size: null }
  const { type, value } = objectIn(selector, field)
  oneOf(type, ['SvgSelector'], `${field}.type`)
  if (typeof value !== 'string') throw wrong(value, `${field}.value`)
  return readSvgSelector(value, `${field}.value`)
}

function featureOf(entry: unknown, field: string): GcpFilePoint {
  const feature = objectIn(entry, field)
  oneOf(feature['type'], ['Feature'], `${field}.type`)
  const properties = objectIn(feature['properties'], `${field}.properties`)
  const geometry = objectIn(feature['geometry'], `${field}.geometry`)
  oneOf(geometry['type'], ['Point'], `${field}.geometry.type`)
  const name = properties['resourceCoords'] === undefined ? 'pixelCoords' : 'resourceCoords'
  return {
    image: pairIn(
      properties[name],
      `${field}.properties.${properties[name] === undefined ? 'resourceCoords' : name}`,
    ),
    ground: pairIn(geometry['coordinates'], `${field}.geometry.coordinates`),
    enabled: true,
  }
}

/** Names of the parts of a GeoreferencedMap, in its second version and its first. */
const NAMES = [
  { image: 'resource', address: 'id', mask: 'resourceMask', pixel: 'resource', place: 'geo' },
  { image: 'image', address: 'uri', mask: 'pixelMask', pixel: 'image', place: 'world' },
] as const

/** A list of control points alone, as it is cut out of a map. */
const isBareList = (map: Json) => Object.keys(map).every((key) => ['gcps', 'transformation'].includes(key))

function mapOf(map: Json, at: string): GcpFile {
  const isFirst = map['type'] === undefined && ('image' in map || 'pixelMask' in map || 'version' in map)
  const names = NAMES[isFirst ? 1 : 0]
  if (map['version'] !== undefined && number(map['version'], `${at}version`) < 1)
    throw wrong(map['version'], `${at}version`)
  const resource: Resource = isBareList(map) ? NO_RESOURCE : imageOf(map, names, at)
  const points = listOf(map['gcps'], `${at}gcps`).map((entry, index): GcpFilePoint => {
    const field = `${at}gcps[${index}]`
    const gcp = objectIn(entry, field)
    return {
      image: pairIn(gcp[names.pixel], `${field}.${names.pixel}`),
      ground: pairIn(gcp[names.place], `${field}.${names.place}`),
      enabled: true,
    }
  })
  return fileOf(points, map, resource, { rings: maskOf(map[names.mask], `${at}${names.mask}`), size: null })
}

function imageOf(map: Json, names: (typeof NAMES)[number], at: string): Resource {
  const image = objectIn(map[names.image], `${at}${names.image}`)
  oneOf(image['type'], RESOURCE_TYPES, `${at}${names.image}.type`)
  return {
    image: addressOf(image[names.address], `${at}${names.image}.${names.address}`),
    size: sizeIn(image, `${at}${names.image}.`),
  }
}

function maskOf(mask: unknown, field: string): readonly MaskRing[] {
  if (mask === undefined) return []
  const corners = listOf(mask, field)
  if (corners.length < 3) throw wrong(mask, field)
  return [corners.map((corner, index) => pairIn(corner, `${field}[${index}]`))]
}

function fileOf(
  points: readonly GcpFilePoint[],
  says: Json,
  { image, size }: Resource,
  selection: Selection,
): GcpFile {
  const { type, unknown } = readAnnotationTransformation(says['transformation'])
  const imageSize = selection.size ?? size
  const isWhole = imageSize !== null && isWholeImage(selection.rings, imageSize.width, imageSize.height)
  return {
    format: 'annotation',
    crs: 'EPSG:4326',
    points,
    placement: {
      image,
      imageSize,
      mask: isWhole ? [] : selection.rings,
      transformationType: type,
      ...(unknown !== undefined && { unknownTransformation: unknown }),
      ...projectionOf(says['resourceCrs']),
    },
  }
}

/** What an annotation says of the projection that the map is drawn in, as Allmaps writes it. */
function projectionOf(crs: unknown): Pick<FilePlacement, 'projection' | 'unknownProjection'> {
  if (!isObject(crs)) return {}
  const { definition, name, id } = crs
  const text = typeof definition === 'string' ? definition.trim() : ''
  if (text !== '' && text.length <= MAX_PROJECTION_LENGTH)
    return WEB_MERCATOR.test(text) ? {} : { projection: text }
  const called = name ?? id
  return typeof called === 'string' && called !== '' ? { unknownProjection: excerpt(called) } : {}
}

/** The plane that maps are fitted in anyway. */
const WEB_MERCATOR =
  /^(EPSG:|urn:ogc:def:crs:EPSG:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/)3857$/i

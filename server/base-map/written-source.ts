import { z } from 'zod'
import { attributionSchema, onlineLayerSchema, tileSourceSchema } from '../../contract/base-map.ts'
import { LANGUAGES } from '../../contract/constants.ts'

/** Where MapLibre puts west, south, east and north of a tile, EPSG:3857 metres. */
const BOX = '{bbox-epsg-3857}'

const isAddress = (text: string) => URL.canParse(text.replace(/[{}]/g, ''))
const address = z
  .string()
  .max(2000, 'expected at most 2000 characters')
  .refine(isAddress, 'expected an address')
  .refine((text) => /^https?:/i.test(text), 'expected http or https')

const template = address.refine(
  (text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) || text.includes(BOX),
  `expected {z}, {x} and {y}, or ${BOX}`,
)

/** A Web Map Service: pictures of any box. */
const wms = z.strictObject({
  url: address,
  layers: z.string().min(1),
  styles: z.string().default(''),
  format: z.string().default('image/png'),
  version: z.enum(['1.1.1', '1.3.0']).default('1.3.0'),
})

/**
 * A Web Map Tile Service whose matrix set is Web Mercator's, numbered by zoom: either the template of its pictures with
 * {TileMatrix}, {TileRow} and {TileCol}, or the address that is asked with a layer and a matrix set.
 */
const wmts = z
  .strictObject({
    url: address,
    layer: z.string().min(1).optional(),
    style: z.string().default('default'),
    matrixSet: z.string().default('GoogleMapsCompatible'),
    format: z.string().default('image/png'),
  })
  .refine(({ url, layer }) => layer !== undefined || isTemplate(url), {
    path: ['url'],
    message: 'expected {TileMatrix}, {TileRow} and {TileCol}, or a layer beside it',
  })

const isTemplate = (url: string) =>
  ['{tilematrix}', '{tilerow}', '{tilecol}'].every((part) => url.toLowerCase().includes(part))

/** A source as an operator writes it: its tiles in one of four ways, attribution, and the rest where it differs. */
const written = z.strictObject({
  tiles: z.union([template.transform((one) => [one]), z.array(template).min(1)]).optional(),
  tileJson: address.optional(),
  hosts: z
    .array(address.refine((text) => new URL(text).origin === text.replace(/\/$/, ''), 'expected an origin'))
    .optional(),
  wms: wms.optional(),
  wmts: wmts.optional(),
  tileSize: tileSourceSchema.shape.tileSize.default(256),
  minZoom: tileSourceSchema.shape.minZoom.default(0),
  maxZoom: tileSourceSchema.shape.maxZoom.default(19),
  attribution: z.union([z.string().transform((text) => [{ text }]), z.array(attributionSchema)]),
  bounds: onlineLayerSchema.shape.bounds.refine(
    (bounds) => !bounds || (bounds[0] < bounds[2] && bounds[1] < bounds[3]),
    'expected west, south, east, north',
  ),
})

type Written = z.infer<typeof written>

const isOneWay = ({ tiles, tileJson, wms: box, wmts: matrix }: Written) =>
  [tiles, tileJson, box, matrix].filter((way) => way !== undefined).length === 1

/** The tiles of a source as MapLibre asks for them. */
function asTiles({ wms: box, wmts: matrix, tiles = [], ...source }: Written) {
  const addresses = box ? [wmsTiles(box, source.tileSize)] : matrix ? [wmtsTiles(matrix)] : tiles
  return { tiles: addresses, ...source }
}

function wmsTiles({ url, layers, styles, format, version }: z.infer<typeof wms>, tileSize: number): string {
  return withQuery(url, {
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    VERSION: version,
    LAYERS: layers,
    STYLES: styles,
    [version === '1.3.0' ? 'CRS' : 'SRS']: 'EPSG:3857',
    FORMAT: format,
    TRANSPARENT: 'TRUE',
    WIDTH: String(tileSize),
    HEIGHT: String(tileSize),
    BBOX: BOX,
  })
}

function wmtsTiles({ url, layer, style, matrixSet, format }: z.infer<typeof wmts>): string {
  const pattern =
    layer === undefined || isTemplate(url)
      ? url
      : withQuery(url, {
          SERVICE: 'WMTS',
          REQUEST: 'GetTile',
          VERSION: '1.0.0',
          LAYER: layer,
          STYLE: style,
          TILEMATRIXSET: matrixSet,
          FORMAT: format,
          TILEMATRIX: '{TileMatrix}',
          TILEROW: '{TileRow}',
          TILECOL: '{TileCol}',
        })
  const named: Record<string, string> = {
    tilematrix: '{z}',
    tilerow: '{y}',
    tilecol: '{x}',
    style,
    tilematrixset: matrixSet,
    layer: layer ?? '',
  }
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => named[name.toLowerCase()] ?? whole)
}

/** With parameters after those that the address has; braces stay as they are, for MapLibre fills them in. */
function withQuery(url: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${/^\{.*\}$/.test(value) ? value : encodeURIComponent(value)}`,
  )
  const joint = url.includes('?') ? (/[?&]$/.test(url) ? '' : '&') : '?'
  return url + joint + query.join('&')
}

const ONE_WAY = 'expected one of tiles, tileJson, wms and wmts'
const labels = written.refine(isOneWay, ONE_WAY).transform(asTiles)

const LONGEST_NAME = 60
const oneName = z.string().trim().min(1).max(LONGEST_NAME)
/** One name for all languages, or one for each. */
const name = z.union([
  oneName.transform((one) => ({ en: one, lt: one })),
  z.record(z.enum(LANGUAGES), oneName),
])

/** A layer as an operator writes it. */
export const writtenLayer = written
  .extend({ labels: labels.optional(), name: name.optional() })
  .refine(isOneWay, ONE_WAY)
  .transform(({ labels: over, ...source }) => ({ ...asTiles(source), ...(over && { labels: over }) }))

import { z } from 'zod'
import { integerText } from '../rules/query-text.ts'
import { defineCall } from './define-call.ts'
import { idParams } from './map-record.ts'
import type { MessageKey } from './messages.ts'

const malformed = 'errors.invalidRequest' satisfies MessageKey

const tileNumber = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,8})$/, malformed)
  .transform(Number)

/** Row and form of a tile as the last part of its address has it: `42.webp`, `42@2x.png`. */
const tileName = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,8})(?:@2x)?\.(?:webp|png)$/, malformed)
  .transform((name) => {
    const [, row = '', retina, format] = /^(\d+)(@2x)?\.(webp|png)$/.exec(name) ?? []
    return {
      row: Number(row),
      isRetina: retina !== undefined,
      format: format === 'png' ? 'png' : 'webp',
    } as const
  })

/** Of a tile of a map: XYZ, the first row in the north. */
export const tileParams = idParams.extend({ z: tileNumber, x: tileNumber, tile: tileName })

/** Of a file that is made of a placed map. */
export const downloadParams = idParams.extend({
  format: z.enum(
    ['tif', 'jpeg.tif', 'lossless.tif', 'pmtiles', 'kmz', 'zip', 'geojson', 'gpkg', 'xml'],
    malformed,
  ),
})

/** What opens a private map for a while, as addresses of its tiles carry it. */
export const ticketQuery = z.object({ ticket: z.string().max(200).optional() })

/** `v`: the number of the overlay; with it an answer may be cached for good. */
export const tileQuery = ticketQuery.extend({ v: integerText(1, 999_999_999).optional() })

/** Of a tile of a catalog: `token` is that of its unlisted link. */
export const mosaicQuery = z.object({ token: z.string().max(200).optional() })

const degrees = z.number()

const tileJsonSchema = z
  .object({
    tilejson: z.literal('3.0.0'),
    name: z.string(),
    description: z.string().optional(),
    /** HTML: whom to name, and the licence. */
    attribution: z.string().optional(),
    version: z.string(),
    scheme: z.literal('xyz'),
    /** Addresses with `{z}`, `{x}` and `{y}`. Those of a private map end within the hour. */
    tiles: z.array(z.string()),
    minzoom: z.int(),
    /** Where the tiles are no coarser than the overlay; finer ones are served, and show no more. */
    maxzoom: z.int(),
    /** West, south, east, north. */
    bounds: z.array(degrees).length(4),
    /** Longitude, latitude, and the zoom that shows the whole map. */
    center: z.array(degrees).length(3),
    /** Side of the tiles in pixels; `@2x` before the extension gives twice as many. */
    tileSize: z.int(),
  })
  .meta({ id: 'TileJson' })
export type TileJson = z.output<typeof tileJsonSchema>

export const mapTileJson = defineCall({
  method: 'GET',
  path: '/map/:id/tilejson.json',
  summary:
    'The tiles of a map’s overlay in the words of TileJSON 3: of a public map for anyone, of a private one for its owner.',
  session: 'optional',
  params: idParams,
  query: ticketQuery,
  reply: tileJsonSchema,
  refusals: [404],
})

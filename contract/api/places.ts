import { z } from 'zod'
import { booleanText, integerText } from '../rules/query-text.ts'
import { isStorable } from '../rules/text.ts'
import { defineCall } from './define-call.ts'

/** One place, in the words of Nominatim's `format=json`. Coordinates are degrees as text. */
export const placeSchema = z
  .object({
    display_name: z.string(),
    lat: z.string(),
    lon: z.string(),
    /** south, north, west, east as texts of degrees. */
    boundingbox: z.tuple([z.string(), z.string(), z.string(), z.string()]),
    /** GeoJSON geometry in longitude and latitude; only where a polygon was asked for and there is one. */
    geojson: z.record(z.string(), z.unknown()).optional(),
    place_type: z.string(),
    osm_type: z.string().nullable(),
    importance: z.number(),
    class: z.string(),
  })
  .meta({ id: 'Place' })
export type Place = z.output<typeof placeSchema>

export const geocode = defineCall({
  method: 'GET',
  path: '/geocode',
  summary: 'Places whose name matches; an unreachable source gives an empty list.',
  session: 'required',
  query: z.object({
    q: z.string().max(300).refine(isStorable),
    format: z.string().max(20).optional(),
    limit: integerText(1, 50).default(5),
    /** Only the names that this server has itself, at once; those of a service elsewhere follow them without it. */
    own: booleanText().optional(),
    addressdetails: z.string().max(10).optional(),
    extratags: z.string().max(10).optional(),
    polygon_geojson: z
      .union([booleanText(), z.enum(['0', '1']).transform((flag) => flag === '1')])
      .optional(),
    countrycodes: z.string().max(100).optional(),
    /** west, south, east, north in degrees. */
    viewbox: z.string().max(200).optional(),
    bounded: z.string().max(10).optional(),
    'accept-language': z.string().max(50).optional(),
  }),
  reply: z.array(placeSchema),
})

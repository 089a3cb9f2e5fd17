import { z } from 'zod'
import { RATING_MAX, RATING_MIN } from '../constants.ts'
import { listUpTo } from '../rules/bounded-list.ts'
import { defineCall } from './define-call.ts'
import { idSchema } from './map-record.ts'

const mapParams = z.object({ mapId: idSchema })

/** A rating outside 1 to 5, a fraction or a text is refused, never rounded. */
const rating = z
  .int('errors.fields.invalidRating')
  .min(RATING_MIN, 'errors.fields.invalidRating')
  .max(RATING_MAX, 'errors.fields.invalidRating')

export const rateMap = defineCall({
  method: 'POST',
  path: '/maps/ratings/:mapId',
  summary: 'Sets the caller’s rating of a map.',
  session: 'required',
  params: mapParams,
  body: z.object({ rating }),
  reply: z.object({ average: z.number(), count: z.int(), userRating: z.int() }),
  refusals: [403, 404],
})

export const catalogsOfMap = defineCall({
  method: 'GET',
  path: '/interactions/catalogs/:mapId',
  summary: 'The catalogs that hold the map: the caller’s own, and those that they may edit.',
  session: 'required',
  params: mapParams,
  reply: z.object({ catalogs: z.array(z.object({ _id: z.string(), id: z.string(), title: z.string() })) }),
  refusals: [404],
})

export const batchFavorites = defineCall({
  method: 'POST',
  path: '/interactions/favorites/:mapId/batch',
  summary:
    'Adds the map to some of the catalogs that the caller may edit and takes it out of others, all or nothing.',
  session: 'required',
  params: mapParams,
  body: z.object({
    addCatalogs: listUpTo(idSchema, 1000).default([]),
    removeCatalogs: listUpTo(idSchema, 1000).default([]),
  }),
  reply: z.object({ isFavorited: z.boolean(), favoritesCount: z.int() }),
  refusals: [404],
})

import { z } from 'zod'
import { MAX_YEAR, MIN_YEAR } from '../constants.ts'
import { boundsText } from '../rules/bounds-text.ts'
import { integerText } from '../rules/query-text.ts'
import { isStorable } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { linkedMapSchema } from './linked-catalog.ts'
import { cornersSchema } from './map-record.ts'
import type { MessageKey } from './messages.ts'

/** Maps on a page of the list of public maps. */
export const EXPLORED_PAGE = 30
/** Places that a text may name, which are sent with the first page. */
export const MOST_EXPLORED_PLACES = 3
/** Longest text that is searched for. */
export const EXPLORED_TEXT_MAX = 300

const year = integerText(MIN_YEAR, MAX_YEAR).optional()

export const exploreMaps = defineCall({
  method: 'GET',
  path: '/maps/explore',
  summary: 'Public georeferenced maps by words, years and place, a page at a time, for anyone.',
  session: 'none',
  query: z
    .object({
      /** Words, as `q` of `GET /maps/find`. */
      q: z.string().max(EXPLORED_TEXT_MAX).refine(isStorable).optional(),
      /** Maps that speak of a year from here on; with `from` or `to`, undated maps are left out. */
      from: year,
      /** Not before `from`. */
      to: year,
      /** `w,s,e,n` in EPSG:3857 metres: maps that meet it come first, those that fill it best before the others. */
      view: boundsText('errors.fields.invalidBounds').optional(),
      /** `next` of the page before, under the same words, years and view. */
      cursor: z.string().max(3000).optional(),
      /** Language of the places' countries. */
      'accept-language': z.string().max(50).optional(),
    })
    .check(({ value: { from, to }, issues }) => {
      const message = 'errors.fields.startAfterEnd' satisfies MessageKey
      if (from !== undefined && to !== undefined && from > to)
        issues.push({ code: 'custom', input: to, path: ['to'], message })
    }),
  reply: z.object({
    items: z.array(linkedMapSchema).max(EXPLORED_PAGE),
    /** All that match, as counted when the first page was asked for. */
    total: z.int(),
    /** How many of them meet `view`; absent without it. */
    inView: z.int().optional(),
    /** The words of `q` were found nowhere: these maps have words that resemble them. */
    isNear: z.boolean().optional(),
    /** What `q` may name on the map itself, with the first page alone. */
    places: z.array(z.object({ name: z.string(), corners: cornersSchema })).max(MOST_EXPLORED_PLACES),
    /** `cursor` of the next page; null after the last one. */
    next: z.string().nullable(),
  }),
})
export type ExploredMaps = z.output<typeof exploreMaps.reply>

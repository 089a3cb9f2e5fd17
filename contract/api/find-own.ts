import { z } from 'zod'
import { isStorable } from '../rules/text.ts'
import { defineCall } from './define-call.ts'

/** Fields of a map that a search over one's own maps can be limited to. `title`: any of the three titles. */
export const SEARCH_FIELDS = ['title', 'description', 'creator', 'scale', 'year'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export const findOwnMaps = defineCall({
  method: 'GET',
  path: '/maps/find/own',
  summary: 'Ids of all maps of the caller that a text finds, in no order.',
  session: 'required',
  query: z.object({
    /** As `q` of `findMaps`. Without any word it finds every map. */
    q: z.string().max(300).refine(isStorable).optional(),
    /** Each word must be found in this field; left out: wherever `findMaps` finds it. */
    field: z.enum(SEARCH_FIELDS).optional(),
  }),
  reply: z.object({
    ids: z.array(z.string()),
    /** The words of `q` were found nowhere: these maps have words that resemble them. */
    isNear: z.boolean(),
  }),
})
export type FoundOwnMaps = z.output<typeof findOwnMaps.reply>

import { z } from 'zod'
import { listUpTo } from '../rules/bounded-list.ts'
import { defineCall } from './define-call.ts'
import { PROPOSAL_REASONS, pointProposalSchema } from './lettering.ts'
import { idSchema, jobErrorSchema } from './map-record.ts'

/** Maps of one user that points may be searched for at a time, waiting ones included. */
export const MAX_POINT_SEARCHES = 200
/** Points that are kept of what a search has found: those that come first are spread well. */
export const MAX_SEARCHED_POINTS = 12
/** Maps that each list of an answer names. */
export const MAX_LISTED_SEARCHES = 100

/** What the owner did with the points that were found. mended: they went on with them in the editor. */
export const POINT_DECISIONS = ['accepted', 'mended', 'refused'] as const
export type PointDecision = (typeof POINT_DECISIONS)[number]

const searchedMapSchema = z.object({
  mapId: z.string(),
  title: z.string(),
  year: z.int().nullable(),
  basePath: z.string(),
})

const foundPointsSchema = searchedMapSchema.extend({
  /** A place near the middle of where the map would lie. */
  place: z.string(),
  /** names: several agree on one position. sheet: the title and the neat line of a sheet of a series. */
  by: z.enum(['names', 'sheet']),
  /** log10 of the odds of the whole. */
  odds: z.number(),
  points: z.array(pointProposalSchema).max(MAX_SEARCHED_POINTS),
})
export type FoundPoints = z.output<typeof foundPointsSchema>

const pointSearchesSchema = z.object({
  /** Maps that wait or are being looked at. */
  open: z.int(),
  current: z.object({ mapId: z.string(), title: z.string(), percent: z.number() }).nullable(),
  /** Maps with points that nobody has decided on, surest first; `foundCount` counts those that are not listed too. */
  found: z.array(foundPointsSchema).max(MAX_LISTED_SEARCHES),
  foundCount: z.int(),
  /** Maps that nothing was found for, or whose search failed. */
  nothing: z
    .array(
      searchedMapSchema.extend({
        reason: z.enum([...PROPOSAL_REASONS, 'failed']),
        error: jobErrorSchema.optional(),
      }),
    )
    .max(MAX_LISTED_SEARCHES),
  nothingCount: z.int(),
  /** What came of all that was found until now. */
  decided: z.record(z.enum(POINT_DECISIONS), z.int()),
})
export type PointSearches = z.output<typeof pointSearchesSchema>

export const pointSearches = defineCall({
  method: 'GET',
  path: '/point-searches',
  summary: 'Points that were found in the background for the caller’s maps, and how far searching has come.',
  session: 'required',
  query: z.object({
    /** Of this map alone. */
    mapId: idSchema.optional(),
  }),
  reply: pointSearchesSchema,
})

/** Maps that are not the caller’s, have an overlay or no scan yet, or are searched for already, are left out. */
export const searchPoints = defineCall({
  method: 'POST',
  path: '/point-searches',
  summary: 'Reads the names on the scans of maps and searches for control points in the background.',
  session: 'required',
  body: z.object({ maps: listUpTo(idSchema, MAX_POINT_SEARCHES) }),
  reply: z.object({ begun: z.int(), left: z.int() }),
})

export const cancelPointSearches = defineCall({
  method: 'DELETE',
  path: '/point-searches',
  summary: 'Stops searching for points of the caller’s maps. What was found before stays.',
  session: 'required',
  reply: z.object({ status: z.literal('success') }),
})

/**
 * Accepted points become the caller's draft of the map; nothing is published. 409: the map has a draft with points, was
 * published, or the points were decided on differently.
 */
export const decideOnPoints = defineCall({
  method: 'POST',
  path: '/point-searches/decisions',
  summary: 'Accepts or refuses the points that were found for a map, or takes that back.',
  session: 'required',
  body: z.object({
    mapId: idSchema,
    /** null: takes the last one back, with the draft that it made. */
    decision: z.enum(POINT_DECISIONS).nullable(),
  }),
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404, 409],
})

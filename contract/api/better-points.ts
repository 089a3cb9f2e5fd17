import { z } from 'zod'
import { COMMENT_MAX } from '../constants.ts'
import { optionalTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema } from './map-record.ts'

/** Most wishes that the owner is shown, the newest; all are counted. */
export const WISHES_SHOWN = 50

const wishSchema = z.object({
  username: z.string(),
  note: z.string().nullable(),
  at: momentSchema,
})
const betterPointsSchema = z.object({
  /** How many say that the map needs better points. */
  count: z.int(),
  /** The caller's own wish; null: they have none. */
  own: wishSchema.nullable(),
  /** For the owner alone, newest first: for others it is empty. */
  wishes: z.array(wishSchema),
})
export type BetterPoints = z.output<typeof betterPointsSchema>

export const betterPoints = defineCall({
  method: 'GET',
  path: '/maps/:id/better-points',
  summary: 'How many say that a map needs better points, and as its owner who and why.',
  session: 'required',
  params: idParams,
  reply: betterPointsSchema,
  refusals: [404],
})

/** 403 for the owner; 409 where the map is not published. */
export const askBetterPoints = defineCall({
  method: 'PUT',
  path: '/maps/:id/better-points',
  summary: 'Says that a published map needs better points, once a user. 429 past the limit of comments.',
  session: 'required',
  params: idParams,
  body: z.object({ note: optionalTextUpTo(COMMENT_MAX) }),
  reply: betterPointsSchema,
  refusals: [403, 404, 409],
})

export const takeBackBetterPoints = defineCall({
  method: 'DELETE',
  path: '/maps/:id/better-points',
  summary: 'Takes back that a map needs better points.',
  session: 'required',
  params: idParams,
  reply: betterPointsSchema,
  refusals: [404],
})

export const answerBetterPoints = defineCall({
  method: 'POST',
  path: '/maps/:id/better-points/answer',
  summary: 'Clears what was said of a map’s points: its owner has dealt with it.',
  session: 'required',
  params: idParams,
  reply: betterPointsSchema,
  refusals: [403, 404],
})

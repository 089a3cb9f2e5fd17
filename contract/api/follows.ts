import { z } from 'zod'
import { FOLLOWED_PLACE_NAME_MAX, WORLD_HALF_METRES } from '../constants.ts'
import { optionalTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { cornersSchema, idParams, momentSchema } from './map-record.ts'
import type { MessageKey } from './messages.ts'

/** A box may reach beyond the edge of the world by one world. */
const reach = z
  .number()
  .min(-3 * WORLD_HALF_METRES)
  .max(3 * WORLD_HALF_METRES)

const followedBoxSchema = z
  .object({ minX: reach, minY: reach, maxX: reach, maxY: reach })
  .refine(
    ({ minX, minY, maxX, maxY }) => minX < maxX && minY < maxY,
    'errors.fields.invalidBounds' satisfies MessageKey,
  )

const followedPlaceSchema = z.object({
  id: z.string(),
  /** Null: it was given none. */
  name: z.string().nullable(),
  box: cornersSchema,
  /** The town nearest to its middle, where it has no name and one is known. */
  near: z.string().nullable(),
  followedAt: momentSchema,
})
export type FollowedPlace = z.output<typeof followedPlaceSchema>

const followsSchema = z.object({
  /** Newest first. */
  maps: z.array(
    z.object({
      id: z.string(),
      /** Null: its owner has hidden it meanwhile; nothing of it is shown until it can be seen again. */
      title: z.string().nullable(),
      followedAt: momentSchema,
    }),
  ),
  users: z.array(z.object({ id: z.string(), username: z.string(), followedAt: momentSchema })),
  places: z.array(followedPlaceSchema),
})
export type Follows = z.output<typeof followsSchema>

const done = z.object({ status: z.literal('success') })

/** 409 where as many of a kind are followed as may be (`MAX_FOLLOWED`), as for the other calls that begin to follow. */
export const follows = defineCall({
  method: 'GET',
  path: '/follows',
  summary: 'The maps, people and places that the signed-in user follows.',
  session: 'required',
  reply: followsSchema,
})

export const followMap = defineCall({
  method: 'PUT',
  path: '/map/:id/follow',
  summary: 'Tells the caller from now on of new overlays and comments of a map.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404, 409],
})

export const unfollowMap = defineCall({
  method: 'DELETE',
  path: '/map/:id/follow',
  summary: 'Tells the caller no more of a map.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

export const followUser = defineCall({
  method: 'PUT',
  path: '/users/:id/follow',
  summary:
    'Tells the caller from now on of new public maps that a user has uploaded or placed. 403 for oneself.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [403, 404, 409],
})

export const unfollowUser = defineCall({
  method: 'DELETE',
  path: '/users/:id/follow',
  summary: 'Tells the caller no more of a user.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

export const followPlace = defineCall({
  method: 'PUT',
  path: '/places/follow',
  summary:
    'Tells the caller from now on of public maps that are newly placed in a box, EPSG:3857 metres. The same box again changes its name.',
  session: 'required',
  body: z.object({ box: followedBoxSchema, name: optionalTextUpTo(FOLLOWED_PLACE_NAME_MAX) }),
  reply: followedPlaceSchema,
  refusals: [409],
})

export const unfollowPlace = defineCall({
  method: 'DELETE',
  path: '/places/follow/:id',
  summary: 'Tells the caller no more of a place.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

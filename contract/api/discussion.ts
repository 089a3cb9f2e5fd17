import { z } from 'zod'
import { COMMENT_MAX, MAX_CONTROL_POINTS } from '../constants.ts'
import { requiredTextUpTo } from '../rules/text.ts'
import type { MessageKey } from './messages.ts'
import { defineCall } from './define-call.ts'
import { idParams, idSchema, momentSchema } from './map-record.ts'

export const COMMENTS_PAGE_SIZE = 20
/** Largest number of an overlay: what the database counts them in. */
const MAX_VERSION = 2 ** 31 - 1
/** Most comments on one map. */
export const MAX_COMMENTS = 1000

/** A control point as it was in the overlay that was published when someone commented on it. */
export const commentedPointSchema = z.object({
  /** From 1, in the order of the overlay's points. */
  number: z.int(),
  /** Number of the overlay, and when it was made. */
  version: z.int(),
  madeAt: momentSchema,
  /** Pixels of the upright scan; EPSG:3857 metres. */
  image: z.tuple([z.number(), z.number()]),
  map: z.tuple([z.number(), z.number()]),
})
export type CommentedPoint = z.output<typeof commentedPointSchema>

/** A point of the published overlay, as a comment names it. */
export const pointNameSchema = z.object({
  version: z
    .int({ error: 'errors.fields.invalidType' satisfies MessageKey })
    .min(1, 'errors.fields.invalidType' satisfies MessageKey)
    .max(MAX_VERSION, 'errors.fields.invalidType' satisfies MessageKey),
  number: z
    .int({ error: 'errors.discussion.noSuchPoint' satisfies MessageKey })
    .min(1, 'errors.discussion.noSuchPoint' satisfies MessageKey)
    .max(MAX_CONTROL_POINTS, 'errors.discussion.noSuchPoint' satisfies MessageKey),
})
export type PointName = z.output<typeof pointNameSchema>

export const mapCommentSchema = z
  .object({
    id: z.string(),
    /** Plain text, with its line breaks. */
    text: z.string(),
    at: momentSchema,
    /** Null: it stands as it was written first. */
    editedAt: momentSchema.nullable(),
    username: z.string(),
    /** Null: it is about the map as a whole. */
    point: commentedPointSchema.nullable(),
    /** By the owner of the map. */
    isOfOwner: z.boolean(),
    /** The caller's own: they may change it. */
    isOwn: z.boolean(),
  })
  .meta({ id: 'MapComment' })
export type MapComment = z.output<typeof mapCommentSchema>

const commentText = requiredTextUpTo(COMMENT_MAX)
const commentParams = z.object({ id: idSchema, commentId: idSchema })

export const mapComments = defineCall({
  method: 'GET',
  path: '/maps/:id/comments',
  summary: 'The discussion of a map, a page at a time from its end.',
  session: 'required',
  params: idParams,
  query: z.object({
    /** `older` of the page that comes after in time. */
    before: z
      .string()
      .regex(/^\d{1,15}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
        error: 'errors.invalidRequest' satisfies MessageKey,
      })
      .optional(),
  }),
  reply: z.object({
    /** Oldest first. */
    comments: z.array(mapCommentSchema),
    /** Of all pages. */
    total: z.int(),
    /** `before` of the page that comes before in time; null: this one begins the discussion. */
    older: z.string().nullable(),
  }),
  refusals: [404],
})
export type MapCommentsPage = z.output<typeof mapComments.reply>

/** 409 where the discussion is full, and where the point is of another overlay than the published one. */
export const addComment = defineCall({
  method: 'POST',
  path: '/maps/:id/comments',
  summary: 'Adds a comment to the discussion of a map. 429 past the limit of the hour.',
  session: 'required',
  params: idParams,
  body: z.object({
    text: commentText,
    point: pointNameSchema.optional(),
    /** The sender's own mark of this comment: sent again with the same one it is not added twice. */
    sendKey: idSchema.optional(),
  }),
  reply: mapCommentSchema,
  refusals: [404, 409],
})

export const editComment = defineCall({
  method: 'PUT',
  path: '/maps/:id/comments/:commentId',
  summary: 'Changes the text of a comment of the caller’s own. 429 past the limit of the hour.',
  session: 'required',
  params: commentParams,
  body: z.object({ text: commentText }),
  reply: mapCommentSchema,
  refusals: [403, 404],
})

export const deleteComment = defineCall({
  method: 'DELETE',
  path: '/maps/:id/comments/:commentId',
  summary: 'Deletes a comment: one’s own, and as the owner of the map anyone’s. Nothing of it remains.',
  session: 'required',
  params: commentParams,
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404],
})

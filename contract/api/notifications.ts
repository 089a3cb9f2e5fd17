import { z } from 'zod'
import { NOTIFICATION_PAGE_SIZE } from '../constants.ts'
import { booleanText, integerText } from '../rules/query-text.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema, processingSchema, transformJobSchema } from './map-record.ts'

export const NOTIFICATION_TYPES = [
  'map_assigned',
  'map_completed',
  'map_approved',
  'map_rejected',
  'map_changes_requested',
  'map_details_changed',
  /** A claim of one's map has ended with nothing to decide about: given back, or its time was over. */
  'map_given_back',
  'map_claim_over',
  /** The owner of a map that the user has claimed ended the claim: `data.why`. */
  'map_claim_ended',
  /** The time for a map that the user has claimed ends soon: `data.minutesLeft`. */
  'map_claim_ending',
  'new_favorite',
  'new_rating',
  'catalog_shared',
  'catalog_map_added',
  'catalog_map_removed',
  'catalog_left',
  /** Somebody who may edit one's catalog has renamed it. */
  'catalog_renamed',
  /** What the owner of a shared catalog does with the share: edits allowed or not, ended, the catalog deleted. */
  'catalog_right_changed',
  'catalog_unshared',
  'catalog_deleted',
  'system_announcement',
  'deadline_reminder',
  'map_comment',
  'better_points',
  'better_points_answered',
  /** Something new of what the user follows: an overlay or a comment of a map, a map of a person, a map in a place. */
  'followed_map',
  'followed_map_comment',
  'followed_user_map',
  'followed_place_map',
  /** The operator has taken down a map or a comment of the user's, or allows it again. */
  'map_taken_down',
  'map_allowed_again',
  'comment_taken_down',
  'comment_allowed_again',
] as const

/** Reasons of a take-down that the interface words; others are in the operator's own words (`data.note`). */
export const TAKE_DOWN_REASONS = ['copyright', 'privacy', 'offensive', 'spam', 'unlawful'] as const
export type TakeDownReason = (typeof TAKE_DOWN_REASONS)[number]

/** By what an owner ends somebody’s claim. */
export const CLAIM_END_CAUSES = ['private', 'trashed', 'idle', 'takenDown'] as const
export type ClaimEndCause = (typeof CLAIM_END_CAUSES)[number]

/** From so many minutes on, how long a claim lasts still is worded in hours. */
export const MINUTES_AS_HOURS = 120

export const NOTIFICATION_PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const

export const notificationSchema = z
  .object({
    _id: z.string(),
    id: z.string(),
    type: z.enum(NOTIFICATION_TYPES),
    /** English; the interface words it anew from `type` and `data` (`notifications.<type>.title`). */
    title: z.string(),
    message: z.string(),
    priority: z.enum(NOTIFICATION_PRIORITIES),
    isRead: z.boolean(),
    readAt: momentSchema.nullable(),
    createdAt: momentSchema,
    /** A path within the product, never another origin. */
    actionUrl: z.string().nullable(),
    actionRequired: z.boolean(),
    sender: z.object({ username: z.string() }).nullable(),
    data: z.object({
      favoriteUsername: z.string().optional(),
      ratingUsername: z.string().optional(),
      sharerUsername: z.string().optional(),
      rating: z.int().optional(),
      daysLeft: z.int().optional(),
      minutesLeft: z.int().optional(),
      /** How often it has happened while this stood unread. */
      count: z.int().optional(),
      mapId: z.string().optional(),
      mapTitle: z.string().optional(),
      catalogId: z.string().optional(),
      catalogTitle: z.string().optional(),
      /** What a renamed catalog was called before. */
      earlierTitle: z.string().optional(),
      /** The shared catalog may be edited. */
      mayEdit: z.boolean().optional(),
      /** Which of the user's follows it comes from, and the name and box of a place. */
      followId: z.string().optional(),
      placeName: z.string().optional(),
      box: z.string().optional(),
      /** Key of the reason of a decision, and the words of the owner, or of who has submitted a transformation. */
      reason: z.string().optional(),
      why: z.enum(CLAIM_END_CAUSES).optional(),
      note: z.string().optional(),
      takenDownFor: z.enum(TAKE_DOWN_REASONS).optional(),
    }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof notificationSchema>

const done = z.object({ status: z.literal('success') })

export const notifications = defineCall({
  method: 'GET',
  path: '/notifications',
  summary: 'A page of the signed-in user’s notifications, newest first.',
  session: 'required',
  query: z.object({
    page: integerText(1, 100_000).default(1),
    limit: integerText(1, 100).default(NOTIFICATION_PAGE_SIZE),
    type: z.enum(NOTIFICATION_TYPES).optional(),
    isRead: booleanText().optional(),
    priority: z.enum(NOTIFICATION_PRIORITIES).optional(),
  }),
  reply: z.object({
    notifications: z.array(notificationSchema),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    unreadCount: z.int(),
  }),
})

export const unreadCount = defineCall({
  method: 'GET',
  path: '/notifications/unread-count',
  summary: 'The number of unread notifications.',
  session: 'required',
  reply: z.object({ unreadCount: z.int() }),
})

export const markRead = defineCall({
  method: 'PATCH',
  path: '/notifications/:id/read',
  summary: 'Marks one notification read.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

export const markAllRead = defineCall({
  method: 'PATCH',
  path: '/notifications/mark-all-read',
  summary: 'Marks all notifications read.',
  session: 'required',
  reply: z.object({ status: z.literal('success'), updated: z.int() }),
})

export const deleteNotification = defineCall({
  method: 'DELETE',
  path: '/notifications/:id',
  summary: 'Deletes one notification.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

export const streamTicket = defineCall({
  method: 'POST',
  path: '/notifications/stream-ticket',
  summary: 'A one-use ticket of 60 s for the `token` parameter of the stream.',
  session: 'required',
  tokens: 'never',
  reply: z.object({ ticket: z.string(), expiresInSeconds: z.int() }),
})

/**
 * `GET /notifications/stream?token=…` takes a ticket, or for older clients the token of a session, and ends with the
 * session. It answers text/event-stream; each event's data is JSON of the shape below.
 */
export const NOTIFICATION_STREAM_PATH = '/notifications/stream'

export const streamEventSchemas = {
  connected: z.object({ serverTime: momentSchema }),
  /** Of a long note the beginning alone; the list has the whole. */
  notification: notificationSchema,
  unreadCount: z.object({ unreadCount: z.int() }),
  heartbeat: z.object({ serverTime: momentSchema }),
  /** A job of one of the caller's maps, or of one they work on, moved on. */
  job: z.object({
    mapId: z.string(),
    kind: z.enum(['convert', 'transform']),
    processing: processingSchema.optional(),
    transformJob: transformJobSchema.optional(),
  }),
  /** A catalog of the caller's, or one shared with them, changed: its title, maps, order, or who sees it. */
  catalog: z.object({ catalogId: z.string() }),
  /** A map of the caller's, or one they work on, changed: its details, overlay, visibility or claim. An empty `mapId`: the signed paths of all have. */
  map: z.object({ mapId: z.string() }),
  /** A map among the public ones came, changed, or is there no longer. */
  publicMap: z.object({ mapId: z.string() }),
  /** The discussion of a map that the caller may see changed. */
  discussion: z.object({ mapId: z.string() }),
}
export type StreamEventName = keyof typeof streamEventSchemas
export type StreamEvent<Name extends StreamEventName> = z.output<(typeof streamEventSchemas)[Name]>

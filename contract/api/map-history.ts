import { z } from 'zod'
import { TRANSFORMATION_TYPES } from '../control-points.ts'
import { recordedChangesSchema } from '../rules/map-fields.ts'
import { integerText } from '../rules/query-text.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema } from './map-record.ts'

/** What can happen to a map. */
export const MAP_EVENT_KINDS = [
  'uploaded',
  /** It was made as another map of a scan that was there. */
  'addedOnScan',
  /** The owner's overlay came to count. */
  'published',
  /** An earlier overlay was taken again. */
  'versionRestored',
  'claimed',
  /** An overlay was made under a claim. */
  'transformed',
  'submitted',
  'changesRequested',
  'approved',
  'rejected',
  /** A claim was given back by its user, or submitted and not decided about in time. */
  'released',
  /** The owner ended a claim, or made the map private or deleted it. */
  'claimEnded',
  'expired',
  'madePublic',
  'madePrivate',
  'trashed',
  'untrashed',
  /** Someone said that it needs better points, and its owner has dealt with it. */
  'betterPointsWished',
  'betterPointsAnswered',
  /** The owner changed the metadata. */
  'edited',
  /** The owner corrected the metadata with a table of many maps. */
  'corrected',
] as const
export type MapEventKind = (typeof MAP_EVENT_KINDS)[number]

/** What everyone may know who may see the map; the rest is between its owner and who works on it. */
export const OPEN_EVENT_KINDS = [
  'uploaded',
  'addedOnScan',
  'published',
  'versionRestored',
  'approved',
  'betterPointsAnswered',
] as const satisfies readonly MapEventKind[]

export const MAP_HISTORY_PAGE_SIZE = 20

export const mapEventSchema = z
  .object({
    id: z.string(),
    kind: z.enum(MAP_EVENT_KINDS),
    at: momentSchema,
    /** Who did it; null: the clock, or someone whose account has ended. */
    username: z.string().nullable(),
    /** Whose claim it was about. */
    worker: z.string().nullable(),
    /** The overlay that it was about. */
    version: z
      .object({
        n: z.int(),
        transformationType: z.enum(TRANSFORMATION_TYPES).nullable(),
        pointCount: z.int().nullable(),
        /** Its file is still kept. */
        isKept: z.boolean(),
        isCurrent: z.boolean(),
      })
      .nullable(),
    /** Key of the reason of a decision, and the owner's own words, or those of who has submitted a transformation. */
    reason: z.string().nullable(),
    note: z.string().nullable(),
    /** Changes of the metadata: proposed, taken over with approved work, or made by the owner. Absent: none. */
    changes: recordedChangesSchema.optional(),
  })
  .meta({ id: 'MapEvent' })
export type MapEvent = z.output<typeof mapEventSchema>

export const mapHistory = defineCall({
  method: 'GET',
  path: '/maps/:id/history',
  summary: 'What happened to a map, newest first, as far as the caller may know of it.',
  session: 'required',
  params: idParams,
  query: z.object({ page: integerText(1, 100_000).default(1) }),
  reply: z.object({
    events: z.array(mapEventSchema),
    page: z.int(),
    /** Of all pages. */
    total: z.int(),
  }),
  refusals: [404],
})

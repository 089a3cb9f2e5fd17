import { z } from 'zod'
import { DECISION_NOTE_MAX, SUBMISSION_NOTE_MAX } from '../constants.ts'
import { PROPOSABLE_FIELDS } from '../rules/map-fields.ts'
import { optionalTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { idParams, mapSummarySchema, momentSchema } from './map-record.ts'

const done = z.object({ status: z.literal('success') })

/** What an owner says with their decision: a reason by its key or its Lithuanian text, and words of their own. */
const decisionSchema = z.object({
  reason: z.string().max(500).nullish(),
  note: optionalTextUpTo(DECISION_NOTE_MAX),
})

const rejectionSchema = z.object({
  map: mapSummarySchema,
  /** A reason's key. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
  rejectedAt: momentSchema,
})
/** Work of a user's that a map's owner has rejected. */
export type Rejection = z.output<typeof rejectionSchema>

export const claimMap = defineCall({
  method: 'POST',
  path: '/maps/claim/:id',
  summary: 'Claims a public untransformed map for two hours.',
  session: 'required',
  params: idParams,
  reply: z.object({
    status: z.literal('success'),
    convertedFilePath: z.string(),
    expireAt: momentSchema,
    mapId: z.string(),
  }),
  refusals: [403, 404, 409],
})

export const giveBackClaim = defineCall({
  method: 'POST',
  path: '/maps/give-back/:id',
  summary:
    'Ends a claim of the caller’s that is not submitted; the map is open again, the points stay as a draft.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [403, 404, 409],
})

export const endClaim = defineCall({
  method: 'POST',
  path: '/maps/end-claim/:id',
  summary:
    'Ends a claim of a map of the caller’s that is not submitted and in which nothing was changed for an hour; its user keeps the work as a draft.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [403, 404, 409],
})

export const myClaims = defineCall({
  method: 'GET',
  path: '/maps/my-claims',
  summary: 'Maps that the signed-in user has claimed.',
  session: 'required',
  reply: z.object({
    pendingMaps: z.array(mapSummarySchema),
    hasPendingClaims: z.boolean(),
    /** Rejected in the last 30 days and not submitted again since, newest first. */
    rejected: z.array(rejectionSchema),
  }),
})

export const assignedToOthers = defineCall({
  method: 'GET',
  path: '/maps/assigned-maps-to-others',
  summary: 'Maps of the signed-in user that others are working on.',
  session: 'required',
  reply: z.object({ maps: z.array(mapSummarySchema) }),
})

export const markAssignmentDone = defineCall({
  method: 'POST',
  path: '/maps/mark-assignment-done/:id',
  summary: 'Submits the transformation for the owner’s approval, with a note for them where there is one.',
  session: 'required',
  params: idParams,
  body: z.object({ note: optionalTextUpTo(SUBMISSION_NOTE_MAX) }).nullish(),
  reply: done,
  refusals: [403, 404, 409],
})

export const approveTransformation = defineCall({
  method: 'POST',
  path: '/maps/approve-transformation/:id',
  summary:
    'Publishes the submitted transformation, takes over the proposed metadata but for the fields named in `leave`, and ends the assignment.',
  session: 'required',
  params: idParams,
  body: z
    .object({ leave: z.array(z.enum(PROPOSABLE_FIELDS)).max(PROPOSABLE_FIELDS.length).optional() })
    .nullish(),
  reply: done,
  refusals: [403, 404, 409],
})

export const rejectAssignment = defineCall({
  method: 'POST',
  path: '/maps/reject-assignment/:id',
  summary: 'Restores the map as it was at the claim. The reason is one of the keys or its Lithuanian text.',
  session: 'required',
  params: idParams,
  body: decisionSchema.nullish(),
  reply: done,
  refusals: [403, 404, 409],
})

export const requestChanges = defineCall({
  method: 'POST',
  path: '/maps/request-changes/:id',
  summary: 'Gives a submitted transformation back to its contributor with a remark; points and claim go on.',
  session: 'required',
  params: idParams,
  body: decisionSchema.nullish(),
  reply: done,
  refusals: [403, 404, 409],
})

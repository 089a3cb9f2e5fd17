import { z } from 'zod'
import { TRANSFORMATION_TYPES } from '../control-points.ts'
import { transformationInputSchema } from '../rules/control-points.ts'
import { defineCall } from './define-call.ts'
import { baseVersionSchema } from './drafts.ts'
import {
  cornersSchema,
  idParams,
  idSchema,
  mapRecordSchema,
  momentSchema,
  ringSchema,
  transformationSchema,
  warningSchema,
} from './map-record.ts'
import { placementErrorSchema } from './public-map.ts'

const transformResultSchema = z.object({
  /** The new overlay, relative to `/api/`. */
  transformedPath: z.string(),
  version: z.int(),
  corners: cornersSchema,
  footprint: z.array(ringSchema),
  width: z.int(),
  height: z.int(),
  warnings: z.array(warningSchema),
  transformationType: z.enum(TRANSFORMATION_TYPES),
})
export type TransformResult = z.output<typeof transformResultSchema>

/** Input of a transform. The minimum of 3 counts enabled points; JSON numbers only, nothing is coerced. */
export const transformMap = defineCall({
  method: 'POST',
  path: '/map/transform/:id',
  summary:
    'Warps the map and answers when the overlay is published. Equal requests share one job; if the caller leaves, it goes on. 429 past the limit of the hour, and while too many maps of the user wait.',
  session: 'required',
  params: idParams,
  body: transformationInputSchema.safeExtend({
    /** The overlay that the points began from (null: none): 409 where another one has come since. Absent: not looked at. */
    baseVersion: baseVersionSchema.optional(),
  }),
  hasLargeBody: true,
  reply: transformResultSchema,
  refusals: [403, 404, 409, 507],
})

export const checkTransformLimit = defineCall({
  method: 'GET',
  path: '/maps/check-transform-limit',
  summary: 'Whether the signed-in user may transform now.',
  session: 'required',
  reply: z.object({
    canTransform: z.boolean(),
    /** Null where there is no limit. */
    remainingAttempts: z.int().nullable(),
    minutesRemaining: z.int(),
    nextAttemptAt: momentSchema.nullable(),
    /** Why no transform is allowed now, in English; null where one is. */
    error: z.string().nullable(),
  }),
})

/** One overlay that was made of a map. */
const versionSchema = z.object({
  n: z.int(),
  createdAt: momentSchema,
  /** Null: their account has ended. */
  username: z.string().nullable(),
  isCurrent: z.boolean(),
  transformationType: z.enum(TRANSFORMATION_TYPES),
  /** Control points that it was made from. */
  pointCount: z.int(),
  corners: cornersSchema,
  bytes: z.number(),
  transformedPath: z.string(),
})
export type MapVersion = z.output<typeof versionSchema>

export const mapVersions = defineCall({
  method: 'GET',
  path: '/map/:id/versions',
  summary: 'The published overlays of a map, newest first.',
  session: 'required',
  params: idParams,
  reply: z.object({ versions: z.array(versionSchema) }),
  refusals: [403, 404],
})

const versionParams = z.object({ id: idSchema, n: z.union([z.int(), z.string().max(10)]) })

const versionWithPointsSchema = versionSchema.extend({
  transformation: transformationSchema,
  /** Null: too few control points to tell. */
  typicalError: placementErrorSchema.nullable(),
})
export type MapVersionWithPoints = z.output<typeof versionWithPointsSchema>

export const mapVersion = defineCall({
  method: 'GET',
  path: '/map/:id/versions/:n',
  summary: 'One overlay of a map with its control points, and how exactly it lies.',
  session: 'required',
  params: versionParams,
  reply: versionWithPointsSchema,
  refusals: [403, 404],
})

export const restoreVersion = defineCall({
  method: 'POST',
  path: '/map/:id/versions/:n/restore',
  summary: 'Makes an earlier overlay the current one, with its control points.',
  session: 'required',
  params: versionParams,
  reply: mapRecordSchema,
  refusals: [403, 404, 409],
})

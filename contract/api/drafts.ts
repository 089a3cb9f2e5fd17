import { z } from 'zod'
import { sheetPlacementSchema, transformationInputSchema } from '../rules/control-points.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema, transformationSchema } from './map-record.ts'

/** Largest number of an overlay: what the database counts them in. */
const MAX_BASE_VERSION = 2 ** 31 - 1

/** Number of an overlay of a map; null: the map has none. */
export const baseVersionSchema = z.int().min(1).max(MAX_BASE_VERSION).nullable()

/** Unpublished work of one user on one map. */
export const draftSchema = z.object({
  /** Grows with every save, also over a deletion: an equal number means an equal draft. */
  version: z.int(),
  savedAt: momentSchema,
  /** The overlay that the work began from. */
  baseVersion: z.int().nullable(),
  transformation: transformationSchema,
  /** How the sheet was laid by hand; null: it was not. */
  laid: sheetPlacementSchema.nullable(),
})
export type ServerDraft = z.output<typeof draftSchema>

export const getDraft = defineCall({
  method: 'GET',
  path: '/map/:id/draft',
  summary: 'The caller’s unpublished work on a map; null where there is none.',
  session: 'required',
  params: idParams,
  reply: z.object({ draft: draftSchema.nullable() }),
  refusals: [403, 404],
})

/** 409 where the draft is no longer the one that `follows` names: what is stored stays as it is. */
export const saveDraft = defineCall({
  method: 'PUT',
  path: '/map/:id/draft',
  summary: 'Keeps the caller’s unpublished work on a map, in the place of the version that it follows.',
  session: 'required',
  params: idParams,
  body: z.object({
    /** Version of the draft that this one follows; null: there is none yet. */
    follows: z.int().min(1).nullable(),
    baseVersion: baseVersionSchema,
    transformation: transformationInputSchema,
    laid: sheetPlacementSchema.nullish(),
  }),
  hasLargeBody: true,
  reply: z.object({ version: z.int(), savedAt: momentSchema }),
  refusals: [403, 404, 409, 413, 507],
})

export const deleteDraft = defineCall({
  method: 'DELETE',
  path: '/map/:id/draft',
  summary: 'Discards the caller’s unpublished work on a map: any, or the one version that is named.',
  session: 'required',
  params: idParams,
  query: z.object({
    version: z
      .union([
        z.int(),
        z
          .string()
          .regex(/^[0-9]{1,15}$/)
          .transform(Number),
      ])
      .optional(),
  }),
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404, 409],
})

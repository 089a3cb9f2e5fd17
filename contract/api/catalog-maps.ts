import { z } from 'zod'
import { LIST_MAX } from '../constants.ts'
import { listUpTo } from '../rules/bounded-list.ts'
import { integerText } from '../rules/query-text.ts'
import { catalogSchema, hiddenMapSchema } from './catalogs.ts'
import { defineCall } from './define-call.ts'
import { idParams, idSchema, mapSummarySchema } from './map-record.ts'
import type { MessageKey } from './messages.ts'

/** Maps that an order may name. */
const MOST_ORDERED = 20_000

const catalogWithMapsSchema = z.object({
  catalog: catalogSchema,
  /** In the catalog's own order. */
  maps: z.array(z.union([mapSummarySchema, hiddenMapSchema])).max(LIST_MAX),
  /** Leads to the maps behind these; null: there are none. */
  nextCursor: z.string().nullable(),
})
export type CatalogWithMaps = z.output<typeof catalogWithMapsSchema>

/** One map of a catalog: whole, or hidden from the caller. */
export type CatalogMap = CatalogWithMaps['maps'][number]

const pageQuery = z.object({
  limit: integerText(1, LIST_MAX).default(LIST_MAX),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
/** Which maps of a catalog are asked for. */
export type CatalogPage = z.output<typeof pageQuery>

export const catalogMaps = defineCall({
  method: 'GET',
  path: '/catalogs/:id/maps',
  summary: 'The maps of a catalog; those hidden from the caller are only named by their id.',
  session: 'required',
  params: idParams,
  query: pageQuery,
  reply: catalogWithMapsSchema,
  refusals: [404],
})

export const sharedCatalog = defineCall({
  method: 'GET',
  path: '/catalogs/shared/:token',
  summary: 'A catalog opened by its unlisted link.',
  session: 'required',
  params: z.object({ token: idSchema }),
  query: pageQuery,
  reply: catalogWithMapsSchema,
  refusals: [404],
})

/** Catalogs, and maps of each, that one request may change. */
const MOST_CATALOGS_CHANGED = 100

/** Maps of one catalog. */
const membersSchema = z.object({ catalogId: idSchema, maps: listUpTo(idSchema, MOST_ORDERED) })
export type CatalogMembers = z.output<typeof membersSchema>
const membersList = listUpTo(membersSchema, MOST_CATALOGS_CHANGED)

export const changeCatalogMaps = defineCall({
  method: 'POST',
  path: '/catalogs/maps',
  summary:
    'Puts many maps into catalogs that the caller may edit, or takes them out, in one transaction. Sent again it changes nothing more. What it has changed is named, so that it can be taken back.',
  session: 'required',
  body: z
    .object({ add: membersList.default([]), remove: membersList.default([]) })
    .refine(
      ({ add, remove }) =>
        [...add, ...remove].reduce((sum, { maps }) => sum + maps.length, 0) <= MOST_ORDERED,
      'errors.fields.tooMany' satisfies MessageKey,
    ),
  hasLargeBody: true,
  reply: z.object({
    /** What was not there before. */
    added: z.array(membersSchema),
    /** What was there before. */
    removed: z.array(membersSchema),
    /** Maps to be added that are not there, or that the caller does not see. */
    missing: z.array(z.string()),
  }),
  refusals: [404],
})

export const orderCatalog = defineCall({
  method: 'PUT',
  path: '/catalogs/:id/order',
  summary: 'Puts the maps of a catalog into another order.',
  session: 'required',
  params: idParams,
  body: z.object({
    /** Every map of the catalog once, as the pages of its maps name them; else the catalog has changed: 409. */
    maps: listUpTo(idSchema, MOST_ORDERED).refine(
      (ids) => new Set(ids).size === ids.length,
      'errors.catalogs.mapTwice' satisfies MessageKey,
    ),
  }),
  hasLargeBody: true,
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404, 409],
})

import { z } from 'zod'
import { LIST_MAX, MAX_YEAR, MIN_YEAR } from '../constants.ts'
import { isStorable } from '../rules/text.ts'
import { integerText } from '../rules/query-text.ts'
import { mapChangesSchema, uploadFieldsSchema } from '../rules/map-fields.ts'
import { defineCall } from './define-call.ts'
import {
  idParams,
  idSchema,
  mapListSchema,
  mapRecordSchema,
  mapSummarySchema,
  momentSchema,
} from './map-record.ts'
import type { MessageKey } from './messages.ts'

const filterText = z.string().max(300).refine(isStorable).optional()

const box = z.object({ minX: z.number(), minY: z.number(), maxX: z.number(), maxY: z.number() })

/** `boxFilter` is JSON text of minX, minY, maxX, maxY in EPSG:3857 metres. */
const boxText = z.string().transform((text, context) => {
  try {
    const parsed = box.safeParse(JSON.parse(text))
    if (parsed.success && parsed.data.minX <= parsed.data.maxX && parsed.data.minY <= parsed.data.maxY)
      return parsed.data
  } catch {
    // Not JSON: refused below like any other text.
  }
  context.addIssue({ code: 'custom', message: 'errors.fields.invalidBox' satisfies MessageKey })
  return z.NEVER
})

/** Longest cursor: it carries the key of a row, which may be a title of 255 characters of four bytes. */
export const CURSOR_MAX = 3000

export const MAP_SORTS = ['newest', 'oldest', 'title', 'year', 'rating'] as const

/** Attributes that a list can be searched by, folded for case and accents. */
export const MAP_ATTRIBUTES = [
  'title',
  'modernTitle',
  'alternativeTitle',
  'description',
  'creator',
  'scale',
  'year',
] as const
export type MapAttribute = (typeof MAP_ATTRIBUTES)[number]

/** Filters, order and page of a list. */
export const mapListQuery = z.object({
  yearFrom: integerText(MIN_YEAR, MAX_YEAR).optional(),
  yearTo: integerText(MIN_YEAR, MAX_YEAR).optional(),
  title: filterText,
  modernTitle: filterText,
  alternativeTitle: filterText,
  description: filterText,
  creator: filterText,
  scale: filterText,
  year: filterText,
  /** Searches all attributes at once. */
  search: filterText,
  boxFilter: boxText.optional(),
  sort: z.enum(MAP_SORTS).optional(),
  limit: integerText(1, LIST_MAX).default(LIST_MAX),
  cursor: z.string().max(CURSOR_MAX).optional(),
})
export type MapListQuery = z.output<typeof mapListQuery>

const listCall = <const Path extends `/${string}`>(path: Path, summary: string) =>
  defineCall({
    method: 'GET',
    path,
    summary,
    session: 'required',
    query: mapListQuery,
    reply: mapListSchema,
  })

export const storageUse = defineCall({
  method: 'GET',
  path: '/maps/storage',
  summary: 'The bytes that the caller’s maps and begun uploads take, and those they may take.',
  session: 'required',
  reply: z.object({
    bytesUsed: z.number(),
    /** Null where there is no limit. */
    bytesAllowed: z.number().nullable(),
  }),
})

export const personalMaps = listCall('/maps/PersonalMaps', 'The maps of the signed-in user.')
export const publicMaps = listCall('/maps/publicMaps', 'Public, transformed maps.')
export const favoriteMaps = listCall('/maps/favoriteMaps', 'Maps in the catalogs of the signed-in user.')
export const publicUntransformedMaps = listCall(
  '/maps/publicUntransformedMaps',
  'Public maps that nobody has transformed yet.',
)
export const trashedMaps = listCall('/maps/trash', 'Deleted maps of the signed-in user, kept for 30 days.')

/**
 * Boxes of a list as one binary reply, for drawing outlines of thousands of maps; maps without an overlay are left
 * out. Little-endian: uint32 count n, four bytes of padding, for each map float64 minX, minY, maxX, maxY (EPSG:3857
 * metres), then a UTF-8 JSON array of the n ids. Where there are more maps, the header `next-cursor` leads to them.
 */
export const mapOutlines = defineCall({
  method: 'GET',
  path: '/maps/outlines',
  summary: 'Boxes and ids of a list of maps, binary.',
  session: 'required',
  query: mapListQuery.extend({ list: z.enum(['personal', 'public', 'favorite']).default('public') }),
  replyType: 'application/octet-stream',
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

/** The form field `image` carries the file; the text fields may come before or after it. */
export const uploadMap = defineCall({
  method: 'POST',
  path: '/maps/upload',
  summary:
    'Stores a scan with its metadata and queues its conversion. 429 while too many scans of the user wait for theirs; it is said before the file is sent.',
  session: 'required',
  encoding: 'multipart',
  body: uploadFieldsSchema,
  reply: z.object({
    status: z.literal('success'),
    progress: z.literal(100),
    metadata: z.object({ _id: z.string(), basePath: z.string() }),
    id: z.string(),
    mapId: z.string(),
    _id: z.string(),
    basePath: z.string(),
  }),
  refusals: [403, 413, 415, 507],
})

export const updateMap = defineCall({
  method: 'PUT',
  path: '/map/update/:id',
  summary:
    'Changes the metadata. Sent by who has claimed the map, or claims it by this, it is a proposal that the owner decides about; licence, attribution, visibility and claims are the owner’s alone. 409 with the fields where one is not what `before` says any more.',
  session: 'required',
  params: idParams,
  body: mapChangesSchema,
  reply: mapRecordSchema,
  refusals: [403, 404, 409],
})

export const getMap = defineCall({
  method: 'GET',
  path: '/map/:id',
  summary: 'One map with its control points.',
  session: 'required',
  params: idParams,
  reply: mapRecordSchema,
  refusals: [404],
})

export const switchPublic = defineCall({
  method: 'POST',
  path: '/map/switch-public/:mapId',
  summary: 'Toggles the visibility, or sets it where `isPublic` is sent.',
  session: 'required',
  params: z.object({ mapId: idSchema }),
  body: z.object({ isPublic: z.boolean().optional() }).nullish(),
  reply: z.object({ status: z.literal('success'), isPublic: z.boolean() }),
  refusals: [403, 404, 409],
})

export const deleteMap = defineCall({
  method: 'DELETE',
  path: '/map/:id',
  summary: 'Moves a map to the trash, where it stays for 30 days.',
  session: 'required',
  params: idParams,
  reply: z.object({ status: z.literal('success'), deletedAt: momentSchema }),
  refusals: [403, 404, 409],
})

export const removeTrashedMap = defineCall({
  method: 'DELETE',
  path: '/map/:id/trash',
  summary: 'Removes a map in the trash for good, with its versions, points and files.',
  session: 'required',
  params: idParams,
  reply: z.object({ status: z.literal('success') }),
  refusals: [404],
})

export const restoreMap = defineCall({
  method: 'POST',
  path: '/map/:id/restore',
  summary: 'Takes a map out of the trash.',
  session: 'required',
  params: idParams,
  reply: mapSummarySchema,
  refusals: [403, 404],
})

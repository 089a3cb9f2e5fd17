import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { cornersSchema, idSchema, writtenDateSchema } from './map-record.ts'

/** So many maps of a catalog are named at once to those who come by its link. */
export const LINKED_PAGE = 60
/** So many boxes of its maps are drawn for them; their number is sent too. */
export const MOST_LINKED_BOXES = 500

/** What is shown of a public map in a list for anyone. */
export const linkedMapSchema = z.object({
  id: z.string(),
  title: z.string(),
  years: z.object({
    year: z.int().nullable(),
    period: z.object({ startYear: z.int().nullable(), endYear: z.int().nullable() }),
    date: writtenDateSchema.nullable(),
  }),
  creator: z.string().nullable(),
  /** Of its thumbnails, relative to `/api/`; null until its scan is read. */
  basePath: z.string().nullable(),
  /** Of its published overlay, EPSG:3857 metres; null until it is placed. */
  corners: cornersSchema.nullable(),
})
export type LinkedMap = z.output<typeof linkedMapSchema>

/** What anyone with a catalog's link may know of it: its public maps, and how many more there are. */
export const linkedCatalogSchema = z
  .object({
    /** As addresses of its tiles name it. */
    id: z.string(),
    title: z.string(),
    ownerName: z.string(),
    /** A page of the public ones in the catalog's order, `LINKED_PAGE` at most. */
    maps: z.array(linkedMapSchema).max(LINKED_PAGE),
    /** `cursor` of the next page; null after the last one. */
    nextCursor: z.string().nullable(),
    /** All public ones. */
    mapCount: z.int(),
    /** Those of them that lie somewhere. */
    placedCount: z.int(),
    /** Those that their owners keep private. */
    hiddenCount: z.int(),
  })
  .meta({ id: 'LinkedCatalog' })
export type LinkedCatalog = z.output<typeof linkedCatalogSchema>

export const linkedCatalog = defineCall({
  method: 'GET',
  path: '/catalogs/linked/:token',
  summary: 'The public maps of a catalog, for anyone who has its unlisted link.',
  session: 'none',
  params: z.object({ token: idSchema }),
  query: z.object({
    /** The place of a map in the catalog: those after it. */
    cursor: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  reply: linkedCatalogSchema,
  refusals: [404],
})

/** Of so many maps at most the outlines are sent: of more the boxes alone, which look almost the same. */
export const MOST_LINKED_OUTLINES = 60
/** An outline of so many rings at most is sent, each of so many corners at most: it is drawn small. */
export const MOST_LINKED_RINGS = 4
export const MOST_RING_CORNERS = 24

const linkedBoxSchema = cornersSchema.extend({
  id: z.string(),
  /**
   * Rings of the overlay's outline (even-odd, not closed), thinned, EPSG:3857 metres; null: of too many parts, or of too
   * many maps.
   */
  outline: z
    .array(z.array(z.tuple([z.number(), z.number()])).max(MOST_RING_CORNERS))
    .max(MOST_LINKED_RINGS)
    .nullable(),
})
export type LinkedBox = z.output<typeof linkedBoxSchema>

export const linkedBoxes = defineCall({
  method: 'GET',
  path: '/catalogs/linked/:token/boxes',
  summary: 'Where the public maps of a catalog lie, for anyone who has its unlisted link.',
  session: 'none',
  params: z.object({ token: idSchema }),
  reply: z.object({
    /** Of the placed ones in the catalog's order, `MOST_LINKED_BOXES` at most; EPSG:3857 metres. */
    boxes: z.array(linkedBoxSchema).max(MOST_LINKED_BOXES),
  }),
  refusals: [404],
})

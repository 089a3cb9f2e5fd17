import { z } from 'zod'
import { TRANSFORMATION_TYPES } from '../control-points.ts'
import { LICENCE_NAMES } from '../rights.ts'
import { defineCall } from './define-call.ts'
import { mapArchiveKindSchema } from './map-archive.ts'
import { linkedMapSchema } from './linked-catalog.ts'
import { cornersSchema, idParams, momentSchema, writtenDateSchema } from './map-record.ts'

/** The published overlay of a public map. Its path is open to everyone, answers range requests, and changes with `n`. */
const publicOverlaySchema = z.object({
  n: z.int(),
  /** The Cloud-Optimised GeoTIFF in EPSG:3857, relative to `/api/`. */
  path: z.string(),
  bytes: z.number(),
  /** Other files that somebody has had made of it, as long as they are stored. */
  archives: z.array(z.object({ kind: mapArchiveKindSchema, path: z.string(), bytes: z.number() })),
  width: z.int(),
  height: z.int(),
  corners: cornersSchema,
  transformationType: z.enum(TRANSFORMATION_TYPES),
  /** Control points that it was made from. */
  pointCount: z.int(),
  placedAt: momentSchema,
  /** Null: their account has ended. */
  placedBy: z.string().nullable(),
})

/** What anyone may know of a public map: nothing of work under way, of votes, of the caller. */
export const publicMapSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    modernTitle: z.string().nullable(),
    alternativeTitle: z.string().nullable(),
    sheetNumber: z.string().nullable(),
    years: z.object({
      year: z.int().nullable(),
      period: z.object({ startYear: z.int().nullable(), endYear: z.int().nullable() }),
      date: writtenDateSchema.nullable(),
    }),
    scale: z.object({ numerator: z.string(), denominator: z.string() }).nullable(),
    dpi: z.string().nullable(),
    creator: z.string().nullable(),
    publisher: z.string().nullable(),
    description: z.string().nullable(),
    licence: z.enum(LICENCE_NAMES).nullable(),
    attribution: z.string().nullable(),
    shelfmark: z.string().nullable(),
    institution: z.string().nullable(),
    /** Of the original's record in the institution's catalogue; http or https. */
    catalogueUrl: z.string().nullable(),
    /** Address that the scan was imported from; absent where it was uploaded. */
    importedFrom: z.string().optional(),
    uploadDate: momentSchema,
    uploadedBy: z.string(),
    /** Of its thumbnails, relative to `/api/`; null until its scan is read. */
    basePath: z.string().nullable(),
    /** Null until the map is placed. */
    overlay: publicOverlaySchema.nullable(),
  })
  .meta({ id: 'PublicMap' })
export type PublicMap = z.output<typeof publicMapSchema>

export const publicMap = defineCall({
  method: 'GET',
  path: '/map/:id/public',
  summary: 'One public map, for anyone.',
  session: 'none',
  params: idParams,
  reply: publicMapSchema,
  refusals: [404],
})

/** How far places lie off: the median over the control points, each left out of the fit in its turn. */
export const placementErrorSchema = z.object({
  /** On the scan. */
  pixels: z.number(),
  /** On the ground. */
  metres: z.number(),
  /**
   * How far from the truth nine of ten places lie at the most, ground metres: in the middle of all places that the map
   * shows, and of those along its edges. Null: too few control points to tell.
   */
  uncertainty: z.object({ medianMetres: z.number(), edgeMetres: z.number() }).nullable(),
})
export type PlacementError = z.output<typeof placementErrorSchema>

export const mapAccuracy = defineCall({
  method: 'GET',
  path: '/map/:id/accuracy',
  summary: 'How exactly the published overlay of a public map lies, for anyone.',
  session: 'none',
  params: idParams,
  // Null: too few control points to tell.
  reply: z.object({ typicalError: placementErrorSchema.nullable() }),
  refusals: [404],
})

/** So many neighbours of a public map are named on its page. */
export const MOST_NEARBY_MAPS = 6

export const nearbyMaps = defineCall({
  method: 'GET',
  path: '/map/:id/nearby',
  summary: 'Other public maps of the same place, those that cover most nearly the same first, for anyone.',
  session: 'none',
  params: idParams,
  // None where the map is not placed.
  reply: z.object({ maps: z.array(linkedMapSchema).max(MOST_NEARBY_MAPS) }),
  refusals: [404],
})

import { z } from 'zod'
import { LIST_MAX } from '../constants.ts'
import { TRANSFORMATION_TYPES } from '../control-points.ts'
import { datumTieSchema } from '../datum-tie.ts'
import { LICENCE_NAMES } from '../rights.ts'
import { fieldChangesSchema } from '../rules/map-fields.ts'

/** Identity of any record, opaque to the client. One that does not exist is answered with 404, never with 400. */
export const idSchema = z.string().min(1).max(100)
export const idParams = z.object({ id: idSchema })

/** A moment in ISO 8601, UTC. */
export const momentSchema = z.string()

/** Axis-parallel box in EPSG:3857 metres. */
export const cornersSchema = z.object({
  minX: z.number(),
  minY: z.number(),
  maxX: z.number(),
  maxY: z.number(),
})
export type Corners = z.output<typeof cornersSchema>

/** A closed polygon ring, the first point not repeated at the end. */
export const ringSchema = z.array(z.tuple([z.number(), z.number()]))

export const imagePointSchema = z.object({ pixelX: z.number(), pixelY: z.number() })

/**
 * What a map was last transformed with. `mapPoints[i]` (EPSG:3857 metres) pairs with `imagePoints[i]` (pixels of the
 * upright scan, origin at the outer top-left corner, y down).
 */
export const transformationSchema = z.object({
  mapPoints: z.array(z.tuple([z.number(), z.number()])),
  imagePoints: z.array(imagePointSchema),
  transformationType: z.enum(TRANSFORMATION_TYPES),
  /** The projection that it was fitted in, as an EPSG code, a PROJ text or a WKT. Absent: EPSG:3857. */
  projection: z.string().optional(),
  /** Polygons on the scan in image pixels (even-odd); null: the whole scan. */
  mask: z.array(ringSchema).nullable(),
  /** Indices of pairs that are kept but left out of the fit. */
  disabled: z.array(z.int()),
  /** Index of a pair (as text) → remark. */
  notes: z.record(z.string(), z.string()),
  /** Index of a pair (as text) → the word on the scan and the place’s name that proposed it. */
  proposed: z.record(z.string(), z.object({ read: z.string(), name: z.string() })).optional(),
})
export type Transformation = z.output<typeof transformationSchema>

/** Why a job failed, in the words of an API error. */
export const jobErrorSchema = z.object({
  message: z.string(),
  messageKey: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** A remark on a scan or a warp that nevertheless succeeded; `warnings.raster.<code>` names its text. */
export const warningSchema = z.object({
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** `fetching`: the scan comes from elsewhere and is not here yet. */
export const PROCESSING_STATES = ['fetching', 'queued', 'converting', 'ready', 'failed'] as const
export const TRANSFORM_STATES = ['queued', 'running', 'done', 'failed'] as const

/** The way from the uploaded file to a scan that can be edited. */
export const processingSchema = z.object({
  state: z.enum(PROCESSING_STATES),
  /** 0–100. */
  percent: z.number(),
  error: jobErrorSchema.nullable(),
})

/** The latest transform of a map that has not been published (or failed). */
export const transformJobSchema = z.object({
  state: z.enum(TRANSFORM_STATES),
  percent: z.number(),
  error: jobErrorSchema.nullable(),
})

export const assignedSchema = z.object({
  /** The user who claimed the map. */
  to: z.object({ id: z.string(), _id: z.string(), username: z.string() }),
  expireAt: momentSchema,
  isDone: z.boolean(),
  /** The assigned user has transformed it; the result is seen by owner and assignee only. */
  isTransformed: z.boolean(),
  /** What the owner wants changed before they decide; owner and assignee alone see it. Absent: nothing. */
  changes: z
    .object({ reason: z.string().nullable(), note: z.string().nullable(), requestedAt: momentSchema })
    .optional(),
  /** When the user last changed anything; owner and assignee alone see it. */
  changedAt: momentSchema.optional(),
})

/**
 * All paths are relative to `/api/`, answer range requests, and open with the bearer token or, being signed where the
 * map is not public, by themselves (at most an hour: take them from a fresh record).
 */
export const mapFilesSchema = z.object({
  /** The tiled pyramid of the upright scan; null until conversion is done. */
  convertedFilePath: z.string().nullable(),
  /** The Cloud-Optimised GeoTIFF in EPSG:3857; null until the map is transformed. Both names carry the same path. */
  transformedFilePath: z.string().nullable(),
  transformedPath: z.string().nullable(),
})

/** A map as lists show it: everything but its control points. */
/** A date as an archive writes it, and the years, first and last, that it may mean. */
export const writtenDateSchema = z.object({
  text: z.string(),
  from: z.int(),
  to: z.int(),
  /** Whoever wrote it was not sure: "c.", a question mark, an open end. */
  isUnsure: z.boolean(),
})

export const mapSummarySchema = z
  .object({
    id: z.string(),
    _id: z.string(),
    titles: z.object({
      title: z.string(),
      modernTitle: z.string().nullable(),
      alternativeTitle: z.string().nullable(),
    }),
    sheetNumber: z.string().nullable(),
    years: z.object({
      year: z.int().nullable(),
      period: z.object({ startYear: z.int().nullable(), endYear: z.int().nullable() }),
      date: writtenDateSchema.nullable(),
    }),
    /** Digit texts: they may exceed what a number holds. */
    scale: z.object({ numerator: z.string(), denominator: z.string() }).nullable(),
    dpi: z.string().nullable(),
    creator: z.string().nullable(),
    publisher: z.string().nullable(),
    description: z.string().nullable(),
    /** Under what terms the scan may be used; null where its owner has named none. */
    licence: z.enum(LICENCE_NAMES).nullable(),
    /** Whom to name where the map is shown, and what else holds for its use; free text. */
    attribution: z.string().nullable(),
    shelfmark: z.string().nullable(),
    institution: z.string().nullable(),
    /** Of the original's record in the institution's catalogue; http or https. */
    catalogueUrl: z.string().nullable(),
    /**
     * Where the sheet should lie, degrees of WGS 84, as `N 55.5 W 24 E 25 S 55`; the western side is the greater number
     * where it lies across the date line.
     */
    sheetBounds: z.string().nullable(),
    /** What the file of the scan was called when it was uploaded; said to its owner alone, and absent where it is not known. */
    scanName: z.string().optional(),
    /** Address that the scan was imported from; absent where it was uploaded. */
    importedFrom: z.string().optional(),
    /** `{basePath}/thumbnails/small-300.webp` and `high-1000.webp`; same rules as `files`. */
    basePath: z.string(),
    uploadDate: momentSchema,
    /** When it was moved to the trash; of maps that lie there alone. */
    deletedAt: momentSchema.optional(),
    /** Box around the published footprint, in whole metres; null until the map is transformed. */
    corners: cornersSchema.nullable(),
    isPublic: z.boolean(),
    /** Its owner wants nobody to claim it. Absent: it may be claimed while it is public and not georeferenced. */
    acceptsClaims: z.literal(false).optional(),
    /** It has an unlisted link; said to its owner alone. */
    hasLink: z.literal(true).optional(),
    isOwner: z.boolean(),
    isTransformed: z.boolean(),
    /** In at least one catalog of the caller's. */
    isFavorited: z.boolean(),
    userId: z.string(),
    user: z.object({ username: z.string() }),
    ratings: z.object({
      /** One decimal; 0 where nobody has rated. */
      average: z.number(),
      count: z.int(),
      userRating: z.int().nullable(),
    }),
    favoritesCount: z.int(),
    /** How its published overlay was placed: `GET /maps/find` alone tells, of maps that have one. */
    placement: z
      .object({
        points: z.int(),
        /** Typical error on the ground; null where there are too few points, or it is not known yet. */
        errorMetres: z.number().nullable(),
      })
      .optional(),
    assigned: assignedSchema.nullable(),
    files: mapFilesSchema,
    processing: processingSchema,
  })
  .meta({ id: 'MapSummary' })
export type MapSummary = z.output<typeof mapSummarySchema>

/** A map as `GET /map/{id}` answers it. */
export const mapRecordSchema = mapSummarySchema
  .extend({
    /** Size of the upright scan in pixels; null until conversion is done. */
    image: z.object({ width: z.int(), height: z.int(), hasAlpha: z.boolean() }).nullable(),
    /** Number of the overlay that the caller sees; null until there is one. */
    version: z.int().nullable(),
    /** What the published (or, for owner and assignee, the submitted) overlay was made from. */
    transformation: transformationSchema.nullable(),
    transformationType: z.enum(TRANSFORMATION_TYPES).nullable(),
    mask: z.array(ringSchema).nullable(),
    /** Outline of the overlay: rings in EPSG:3857 metres. */
    footprint: z.array(ringSchema).nullable(),
    /** How many other maps of its scan the caller may see. Absent: none. */
    mapsOnScan: z.int().optional(),
    transformJob: transformJobSchema.nullable(),
    /** The scan could not be fetched from elsewhere, and its owner, who alone sees this, may have that tried again. */
    canFetchAgain: z.literal(true).optional(),
    /** What a contributor said when they submitted the overlay; owner and assignee alone see it. Absent: none waits. */
    submission: z.object({ note: z.string().nullable(), submittedAt: momentSchema }).optional(),
    /**
     * What the assigned user proposes to change in the metadata; owner and assignee alone see it. The assignee's own
     * record shows the proposed values, everybody else's those that count.
     */
    proposal: fieldChangesSchema.optional(),
    /** Remarks of conversion and of the last transform. */
    warnings: z.array(warningSchema),
    /** Control points found inside the uploaded file, offered and never applied unasked. */
    embeddedGcps: z
      .object({
        source: z.enum(['gcps', 'georeferencing']),
        crs: z.string(),
        /** How that system's datum was tied to WGS 84; absent in maps of earlier releases. */
        datum: datumTieSchema.optional(),
        points: z.array(
          z.object({
            image: z.tuple([z.number(), z.number()]),
            map: z.tuple([z.number(), z.number()]),
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'MapRecord' })
export type MapRecord = z.output<typeof mapRecordSchema>

/** A page of maps. */
export const mapListSchema = z.object({
  maps: z.array(mapSummarySchema).max(LIST_MAX),
  nextCursor: z.string().nullable(),
})
export type MapList = z.output<typeof mapListSchema>

import { z } from 'zod'
import { SYSTEM_CODE } from '../archive-systems.ts'
import { defineCall } from './define-call.ts'
import { idParams, jobErrorSchema, momentSchema } from './map-record.ts'

/** Days that a finished file is stored. */
export const MAP_ARCHIVE_DAYS = 7

/**
 * Files that are made of a published overlay: its tiles as one file (PMTiles 3, WebP), and Cloud-Optimised GeoTIFFs that
 * are warped anew from the scan, as JPEG with a mask or without loss. Beside these there is one for each coordinate system.
 */
export const MAP_ARCHIVE_KINDS = ['pmtiles', 'jpeg', 'lossless'] as const

/** One of them, or as JPEG in another coordinate system: `epsg-3346`. */
export const mapArchiveKindSchema = z.union([
  z.enum(MAP_ARCHIVE_KINDS),
  z.templateLiteral(['epsg-', z.string().regex(SYSTEM_CODE)]),
])
export type MapArchiveKind = z.output<typeof mapArchiveKindSchema>

/** A map's published overlay as another file, which is made when somebody asks for it. */
const mapArchiveSchema = z
  .object({
    state: z.enum(['none', 'queued', 'running', 'done', 'failed']),
    /** 0–100. */
    percent: z.number(),
    error: jobErrorSchema.nullable(),
    /** Whether the caller has asked for it, and may give it up. */
    isOwn: z.boolean(),
    /** Address of the finished file, relative to `/api/`; of a private map it ends within the hour. */
    path: z.string().nullable(),
    bytes: z.number().nullable(),
    /** Until when it is stored at most. */
    keptUntil: momentSchema.nullable(),
  })
  .meta({ id: 'MapArchive' })
export type MapArchive = z.output<typeof mapArchiveSchema>

const archiveCall = {
  path: '/map/:id/archives/:kind',
  params: idParams.extend({ kind: mapArchiveKindSchema }),
  reply: mapArchiveSchema,
} as const

export const mapArchive = defineCall({
  ...archiveCall,
  method: 'GET',
  summary:
    'Whether a map is there as another file (its tiles as PMTiles; GeoTIFF as JPEG, without loss, or as JPEG in another coordinate system by its EPSG code: epsg-3346), and how far its making is.',
  session: 'optional',
  refusals: [404],
})

export const makeMapArchive = defineCall({
  ...archiveCall,
  method: 'POST',
  summary:
    'Has such a file made of a map, where there is none yet (400: the map cannot be drawn in the coordinate system; 409: another is being made for the caller, or there are enough in other systems).',
  session: 'required',
  refusals: [404, 409, 507],
})

export const cancelMapArchive = defineCall({
  ...archiveCall,
  method: 'DELETE',
  summary:
    'Gives up the file that is being made at the caller’s word (403: at that of somebody else; 409: none is being made).',
  session: 'required',
  refusals: [403, 404, 409],
})

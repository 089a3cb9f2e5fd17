import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { idParams, jobErrorSchema, momentSchema } from './map-record.ts'

/** Days that a finished file is kept. */
export const TILE_ARCHIVE_DAYS = 7

/** The tiles of a map's published overlay as one file (PMTiles 3, WebP), which is made when somebody asks for it. */
const tileArchiveSchema = z
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
    /** Until when it is kept at most. */
    keptUntil: momentSchema.nullable(),
  })
  .meta({ id: 'TileArchive' })
export type TileArchive = z.output<typeof tileArchiveSchema>

const archiveCall = { path: '/map/:id/tile-archive', params: idParams, reply: tileArchiveSchema } as const

export const tileArchive = defineCall({
  ...archiveCall,
  method: 'GET',
  summary: 'Whether there are the tiles of a map as one file (PMTiles), and how far their making is.',
  session: 'optional',
  refusals: [404],
})

export const makeTileArchive = defineCall({
  ...archiveCall,
  method: 'POST',
  summary:
    'Has the tiles of a map made as one file (PMTiles), where there is none yet (409: those of another map are being made for the caller).',
  session: 'required',
  refusals: [404, 409, 507],
})

export const cancelTileArchive = defineCall({
  ...archiveCall,
  method: 'DELETE',
  summary:
    'Gives up the file of tiles that is being made at the caller’s word (403: at that of somebody else; 409: none is being made).',
  session: 'required',
  refusals: [403, 404, 409],
})

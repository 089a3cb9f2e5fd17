import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { idParams, idSchema, type MapSummary } from './map-record.ts'
import { nearbyMaps, placementErrorSchema, publicMapSchema } from './public-map.ts'

/** Who may see a map: its owner alone, also anyone who has its unlisted link, or everyone. */
export const MAP_AUDIENCES = ['owner', 'link', 'everyone'] as const
export type MapAudience = (typeof MAP_AUDIENCES)[number]

/** Who may see a map, as its owner's record says it. */
export const audienceOf = ({ isPublic, hasLink }: Pick<MapSummary, 'isPublic' | 'hasLink'>): MapAudience =>
  isPublic ? 'everyone' : hasLink ? 'link' : 'owner'

const mapSharingSchema = z
  .object({
    audience: z.enum(MAP_AUDIENCES),
    /** Of the unlisted link; the page is `/l/{token}`. Null: there is none. A public map may have one as well. */
    link: z.object({ token: z.string(), url: z.string() }).nullable(),
  })
  .meta({ id: 'MapSharing' })
export type MapSharing = z.output<typeof mapSharingSchema>

export const mapSharing = defineCall({
  method: 'GET',
  path: '/map/:id/sharing',
  summary: 'Who may see a map, and its unlisted link where there is one; for its owner.',
  session: 'required',
  params: idParams,
  reply: mapSharingSchema,
  refusals: [403, 404],
})

export const shareMap = defineCall({
  method: 'PUT',
  path: '/map/:id/sharing',
  summary:
    'Sets who may see a map. `link` makes the unlisted link, or leaves the one that there is; `everyone` leaves it working; `owner` ends it, and the next one is another. A map that is no longer public is no longer claimed.',
  session: 'required',
  params: idParams,
  body: z.object({ audience: z.enum(MAP_AUDIENCES) }),
  reply: mapSharingSchema,
  refusals: [403, 404],
})

const tokenParams = z.object({ token: idSchema })

export const mapByLink = defineCall({
  method: 'GET',
  path: '/maps/linked/:token',
  summary: 'One map, for anyone who has its unlisted link. Paths of a map that is not public are signed.',
  session: 'none',
  params: tokenParams,
  reply: publicMapSchema,
  refusals: [404],
})

export const accuracyByLink = defineCall({
  method: 'GET',
  path: '/maps/linked/:token/accuracy',
  summary: 'How exactly the published overlay of a map lies, for anyone who has its unlisted link.',
  session: 'none',
  params: tokenParams,
  // Null: too few control points to tell.
  reply: z.object({ typicalError: placementErrorSchema.nullable() }),
  refusals: [404],
})

export const nearbyByLink = defineCall({
  method: 'GET',
  path: '/maps/linked/:token/nearby',
  summary: 'Public maps of the place that a map shows, for anyone who has its unlisted link.',
  session: 'none',
  params: tokenParams,
  reply: nearbyMaps.reply,
  refusals: [404],
})

import { z } from 'zod'
import { LIST_MAX, MAX_CATALOGS } from '../constants.ts'
import { catalogTitleSchema } from '../rules/catalog-title.ts'
import { usernameSchema } from '../rules/account-schemas.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema } from './map-record.ts'

/** A transformed map as a catalog card shows it. */
const transformedMapSchema = z.object({
  id: z.string(),
  _id: z.string(),
  title: z.string(),
  /** Path of the overlay, relative to `/api/`. */
  tiffUrl: z.string(),
})

/** Maps of which a catalog shows a picture. */
export const CATALOG_PICTURES = 4

/** Maps of a catalog that a list of catalogs names at most; of many catalogs fewer each. */
export const CATALOG_LISTED = 100
/** Catalogs in a list: one's own, and those of others. */
export const CATALOGS_MAX = 2 * MAX_CATALOGS

/** What stands for a map on its catalog's card. */
const catalogPictureSchema = z.object({
  id: z.string(),
  /** Of its thumbnails, relative to `/api/files/`; null where its scan is not read yet, and where it is hidden. */
  basePath: z.string().nullable(),
  /** Hidden from the caller by the map's owner. */
  hidden: z.boolean(),
})

export const catalogSchema = z
  .object({
    id: z.string(),
    _id: z.string(),
    title: z.string(),
    createdAt: momentSchema,
    /** How many maps it holds. */
    mapCount: z.int(),
    /**
     * Ids of its maps in the catalog's own order; what is added comes last. In a list of catalogs only the first of them,
     * `CATALOG_LISTED` at most.
     */
    maps: z.array(z.string()).max(LIST_MAX),
    /** The first maps in that order, four at most. */
    pictures: z.array(catalogPictureSchema),
    /** Of those in `maps`. */
    transformedMaps: z.array(transformedMapSchema).max(LIST_MAX),
    isOwner: z.boolean(),
    /** May put maps in, take them out, order them, and rename it: its owner, and with whom they share it so. */
    canEdit: z.boolean(),
    /** Who shared it with the caller; absent on one's own. */
    sharedBy: z.object({ username: z.string() }).optional(),
    /** With how many users it is shared, and whether by a link; absent where the caller does not own it. */
    sharing: z.object({ users: z.int(), hasLink: z.boolean() }).optional(),
  })
  .meta({ id: 'Catalog' })
export type Catalog = z.output<typeof catalogSchema>

/** A map that is in a catalog but hidden from the caller: neither title nor files nor geometry. */
export const hiddenMapSchema = z.object({
  id: z.string(),
  _id: z.string(),
  hidden: z.literal(true),
  /** Who keeps it private; shown to the owner of the catalog alone. */
  hiddenBy: z.object({ username: z.string() }).optional(),
})

const done = z.object({ status: z.literal('success') })
const title = z.object({ title: catalogTitleSchema })

export const catalogs = defineCall({
  method: 'GET',
  path: '/catalogs',
  summary: 'The catalogs of the signed-in user, and those shared with them.',
  session: 'required',
  reply: z.object({ catalogs: z.array(catalogSchema).max(CATALOGS_MAX) }),
})

export const createCatalog = defineCall({
  method: 'POST',
  path: '/catalogs/create',
  summary: 'Creates a catalog.',
  session: 'required',
  body: title,
  reply: catalogSchema,
  refusals: [409],
})

export const renameCatalog = defineCall({
  method: 'PUT',
  path: '/catalogs/:id',
  summary: 'Renames a catalog.',
  session: 'required',
  params: idParams,
  body: title,
  reply: catalogSchema,
  refusals: [403, 404, 409],
})

export const deleteCatalog = defineCall({
  method: 'DELETE',
  path: '/catalogs/:id',
  summary: 'Deletes a catalog; its maps stay.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [403, 404],
})

export const shareCatalog = defineCall({
  method: 'POST',
  path: '/catalogs/:id/share',
  summary:
    'Shares a catalog with a user, to look at or to edit together, or without a username by an unlisted link. Sharing it again changes which.',
  session: 'required',
  params: idParams,
  body: z
    .object({
      username: usernameSchema.optional(),
      /** May edit it. Absent: as before, and at first may look alone. A link lets nobody edit. */
      mayEdit: z.boolean().optional(),
    })
    .nullish(),
  reply: z.object({
    status: z.literal('success'),
    /** Token of the unlisted link; the page is `/c/{token}`. Null: there is none. */
    token: z.string().nullable(),
    url: z.string().nullable(),
  }),
  refusals: [403, 404],
})

export const catalogShares = defineCall({
  method: 'GET',
  path: '/catalogs/:id/shares',
  summary: 'With whom the caller shares a catalog, and its unlisted link where there is one.',
  session: 'required',
  params: idParams,
  reply: z.object({
    users: z.array(z.object({ username: z.string(), sharedAt: momentSchema, mayEdit: z.boolean() })),
    /** Null: there is none, or it was ended. */
    link: z.object({ token: z.string(), url: z.string() }).nullable(),
  }),
  refusals: [403, 404],
})

export const unshareCatalog = defineCall({
  method: 'DELETE',
  path: '/catalogs/:id/share',
  summary: 'Ends the share with a user, or without a username the unlisted link.',
  session: 'required',
  params: idParams,
  body: z.object({ username: usernameSchema.optional() }).nullish(),
  reply: done,
  refusals: [403, 404],
})

export const leaveCatalog = defineCall({
  method: 'POST',
  path: '/catalogs/:id/leave',
  summary: 'Leaves a catalog that somebody shares with the caller.',
  session: 'required',
  params: idParams,
  reply: done,
  refusals: [404],
})

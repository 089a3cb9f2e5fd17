import {
  catalogMaps,
  catalogs,
  createCatalog as createCatalogCall,
  deleteCatalog as deleteCatalogCall,
  renameCatalog as renameCatalogCall,
  shareCatalog as shareCatalogCall,
  sharedCatalog,
} from '../../contract/api/catalogs.ts'
import {
  batchFavorites,
  catalogsOfMap as catalogsOfMapCall,
  rateMap as rateMapCall,
} from '../../contract/api/interactions.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  catalogOfLink,
  catalogWithMaps,
  createCatalog,
  deleteCatalog,
  ownAndSharedCatalogs,
  renameCatalog,
  shareCatalog,
} from '../services/catalogs.ts'
import { catalogsOfMap, changeFavourites } from '../services/favourites.ts'
import type { MapDoors } from '../services/maps.ts'
import { rateMap } from '../services/ratings.ts'
import { addCall } from './add-call.ts'

const done = { status: 'success' } as const

/** Catalogs, what is in them, and ratings. */
export function addCatalogRoutes(app: ApiServer, doors: MapDoors): void {
  const { db } = doors
  addCall(app, catalogs, async ({ session }) => ({
    catalogs: await ownAndSharedCatalogs(doors, session.user.id),
  }))
  addCall(app, createCatalogCall, ({ session, body }) => createCatalog(doors, session.user.id, body.title))
  addCall(app, renameCatalogCall, ({ session, params, body }) =>
    renameCatalog(doors, session.user.id, params.id, body.title),
  )
  addCall(app, deleteCatalogCall, async ({ session, params }) => {
    await deleteCatalog(doors, session.user.id, params.id)
    return done
  })
  addCall(app, catalogMaps, ({ session, params }) => catalogWithMaps(doors, session.user.id, params.id))
  addCall(app, shareCatalogCall, async ({ session, params, body }) => {
    const token = await shareCatalog(db, session.user, params.id, body?.username)
    return { ...done, token, url: `/catalogs?shared=${token}` }
  })
  addCall(app, sharedCatalog, ({ session, params }) => catalogOfLink(doors, session.user.id, params.token))

  addCall(app, catalogsOfMapCall, ({ session, params }) => catalogsOfMap(db, session.user.id, params.mapId))
  addCall(app, batchFavorites, ({ session, params, body }) =>
    changeFavourites(db, session.user, params.mapId, body),
  )
  addCall(app, rateMapCall, ({ session, params, body }) =>
    rateMap(db, session.user, params.mapId, body.rating),
  )
}

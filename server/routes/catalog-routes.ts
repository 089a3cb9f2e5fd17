import {
  catalogMaps,
  changeCatalogMaps as changeCatalogMapsCall,
  orderCatalog as orderCatalogCall,
  sharedCatalog,
} from '../../contract/api/catalog-maps.ts'
import {
  catalogs,
  catalogShares,
  createCatalog as createCatalogCall,
  deleteCatalog as deleteCatalogCall,
  renameCatalog as renameCatalogCall,
  leaveCatalog as leaveCatalogCall,
  shareCatalog as shareCatalogCall,
  unshareCatalog as unshareCatalogCall,
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
  editableCatalog,
  ownAndSharedCatalogs,
  renameCatalog,
} from '../services/catalogs/catalogs.ts'
import { changeCatalogMaps } from '../services/catalogs/change-catalog-maps.ts'
import { orderCatalog } from '../services/catalogs/order-catalog.ts'
import {
  leaveCatalog,
  type ShareDeps,
  shareCatalog,
  sharesOf,
  unshareCatalog,
} from '../services/catalogs/share-catalog.ts'
import { catalogsOfMap, changeFavourites } from '../services/maps/opinions/favourites.ts'
import type { MapDeps } from '../services/maps/record/maps.ts'
import { rateMap } from '../services/maps/opinions/ratings.ts'
import { addCall } from './add-call.ts'

const done = { status: 'success' } as const

/** Catalogs, what is in them, and ratings. */
export function addCatalogRoutes(app: ApiServer, deps: MapDeps & ShareDeps): void {
  const { db } = deps
  addCall(app, catalogs, async ({ session }) => ({
    catalogs: [...(await ownAndSharedCatalogs(deps, session.user.id))],
  }))
  addCall(app, createCatalogCall, ({ session, body }) => createCatalog(deps, session.user.id, body.title))
  addCall(app, renameCatalogCall, ({ session, params, body }) =>
    renameCatalog(deps, session.user.id, params.id, body.title),
  )
  addCall(app, deleteCatalogCall, async ({ session, params }) => {
    await deleteCatalog(deps, session.user.id, params.id)
    return done
  })
  addCall(app, catalogMaps, ({ session, params, query }) =>
    catalogWithMaps(deps, session.user.id, params.id, query),
  )
  addCall(
    app,
    orderCatalogCall,
    async ({ session, params, body }) => {
      await orderCatalog(db, session.user.id, params.id, body.maps)
      return done
    },
    async ({ session, params }) => {
      await editableCatalog(db, session.user.id, params.id ?? '')
    },
  )
  addCall(app, changeCatalogMapsCall, ({ session, body }) => changeCatalogMaps(db, session.user, body))
  addCall(app, shareCatalogCall, async ({ session, params, body }) => {
    return { ...done, ...(await shareCatalog(deps, session.user, params.id, body ?? {})) }
  })
  addCall(app, catalogShares, ({ session, params }) => sharesOf(db, session.user.id, params.id))
  addCall(app, unshareCatalogCall, async ({ session, params, body }) => {
    await unshareCatalog(db, session.user.id, params.id, body?.username)
    return done
  })
  addCall(app, leaveCatalogCall, async ({ session, params }) => {
    await leaveCatalog(db, session.user.id, params.id)
    return done
  })
  addCall(app, sharedCatalog, ({ session, params, query }) =>
    catalogOfLink(deps, session.user.id, params.token, query),
  )

  addCall(app, catalogsOfMapCall, ({ session, params }) => catalogsOfMap(db, session.user.id, params.mapId))
  addCall(app, batchFavorites, ({ session, params, body }) =>
    changeFavourites(db, session.user, params.mapId, body),
  )
  addCall(app, rateMapCall, ({ session, params, body }) =>
    rateMap(db, session.user, params.mapId, body.rating),
  )
}

import { baseMapRoutes } from '../base-map/base-map-routes.ts'
import type { StreetArchive } from '../base-map/street-archive.ts'
import type { Services } from '../open-services.ts'
import { addGeocodeRoutes } from '../places/geocode-routes.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { addAssignmentRoutes } from './assignment-routes.ts'
import { addAuthRoutes } from './auth-routes.ts'
import { addCatalogRoutes } from './catalog-routes.ts'
import { addDiscussionRoutes } from './discussion-routes.ts'
import { addDownloadRoutes } from './download-routes.ts'
import { addDraftRoutes } from './draft-routes.ts'
import { addFileRoutes } from './file-routes.ts'
import { addFindRoutes } from './find-routes.ts'
import { addFollowRoutes } from './follow-routes.ts'
import { addInteropRoutes } from './interop-routes.ts'
import { addLetteringRoutes } from './lettering-routes.ts'
import { addPointSearchRoutes } from './point-search-routes.ts'
import { addMailRoutes } from './mail-routes.ts'
import { addMapArchiveRoutes } from './map-archive-routes.ts'
import { addMapRoutes } from './map-routes.ts'
import { addNotificationRoutes } from './notification-routes.ts'
import { addOutsideRoutes } from './outside-routes.ts'
import { addPublicMapRoutes } from './public-map-routes.ts'
import { addResumableRoutes } from './resumable-routes.ts'
import { addSystemRoutes } from './system-routes.ts'
import { addTokenRoutes } from './token-routes.ts'
import { addTileRoutes } from './tile-routes.ts'
import { addWordFileRoutes } from './word-file-routes.ts'
import { addUploadRoutes } from './upload-routes.ts'
import { addWmtsRoutes } from './wmts-routes.ts'

/** Adds every route below `/api`. */
export async function addApiRoutes(
  api: ApiServer,
  services: Services,
  streets: StreetArchive | undefined,
): Promise<void> {
  const { host, port, publicUrl = `http://${host}:${port}` } = services
  addAuthRoutes(api, { ...services, publicUrl })
  addTokenRoutes(api, services)
  await addMailRoutes(api, services)
  await addUploadRoutes(api, services)
  await addResumableRoutes(api, services, api.prefix)
  addMapRoutes(api, services)
  addPublicMapRoutes(api, services)
  addTileRoutes(api, services)
  addMapArchiveRoutes(api, services)
  addWmtsRoutes(api, services)
  addDownloadRoutes(api, services)
  addInteropRoutes(api, services)
  addOutsideRoutes(api, services)
  addFindRoutes(api, services)
  addCatalogRoutes(api, services)
  addDiscussionRoutes(api, services)
  addFollowRoutes(api, services)
  addNotificationRoutes(api, services)
  addAssignmentRoutes(api, services)
  addDraftRoutes(api, services)
  addLetteringRoutes(api, services)
  addPointSearchRoutes(api, services)
  addWordFileRoutes(api, services)
  addFileRoutes(api, services)
  addGeocodeRoutes(api, services)
  addSystemRoutes(api, services)
  baseMapRoutes(api, streets)
}

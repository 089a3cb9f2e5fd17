import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { findListedOverlay, listOverlays } from '../../db/queries/tile-rows.ts'
import { wmtsCapabilities } from './wmts-capabilities.ts'
import { WmtsException } from './wmts-request.ts'

/** Maps of one page of the list of all. */
const PAGE_MAPS = 50

/**
 * The service metadata of one public map.
 *
 * @param locator the parameter that names it
 * @throws WmtsException 404 where there is no such map, or it is not placed
 */
export async function mapCapabilities(
  db: Database,
  origin: string,
  mapId: string,
  locator: string,
): Promise<string> {
  const overlay = isId(mapId) ? await findListedOverlay(db, mapId) : undefined
  if (!overlay)
    throw new WmtsException(
      'InvalidParameterValue',
      locator,
      'There is no such public map that is placed.',
      404,
    )
  const document = {
    origin,
    title: overlay.title,
    abstract: overlay.description ?? 'An old map laid over today’s, from Palimpsest.',
    address: `${origin}/api/map/${mapId}/wmts/1.0.0/WMTSCapabilities.xml`,
  }
  return wmtsCapabilities(document, [overlay])
}

/** The service metadata of a page of all public maps, the newest first. */
export async function allCapabilities(db: Database, origin: string, page: number): Promise<string> {
  const overlays = await listOverlays(db, PAGE_MAPS, (page - 1) * PAGE_MAPS)
  const base = `${origin}/api/wmts?service=WMTS&request=GetCapabilities`
  const more = overlays.length === PAGE_MAPS ? ` Older ones: ${base}&page=${page + 1}` : ''
  const document = {
    origin,
    title: 'Palimpsest: old maps laid over today’s',
    abstract: `The public maps, ${PAGE_MAPS} on a page, the newest first; map=ID names one alone.${more}`,
    address: page === 1 ? base : `${base}&page=${page}`,
  }
  return wmtsCapabilities(document, overlays)
}

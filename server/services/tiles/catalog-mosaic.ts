import { createHash, timingSafeEqual } from 'node:crypto'
import { MOST_LINKED_BOXES } from '../../../contract/api/linked-catalog.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { findCatalog } from '../../db/queries/catalogs.ts'
import { listCatalogOverlays, type OverlayRow } from '../../db/queries/tile-rows.ts'
import { notFound } from '../refusal.ts'
import { isInWorld, type TileAddress, TILE_PIXELS, tileBox } from './tile-address.ts'

/** Maps that one tile is laid together of, as many as a catalog's page says where they lie; those beneath are left out. */
const MOST_LAYERS = MOST_LINKED_BOXES

/** Who asks for a mosaic: a session, the token of the catalog's unlisted link, or nobody. */
export interface MosaicCaller {
  readonly viewerId: string | null
  readonly token: string | null
}

/** What shows in one tile of a catalog, the uppermost first. */
export interface MosaicTile {
  readonly overlays: readonly OverlayRow[]
  /** Changes with what is laid together. */
  readonly tag: string
}

/**
 * The overlays of a catalog in one tile, in its own order: its first map lies on top. Maps that are hidden from the
 * caller are left out, and so are those that are smaller than a pixel.
 *
 * @throws Refusal 404 of a catalog that is not the caller's to see, and outside of the world
 */
export async function mosaicTile(
  db: Database,
  catalogId: string,
  address: TileAddress,
  { viewerId, token }: MosaicCaller,
): Promise<MosaicTile> {
  const catalog = isId(catalogId) ? await findCatalog(db, viewerId, catalogId) : undefined
  if (!catalog || !isInWorld(address)) throw notFound()
  const isLink = token !== null && catalog.shareToken !== null && isSame(token, catalog.shareToken)
  const sees = isLink || (viewerId !== null && (catalog.ownerId === viewerId || catalog.viewerShare !== null))
  if (!sees) throw notFound()
  const box = tileBox(address)
  const pixel = (box.maxX - box.minX) / TILE_PIXELS
  const overlays = await listCatalogOverlays(db, catalogId, viewerId, box, pixel, MOST_LAYERS)
  const names = overlays.map(({ versionId }) => versionId).join(' ')
  return { overlays, tag: createHash('sha256').update(names).digest('base64url').slice(0, 22) }
}

const isSame = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

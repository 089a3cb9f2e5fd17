import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { catalogMaps } from '../schema/catalogs.ts'
import { maps, mapVersions } from '../schema/maps.ts'
import { meets } from './map-boxes.ts'

/** What is read of an overlay and its map for each of its tiles: neither points nor footprint. */
const overlayColumns = {
  mapId: maps.id,
  title: maps.title,
  ownerId: maps.ownerId,
  isPublic: maps.isPublic,
  accessEpoch: maps.accessEpoch,
  currentVersionId: maps.currentVersionId,
  versionId: mapVersions.id,
  n: mapVersions.n,
  fileKey: mapVersions.fileKey,
  bytes: mapVersions.bytes,
  width: mapVersions.width,
  height: mapVersions.height,
  corners: mapVersions.corners,
}

const selectOverlays = (db: Database) =>
  db.select(overlayColumns).from(mapVersions).innerJoin(maps, eq(maps.id, mapVersions.mapId)).$dynamic()

/** An overlay as its tiles need it. */
export type OverlayRow = Awaited<ReturnType<typeof selectOverlays>>[number]

/** The published overlay of a map that is not in the trash, or the one of that number. */
export async function findOverlay(
  db: Database,
  mapId: string,
  n: number | undefined,
): Promise<OverlayRow | undefined> {
  const isWanted = n === undefined ? eq(mapVersions.id, maps.currentVersionId) : eq(mapVersions.n, n)
  const [row] = await selectOverlays(db).where(and(eq(maps.id, mapId), isNull(maps.deletedAt), isWanted))
  return row
}

/** What a list of tiles says of its map beside them. */
export async function findTileFacts(db: Database, mapId: string) {
  const { title, description, attribution, licence } = maps
  const [row] = await db
    .select({ title, description, attribution, licence })
    .from(maps)
    .where(eq(maps.id, mapId))
  return row
}

const listedColumns = { ...overlayColumns, description: maps.description }

const isListed = and(isNull(maps.deletedAt), eq(maps.isPublic, true))

const selectListed = (db: Database) =>
  db
    .select(listedColumns)
    .from(maps)
    .innerJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .$dynamic()

/** The published overlay of a public map, with what a list says of it. */
export type ListedOverlay = Awaited<ReturnType<typeof selectListed>>[number]

/** Of one public map; none where it has no published overlay, or is not public. */
export async function findListedOverlay(db: Database, mapId: string): Promise<ListedOverlay | undefined> {
  const [row] = await selectListed(db).where(and(isListed, eq(maps.id, mapId)))
  return row
}

/** Of the public maps, the newest first. */
export function listOverlays(db: Database, limit: number, offset: number): Promise<ListedOverlay[]> {
  return selectListed(db)
    .where(and(isListed, isNotNull(maps.currentVersionId)))
    .orderBy(desc(maps.uploadDate), desc(maps.id))
    .limit(limit)
    .offset(offset)
}

/**
 * The published overlays of a catalog that meet a box, in its own order; maps that are hidden from the viewer and those
 * that are smaller than so many metres on both sides are left out.
 */
export function listCatalogOverlays(
  db: Database,
  catalogId: string,
  viewerId: string | null,
  box: Corners,
  smallest: number,
  limit: number,
): Promise<OverlayRow[]> {
  const isSeen =
    viewerId === null ? eq(maps.isPublic, true) : or(eq(maps.isPublic, true), eq(maps.ownerId, viewerId))
  return db
    .select(overlayColumns)
    .from(catalogMaps)
    .innerJoin(maps, eq(maps.id, catalogMaps.mapId))
    .innerJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .where(
      and(
        eq(catalogMaps.catalogId, catalogId),
        isNull(maps.deletedAt),
        isSeen,
        meets(box),
        sql`greatest(width(${maps.corners}), height(${maps.corners})) >= ${smallest}`,
      ),
    )
    .orderBy(asc(catalogMaps.place))
    .limit(limit)
}

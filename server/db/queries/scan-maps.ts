import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { drafts } from '../schema/drafts.ts'
import { maps, mapVersions } from '../schema/maps.ts'

type Rings = [number, number][][]

/** The other maps of a map's scan that a viewer may see. */
const seenBeside = (
  viewerId: string | null,
  { id, scanId }: { readonly id: string; readonly scanId: string },
) =>
  and(
    eq(maps.scanId, scanId),
    ne(maps.id, id),
    isNull(maps.deletedAt),
    viewerId === null ? maps.isPublic : or(maps.isPublic, eq(maps.ownerId, viewerId)),
  )

/** The other maps of a map's scan, with the crops of their published overlays and of the viewer's drafts. */
export async function mapsBeside(
  db: Database,
  viewerId: string | null,
  map: { readonly id: string; readonly scanId: string },
  limit: number,
) {
  return db
    .select({
      id: maps.id,
      title: maps.title,
      ownerId: maps.ownerId,
      isPublic: maps.isPublic,
      versionId: maps.currentVersionId,
      publishedMask: sql<Rings | null>`nullif(${mapVersions.transformation} -> 'mask', 'null')`,
      hasDraft: sql<boolean>`${drafts.mapId} is not null`,
      draftMask: sql<Rings | null>`nullif(${drafts.transformation} -> 'mask', 'null')`,
    })
    .from(maps)
    .leftJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .leftJoin(
      drafts,
      and(eq(drafts.mapId, maps.id), viewerId === null ? sql`false` : eq(drafts.userId, viewerId)),
    )
    .where(seenBeside(viewerId, map))
    .orderBy(maps.uploadDate, maps.id)
    .limit(limit)
}

/** The other maps of a map's scan that everyone may see and that are placed, with what they were published from. */
export async function publicBeside(
  db: Database,
  map: { readonly id: string; readonly scanId: string },
  limit: number,
) {
  return db
    .select({
      id: maps.id,
      title: maps.title,
      transformation: mapVersions.transformation,
      placedAt: mapVersions.createdAt,
    })
    .from(maps)
    .innerJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .where(seenBeside(null, map))
    .orderBy(maps.uploadDate, maps.id)
    .limit(limit)
}

/** How many maps are beside a map that a viewer may see. */
export const countMapsBeside = (
  db: Database,
  viewerId: string | null,
  map: { readonly id: string; readonly scanId: string },
): Promise<number> => db.$count(maps, seenBeside(viewerId, map))

/** All maps of a scan, those in the trash included. */
export const countMapsOfScan = (db: Database, scanId: string): Promise<number> =>
  db.$count(maps, eq(maps.scanId, scanId))

/** Ids of all maps of a scan, in one order for all who lock them. */
export async function idsOfScan(db: Database, scanId: string): Promise<string[]> {
  const rows = await db.select({ id: maps.id }).from(maps).where(eq(maps.scanId, scanId)).orderBy(maps.id)
  return rows.map(({ id }) => id)
}

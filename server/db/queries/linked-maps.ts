import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { catalogMaps } from '../schema/catalogs.ts'
import { maps, mapVersions } from '../schema/maps.ts'
import { selectSummaries, type SummaryRow } from './map-rows.ts'

/** How many maps of a catalog anyone may see, how many of them are placed, and how many nobody but their owners sees. */
export async function countLinkedMaps(
  db: Database,
  catalogId: string,
): Promise<{ seen: number; placed: number; hidden: number }> {
  const [counts] = await db
    .select({
      seen: sql<number>`count(*) filter (where ${maps.isPublic})::int`,
      placed: sql<number>`count(${maps.corners}) filter (where ${maps.isPublic})::int`,
      hidden: sql<number>`count(*) filter (where not ${maps.isPublic})::int`,
    })
    .from(catalogMaps)
    .innerJoin(maps, and(eq(maps.id, catalogMaps.mapId), isNull(maps.deletedAt)))
    .where(eq(catalogMaps.catalogId, catalogId))
  return counts ?? { seen: 0, placed: 0, hidden: 0 }
}

export interface LinkedMapPage {
  /** In the catalog's order. */
  readonly rows: readonly SummaryRow[]
  /** Of the last of them, where more follow. */
  readonly nextPlace: number | null
}

/** The public maps of a catalog that follow a place in it, so many at most. */
export async function listLinkedMaps(
  db: Database,
  catalogId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LinkedMapPage> {
  const found = await db
    .select({ id: maps.id, place: catalogMaps.place })
    .from(catalogMaps)
    .innerJoin(maps, and(eq(maps.id, catalogMaps.mapId), isNull(maps.deletedAt), maps.isPublic))
    .where(and(eq(catalogMaps.catalogId, catalogId), gt(catalogMaps.place, after)))
    .orderBy(asc(catalogMaps.place))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  if (page.length === 0) return { rows: [], nextPlace: null }
  const isOnPage = inArray(
    maps.id,
    page.map(({ id }) => id),
  )
  // Looked at anew: it may have become private in between.
  const summaries = await selectSummaries(db, null, and(isOnPage, isNull(maps.deletedAt), maps.isPublic))
  const rows = new Map(summaries.map((row) => [row.map.id, row]))
  return {
    rows: page.flatMap(({ id }) => rows.get(id) ?? []),
    nextPlace: found.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

/** Where a placed map lies, EPSG:3857 metres. */
export interface PlacedBox {
  readonly id: string
  readonly corners: Corners
  /** Rings, even-odd. */
  readonly footprint: [number, number][][] | null
}

/** Where the placed public maps of a catalog lie, in its order, so many at most. */
export async function listLinkedBoxes(db: Database, catalogId: string, limit: number): Promise<PlacedBox[]> {
  const rows = await db
    .select({ id: maps.id, corners: maps.corners, footprint: mapVersions.footprint })
    .from(catalogMaps)
    .innerJoin(
      maps,
      and(eq(maps.id, catalogMaps.mapId), isNull(maps.deletedAt), maps.isPublic, isNotNull(maps.corners)),
    )
    .leftJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .where(eq(catalogMaps.catalogId, catalogId))
    .orderBy(asc(catalogMaps.place))
    .limit(limit)
  return rows.flatMap(({ corners, ...row }) => (corners ? [{ ...row, corners }] : []))
}

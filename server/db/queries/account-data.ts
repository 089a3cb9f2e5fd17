import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { drafts } from '../schema/drafts.ts'
import { mapComments } from '../schema/map-comments.ts'
import { assignments, maps, mapVersions, ratings } from '../schema/maps.ts'
import { notifications } from '../schema/notifications.ts'
import { pointWishes } from '../schema/point-wishes.ts'
import { listFollows } from './follows.ts'
import { fieldsOf } from './map-writes.ts'

/** Everything that is a user's own, as JSON. */
export async function ownedData(db: Database, userId: string) {
  const [
    ownMaps,
    versions,
    ownDrafts,
    ownCatalogs,
    catalogRows,
    ownRatings,
    notices,
    comments,
    wishes,
    followed,
  ] = await Promise.all([
    db.select().from(maps).where(eq(maps.ownerId, userId)).orderBy(maps.uploadDate),
    db
      .select({ version: mapVersions })
      .from(mapVersions)
      .innerJoin(maps, eq(maps.id, mapVersions.mapId))
      .where(eq(maps.ownerId, userId))
      .orderBy(mapVersions.n),
    db.select().from(drafts).where(eq(drafts.userId, userId)).orderBy(drafts.savedAt),
    db.select().from(catalogs).where(eq(catalogs.ownerId, userId)).orderBy(catalogs.createdAt),
    db
      .select({ catalogId: catalogMaps.catalogId, mapId: catalogMaps.mapId })
      .from(catalogMaps)
      .innerJoin(catalogs, eq(catalogs.id, catalogMaps.catalogId))
      .where(eq(catalogs.ownerId, userId))
      .orderBy(catalogMaps.place),
    db.select().from(ratings).where(eq(ratings.userId, userId)),
    db.select().from(notifications).where(eq(notifications.userId, userId)),
    db.select().from(mapComments).where(eq(mapComments.userId, userId)).orderBy(mapComments.writtenAt),
    db.select().from(pointWishes).where(eq(pointWishes.userId, userId)).orderBy(pointWishes.wishedAt),
    listFollows(db, userId),
  ])
  return {
    maps: ownMaps.map((map) => ({
      id: map.id,
      ...fieldsOf(map),
      isPublic: map.isPublic,
      uploadDate: map.uploadDate.toISOString(),
      deletedAt: map.deletedAt?.toISOString() ?? null,
      versions: versions
        .filter(({ version }) => version.mapId === map.id)
        .map(({ version }) => ({
          n: version.n,
          createdAt: version.createdAt.toISOString(),
          transformation: version.transformation,
        })),
    })),
    drafts: ownDrafts.map(({ mapId, savedAt, baseVersion, transformation }) => ({
      mapId,
      savedAt: savedAt.toISOString(),
      baseVersion,
      transformation,
    })),
    catalogs: ownCatalogs.map(({ id, title, createdAt }) => ({
      id,
      title,
      createdAt: createdAt.toISOString(),
      maps: catalogRows.filter(({ catalogId }) => catalogId === id).map(({ mapId }) => mapId),
    })),
    ratings: ownRatings.map(({ mapId, rating, ratedAt }) => ({
      mapId,
      rating,
      ratedAt: ratedAt.toISOString(),
    })),
    notifications: notices.map(({ type, title, message, createdAt }) => ({
      type,
      title,
      message,
      createdAt: createdAt.toISOString(),
    })),
    comments: comments.map(({ mapId, text, point, writtenAt, editedAt }) => ({
      mapId,
      text,
      point,
      writtenAt: writtenAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    })),
    pointWishes: wishes.map(({ mapId, note, wishedAt }) => ({
      mapId,
      note,
      wishedAt: wishedAt.toISOString(),
    })),
    follows: followed.map(({ follow: { kind, mapId, box, name, followedAt }, username }) => ({
      kind,
      ...(mapId && { mapId }),
      ...(username && { username }),
      ...(box && { box, name }),
      followedAt: followedAt.toISOString(),
    })),
  }
}

/** Ids of the maps of a user, those in the trash included. */
export async function ownMapIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.select({ id: maps.id }).from(maps).where(eq(maps.ownerId, userId))
  return rows.map(({ id }) => id)
}

/** Open claims that a user holds on maps of others. */
export async function openClaimsOf(db: Database, userId: string) {
  return db
    .select()
    .from(assignments)
    .where(and(eq(assignments.userId, userId), isNull(assignments.endedAt)))
}

/** Removes a user with everything of theirs, and counts anew what others' maps had from them. */
export async function removeUser(tx: Database, userId: string): Promise<void> {
  const rated = tx.select({ id: ratings.mapId }).from(ratings).where(eq(ratings.userId, userId))
  const held = tx
    .select({ id: catalogMaps.mapId })
    .from(catalogMaps)
    .innerJoin(catalogs, eq(catalogs.id, catalogMaps.catalogId))
    .where(eq(catalogs.ownerId, userId))
  const touched = await tx
    .select({ id: maps.id })
    .from(maps)
    .where(and(ne(maps.ownerId, userId), or(inArray(maps.id, rated), inArray(maps.id, held))))
    .orderBy(maps.id)
    .for('no key update')
  await tx.delete(users).where(eq(users.id, userId))
  if (touched.length === 0) return
  await tx
    .update(maps)
    .set({
      ratingSum: sql`(select coalesce(sum(${ratings.rating}), 0) from ${ratings} where ${ratings.mapId} = ${maps.id})`,
      ratingCount: sql`(select count(*) from ${ratings} where ${ratings.mapId} = ${maps.id})`,
      favoritesCount: sql`(select count(distinct ${catalogs.ownerId}) from ${catalogMaps}
        join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId} where ${catalogMaps.mapId} = ${maps.id})`,
    })
    .where(
      inArray(
        maps.id,
        touched.map(({ id }) => id),
      ),
    )
}

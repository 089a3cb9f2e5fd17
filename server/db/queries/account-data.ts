import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { drafts } from '../schema/drafts.ts'
import { mapComments } from '../schema/map-comments.ts'
import { assignments, maps, mapVersions, ratings } from '../schema/maps.ts'
import { notifications } from '../schema/notifications.ts'
import { pointWishes } from '../schema/point-wishes.ts'
import { listApiTokens } from './api-tokens.ts'
import { listKnownAddresses } from './attempts.ts'
import { findDraft } from './drafts.ts'
import { listFollows } from './follows.ts'
import { fieldsOf } from './map-writes.ts'
import type { NotificationRow } from './notifications.ts'
import { listWords } from './scan-words.ts'
import { listSessions } from './sessions.ts'
import { listSignIns } from './sign-ins.ts'

/** Rows of some kilobytes are read so many at a time; drafts and overlays, up to megabytes each, one by one. */
const ROWS_AT_ONCE = 100
/** So many are read at once. */
const MOST_SIGN_INS = 50_000

/** Rows by their ids, in the order of these, a few at a time; what was deleted meanwhile is left out. */
async function* rowsOf<Row>(
  ids: readonly string[],
  read: (some: string[]) => Promise<Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE)
    const rows = new Map((await read(some)).map((row) => [idOf(row), row]))
    for (const id of some) {
      const row = rows.get(id)
      if (row !== undefined) yield row
    }
  }
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/**
 * Everything that is a user's own, list by list. Each list is read while it is gone through, so that none of them is in
 * memory as a whole.
 *
 * @param subject what the user's sign-ins are counted by
 */
export function ownedData(db: Database, userId: string, subject: string) {
  return {
    maps: ownMaps(db, userId),
    drafts: ownDrafts(db, userId),
    catalogs: ownCatalogs(db, userId),
    ratings: ownRatings(db, userId),
    notifications: ownNotices(db, userId),
    comments: ownComments(db, userId),
    pointWishes: ownWishes(db, userId),
    follows: ownFollows(db, userId),
    sessions: ownSessions(db, userId),
    addresses: ownAddresses(db, subject),
    signIns: ownSignIns(db, userId),
    apiTokens: ownApiTokens(db, userId),
  }
}

async function* ownMaps(db: Database, userId: string) {
  const ids = idsOf(
    await db.select({ id: maps.id }).from(maps).where(eq(maps.ownerId, userId)).orderBy(maps.uploadDate),
  )
  const read = (some: string[]) => db.select().from(maps).where(inArray(maps.id, some))
  for await (const map of rowsOf(ids, read, ({ id }) => id))
    yield {
      id: map.id,
      ...fieldsOf(map),
      isPublic: map.isPublic,
      uploadDate: map.uploadDate.toISOString(),
      deletedAt: map.deletedAt?.toISOString() ?? null,
      versions: versionsOf(db, map.id),
      words: wordsOf(db, map.id),
    }
}

async function* versionsOf(db: Database, mapId: string) {
  const ids = await db
    .select({ id: mapVersions.id })
    .from(mapVersions)
    .where(eq(mapVersions.mapId, mapId))
    .orderBy(mapVersions.n)
  for (const { id } of ids) {
    const [version] = await db
      .select({
        n: mapVersions.n,
        createdAt: mapVersions.createdAt,
        transformation: mapVersions.transformation,
      })
      .from(mapVersions)
      .where(eq(mapVersions.id, id))
    if (version) yield { ...version, createdAt: version.createdAt.toISOString() }
  }
}

/** Their number is bounded (`MAX_WORDS`). */
async function* wordsOf(db: Database, mapId: string) {
  for (const { alternatives: _others, ...word } of await listWords(db, mapId)) yield word
}

async function* ownDrafts(db: Database, userId: string) {
  const ids = await db
    .select({ mapId: drafts.mapId })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(drafts.savedAt)
  for (const { mapId } of ids) {
    const row = await findDraft(db, userId, mapId)
    if (!row) continue
    const { savedAt, baseVersion, transformation } = row
    yield { mapId, savedAt: savedAt.toISOString(), baseVersion, transformation }
  }
}

async function* ownCatalogs(db: Database, userId: string) {
  const rows = await db
    .select()
    .from(catalogs)
    .where(eq(catalogs.ownerId, userId))
    .orderBy(catalogs.createdAt)
  for (const { id, title, createdAt } of rows) {
    const members = await db
      .select({ mapId: catalogMaps.mapId })
      .from(catalogMaps)
      .where(eq(catalogMaps.catalogId, id))
      .orderBy(catalogMaps.place)
    yield { id, title, createdAt: createdAt.toISOString(), maps: members.map(({ mapId }) => mapId) }
  }
}

async function* ownRatings(db: Database, userId: string) {
  const own = eq(ratings.userId, userId)
  const ids = idsOf(await db.select({ id: ratings.mapId }).from(ratings).where(own).orderBy(ratings.mapId))
  const read = (some: string[]) =>
    db
      .select()
      .from(ratings)
      .where(and(own, inArray(ratings.mapId, some)))
  for await (const { mapId, rating, ratedAt } of rowsOf(ids, read, (row) => row.mapId))
    yield { mapId, rating, ratedAt: ratedAt.toISOString() }
}

/** Not worded yet. */
async function* ownNotices(db: Database, userId: string): AsyncGenerator<NotificationRow> {
  const ids = idsOf(
    await db
      .select({ id: notifications.id })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(notifications.createdAt),
  )
  const read = (some: string[]) =>
    db
      .select({ notification: notifications, senderName: users.username })
      .from(notifications)
      .leftJoin(users, eq(users.id, notifications.senderId))
      .where(inArray(notifications.id, some))
  yield* rowsOf(ids, read, ({ notification }) => notification.id)
}

async function* ownComments(db: Database, userId: string) {
  const ids = idsOf(
    await db
      .select({ id: mapComments.id })
      .from(mapComments)
      .where(eq(mapComments.userId, userId))
      .orderBy(mapComments.writtenAt),
  )
  const read = (some: string[]) => db.select().from(mapComments).where(inArray(mapComments.id, some))
  for await (const { mapId, text, point, writtenAt, editedAt } of rowsOf(ids, read, ({ id }) => id))
    yield {
      mapId,
      text,
      point,
      writtenAt: writtenAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    }
}

async function* ownWishes(db: Database, userId: string) {
  const own = eq(pointWishes.userId, userId)
  const ids = idsOf(
    await db.select({ id: pointWishes.mapId }).from(pointWishes).where(own).orderBy(pointWishes.wishedAt),
  )
  const read = (some: string[]) =>
    db
      .select()
      .from(pointWishes)
      .where(and(own, inArray(pointWishes.mapId, some)))
  for await (const { mapId, note, wishedAt } of rowsOf(ids, read, (row) => row.mapId))
    yield { mapId, note, wishedAt: wishedAt.toISOString() }
}

/** Their number is bounded (`MAX_FOLLOWED`). */
async function* ownFollows(db: Database, userId: string) {
  for (const { follow, username } of await listFollows(db, userId)) {
    const { kind, mapId, box, name, followedAt } = follow
    yield {
      kind,
      ...(mapId && { mapId }),
      ...(username && { username }),
      ...(box && { box, name }),
      followedAt: followedAt.toISOString(),
    }
  }
}

/** Where the user is signed in, and by which program. */
async function* ownSessions(db: Database, userId: string) {
  for (const session of await listSessions(db, userId))
    yield {
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      userAgent: session.userAgent,
    }
}

/** Addresses from which the account was used lately, which stay open when others are locked. */
async function* ownAddresses(db: Database, subject: string) {
  for (const { address, at } of await listKnownAddresses(db, subject))
    yield { address, lastUsedAt: at.toISOString() }
}

/** Their number is bounded by their age and by the limits of signing in. */
async function* ownSignIns(db: Database, userId: string) {
  for (const { at, ...signIn } of await listSignIns(db, userId, MOST_SIGN_INS))
    yield { at: at.toISOString(), ...signIn }
}

/** Their number is bounded (`MAX_API_TOKENS`). */
async function* ownApiTokens(db: Database, userId: string) {
  for (const { name, scope, createdAt, lastUsedAt, expiresAt } of await listApiTokens(db, userId))
    yield {
      name,
      scope,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
    }
}

/** Ids of the maps of a user and of their scans, those in the trash included. */
export async function ownMapIds(db: Database, userId: string) {
  return db.select({ mapId: maps.id, scanId: maps.scanId }).from(maps).where(eq(maps.ownerId, userId))
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
  // What hangs on an account of thousands of maps takes longer than an answer may.
  await tx.execute(sql`set local statement_timeout = 0`)
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

import { and, asc, eq, inArray, isNotNull, isNull, like, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import type { StoredError } from '../schema/stored-json.ts'
import { mapArchives } from '../schema/map-archives.ts'
import type { MapArchiveKind } from '../../../contract/api/map-archive.ts'
import { mapArchiveKey } from '../../storage/map-keys.ts'

export type MapArchiveRow = typeof mapArchives.$inferSelect

const OPEN = ['queued', 'running'] as const
const isOpen = inArray(mapArchives.state, [...OPEN])

const keyOf = ({ mapId, id, kind }: MapArchiveRow) => mapArchiveKey(mapId, kind, id)

const ofKind = (versionId: string, kind: MapArchiveKind) =>
  and(eq(mapArchives.versionId, versionId), eq(mapArchives.kind, kind))

/** What is made, or was, of an overlay. */
export async function findMapArchive(
  db: Database,
  versionId: string,
  kind: MapArchiveKind,
): Promise<MapArchiveRow | undefined> {
  const [row] = await db.select().from(mapArchives).where(ofKind(versionId, kind))
  return row
}

/** The finished files of an overlay, of each kind at most one. */
export function findFinishedArchives(db: Database, versionId: string): Promise<MapArchiveRow[]> {
  return db
    .select()
    .from(mapArchives)
    .where(and(eq(mapArchives.versionId, versionId), eq(mapArchives.state, 'done')))
    .orderBy(asc(mapArchives.kind))
}

/** @throws a violated `tile_archives_one_per_user`, or `tile_archives_version_kind` */
export async function insertMapArchive(
  tx: Database,
  archive: Pick<MapArchiveRow, 'id' | 'mapId' | 'versionId' | 'kind' | 'userId'>,
): Promise<MapArchiveRow> {
  const [row] = await tx.insert(mapArchives).values(archive).returning()
  return row!
}

/** Files of an overlay in other coordinate systems, finished or not. */
export const countSystemArchives = (db: Database, versionId: string): Promise<number> =>
  db.$count(
    mapArchives,
    and(
      eq(mapArchives.versionId, versionId),
      like(mapArchives.kind, 'epsg-%'),
      ne(mapArchives.state, 'failed'),
    ),
  )

/** The title of the map of which a file is being made for a user. */
export async function titleOfOpenArchive(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ title: maps.title })
    .from(mapArchives)
    .innerJoin(maps, eq(maps.id, mapArchives.mapId))
    .where(and(eq(mapArchives.userId, userId), isOpen))
  return row?.title
}

/** Removes what failed, so that it may be tried anew. */
export async function removeFailedArchive(
  tx: Database,
  versionId: string,
  kind: MapArchiveKind,
): Promise<void> {
  await tx.delete(mapArchives).where(and(ofKind(versionId, kind), eq(mapArchives.state, 'failed')))
}

/** Gives up what waits or is being made; its job notices at its next step. False where it is neither. */
export async function removeOpenArchive(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .delete(mapArchives)
    .where(and(eq(mapArchives.id, id), isOpen))
    .returning({ id: mapArchives.id })
  return rows.length > 0
}

/** Taking an archive makes `attempt` the only one that counts. Undefined: it is not to be made any more. */
export async function beginMapArchive(
  db: Database,
  id: string,
  attempt: string,
): Promise<MapArchiveRow | undefined> {
  const [row] = await db
    .update(mapArchives)
    .set({ state: 'running', attempt })
    .where(and(eq(mapArchives.id, id), isOpen))
    .returning()
  return row
}

/** Whether an archive still waits or is being made. */
export async function isArchiveOpen(db: Database, id: string): Promise<boolean> {
  return (await db.$count(mapArchives, and(eq(mapArchives.id, id), isOpen))) > 0
}

/** False where the attempt is no longer the one that counts. */
async function changeMine(
  db: Database,
  { id, attempt }: { readonly id: string; readonly attempt: string },
  change: Partial<Pick<MapArchiveRow, 'state' | 'percent' | 'bytes' | 'error'>>,
): Promise<boolean> {
  const isMine = and(
    eq(mapArchives.id, id),
    eq(mapArchives.attempt, attempt),
    eq(mapArchives.state, 'running'),
  )
  const ends = change.state === undefined ? {} : { finishedAt: sql`now()` }
  const rows = await db
    .update(mapArchives)
    .set({ ...change, ...ends })
    .where(isMine)
    .returning({ id: mapArchives.id })
  return rows.length > 0
}

type Mine = Parameters<typeof changeMine>[1]

export const reportMapArchive = (db: Database, mine: Mine, percent: number): Promise<boolean> =>
  changeMine(db, mine, { percent })

export const finishMapArchive = (db: Database, mine: Mine, bytes: number): Promise<boolean> =>
  changeMine(db, mine, { state: 'done', percent: 100, bytes })

export const failMapArchive = (db: Database, mine: Mine, error: StoredError): Promise<boolean> =>
  changeMine(db, mine, { state: 'failed', error })

/** Removes the archives of a map's overlays that are no longer the published one. Returns the keys of their files. */
export async function takeStaleArchives(db: Database, mapId: string): Promise<string[]> {
  const [map] = await db.select({ current: maps.currentVersionId }).from(maps).where(eq(maps.id, mapId))
  const isOther = map?.current ? ne(mapArchives.versionId, map.current) : undefined
  const rows = await db
    .delete(mapArchives)
    .where(and(eq(mapArchives.mapId, mapId), isOther))
    .returning()
  return rows.map(keyOf)
}

/** Removes archives that were finished so many days ago, of whatever overlay, and all of overlays that do not count. */
export async function takeOldArchives(db: Database, days: number): Promise<string[]> {
  const isOld = lt(mapArchives.finishedAt, sql`now() - make_interval(days => ${days})`)
  const counting = db
    .select({ id: maps.currentVersionId })
    .from(maps)
    .where(and(isNotNull(maps.currentVersionId), isNull(maps.deletedAt)))
  const rows = await db
    .delete(mapArchives)
    .where(or(isOld, notInArray(mapArchives.versionId, counting)))
    .returning()
  return rows.map(keyOf)
}

/** Removes the oldest finished archives but one, until all together take no more than so many bytes. */
export async function takeArchivesBeyond(db: Database, most: number, exceptId: string): Promise<string[]> {
  const done = await db
    .select()
    .from(mapArchives)
    .where(eq(mapArchives.state, 'done'))
    .orderBy(asc(mapArchives.finishedAt))
  let left = done.reduce((sum, { bytes }) => sum + bytes, 0)
  const going = done.filter((row) => {
    if (left <= most || row.id === exceptId) return false
    left -= row.bytes
    return true
  })
  if (going.length === 0) return []
  const ids = going.map(({ id }) => id)
  const rows = await db.delete(mapArchives).where(inArray(mapArchives.id, ids)).returning()
  return rows.map(keyOf)
}

/** Keys of the finished archives of these maps. */
export async function archiveKeys(db: Database, mapIds: readonly string[]): Promise<string[]> {
  if (mapIds.length === 0) return []
  const rows = await db
    .select()
    .from(mapArchives)
    .where(and(inArray(mapArchives.mapId, [...mapIds]), eq(mapArchives.state, 'done')))
  return rows.map(keyOf)
}

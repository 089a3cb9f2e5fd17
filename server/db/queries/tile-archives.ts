import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import type { StoredError } from '../schema/stored-json.ts'
import { tileArchives } from '../schema/tile-archives.ts'
import { tileArchiveKey } from '../../storage/map-keys.ts'

export type TileArchiveRow = typeof tileArchives.$inferSelect

const OPEN = ['queued', 'running'] as const
const isOpen = inArray(tileArchives.state, [...OPEN])

const keyOf = ({ mapId, id }: Pick<TileArchiveRow, 'mapId' | 'id'>) => tileArchiveKey(mapId, id)

/** What is made, or was, of an overlay. */
export async function findTileArchive(db: Database, versionId: string): Promise<TileArchiveRow | undefined> {
  const [row] = await db.select().from(tileArchives).where(eq(tileArchives.versionId, versionId))
  return row
}

/** The finished file of an overlay; undefined where there is none. */
export async function findFinishedArchive(
  db: Database,
  versionId: string,
): Promise<TileArchiveRow | undefined> {
  const row = await findTileArchive(db, versionId)
  return row?.state === 'done' ? row : undefined
}

/** @throws a violated `tile_archives_one_per_user`, or `tile_archives_version` */
export async function insertTileArchive(
  tx: Database,
  archive: Pick<TileArchiveRow, 'id' | 'mapId' | 'versionId' | 'userId'>,
): Promise<TileArchiveRow> {
  const [row] = await tx.insert(tileArchives).values(archive).returning()
  return row!
}

/** The title of the map whose tiles are being made for a user. */
export async function titleOfOpenArchive(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ title: maps.title })
    .from(tileArchives)
    .innerJoin(maps, eq(maps.id, tileArchives.mapId))
    .where(and(eq(tileArchives.userId, userId), isOpen))
  return row?.title
}

/** Removes what failed, so that it may be tried anew. */
export async function removeFailedArchive(tx: Database, versionId: string): Promise<void> {
  await tx
    .delete(tileArchives)
    .where(and(eq(tileArchives.versionId, versionId), eq(tileArchives.state, 'failed')))
}

/** Gives up what waits or is being made; its job notices at its next step. False where it is neither. */
export async function removeOpenArchive(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .delete(tileArchives)
    .where(and(eq(tileArchives.id, id), isOpen))
    .returning({ id: tileArchives.id })
  return rows.length > 0
}

/** Taking an archive makes `attempt` the only one that counts. Undefined: it is not to be made any more. */
export async function beginTileArchive(
  db: Database,
  id: string,
  attempt: string,
): Promise<TileArchiveRow | undefined> {
  const [row] = await db
    .update(tileArchives)
    .set({ state: 'running', attempt })
    .where(and(eq(tileArchives.id, id), isOpen))
    .returning()
  return row
}

/** Whether an archive still waits or is being made. */
export async function isArchiveOpen(db: Database, id: string): Promise<boolean> {
  return (await db.$count(tileArchives, and(eq(tileArchives.id, id), isOpen))) > 0
}

/** False where the attempt is no longer the one that counts. */
async function changeMine(
  db: Database,
  { id, attempt }: { readonly id: string; readonly attempt: string },
  change: Partial<Pick<TileArchiveRow, 'state' | 'percent' | 'bytes' | 'error'>>,
): Promise<boolean> {
  const isMine = and(
    eq(tileArchives.id, id),
    eq(tileArchives.attempt, attempt),
    eq(tileArchives.state, 'running'),
  )
  const ends = change.state === undefined ? {} : { finishedAt: sql`now()` }
  const rows = await db
    .update(tileArchives)
    .set({ ...change, ...ends })
    .where(isMine)
    .returning({ id: tileArchives.id })
  return rows.length > 0
}

type Mine = Parameters<typeof changeMine>[1]

export const reportTileArchive = (db: Database, mine: Mine, percent: number): Promise<boolean> =>
  changeMine(db, mine, { percent })

export const finishTileArchive = (db: Database, mine: Mine, bytes: number): Promise<boolean> =>
  changeMine(db, mine, { state: 'done', percent: 100, bytes })

export const failTileArchive = (db: Database, mine: Mine, error: StoredError): Promise<boolean> =>
  changeMine(db, mine, { state: 'failed', error })

/** Removes the archives of a map's overlays that are no longer the published one. Returns the keys of their files. */
export async function takeStaleArchives(db: Database, mapId: string): Promise<string[]> {
  const [map] = await db.select({ current: maps.currentVersionId }).from(maps).where(eq(maps.id, mapId))
  const isOther = map?.current ? ne(tileArchives.versionId, map.current) : undefined
  const rows = await db
    .delete(tileArchives)
    .where(and(eq(tileArchives.mapId, mapId), isOther))
    .returning()
  return rows.map(keyOf)
}

/** Removes archives that were finished so many days ago, of whatever overlay, and all of overlays that do not count. */
export async function takeOldArchives(db: Database, days: number): Promise<string[]> {
  const isOld = lt(tileArchives.finishedAt, sql`now() - make_interval(days => ${days})`)
  const counting = db
    .select({ id: maps.currentVersionId })
    .from(maps)
    .where(and(isNotNull(maps.currentVersionId), isNull(maps.deletedAt)))
  const rows = await db
    .delete(tileArchives)
    .where(or(isOld, notInArray(tileArchives.versionId, counting)))
    .returning()
  return rows.map(keyOf)
}

/** Removes the oldest finished archives but one, until all together take no more than so many bytes. */
export async function takeArchivesBeyond(db: Database, most: number, exceptId: string): Promise<string[]> {
  const done = await db
    .select()
    .from(tileArchives)
    .where(eq(tileArchives.state, 'done'))
    .orderBy(asc(tileArchives.finishedAt))
  let left = done.reduce((sum, { bytes }) => sum + bytes, 0)
  const going = done.filter((row) => {
    if (left <= most || row.id === exceptId) return false
    left -= row.bytes
    return true
  })
  if (going.length === 0) return []
  const ids = going.map(({ id }) => id)
  const rows = await db.delete(tileArchives).where(inArray(tileArchives.id, ids)).returning()
  return rows.map(keyOf)
}

/** Keys of the finished archives of these maps. */
export async function archiveKeys(db: Database, mapIds: readonly string[]): Promise<string[]> {
  if (mapIds.length === 0) return []
  const rows = await db
    .select()
    .from(tileArchives)
    .where(and(inArray(tileArchives.mapId, [...mapIds]), eq(tileArchives.state, 'done')))
  return rows.map(keyOf)
}

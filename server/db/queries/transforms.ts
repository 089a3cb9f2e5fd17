import { enabledCount } from '../../../contract/rules/control-points.ts'
import { and, desc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import type { Transformation } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { assignments, maps, mapVersions, transforms } from '../schema/maps.ts'
import type { StoredError } from '../schema/stored-json.ts'
import { users } from '../schema/accounts.ts'
import { queueJudging } from './judged-maps.ts'

export type TransformRow = typeof transforms.$inferSelect
export type VersionRow = typeof mapVersions.$inferSelect

const OPEN = ['queued', 'running'] as const

export async function findTransform(db: Database, id: string): Promise<TransformRow | undefined> {
  const [row] = await db.select().from(transforms).where(eq(transforms.id, id))
  return row
}

/** Whether a transform still waits or runs. */
export async function isTransformOpen(db: Database, id: string): Promise<boolean> {
  return (await db.$count(transforms, and(eq(transforms.id, id), inArray(transforms.state, [...OPEN])))) > 0
}

/** A request of the same content that is queued or running. */
export async function findOpenTransform(
  db: Database,
  mapId: string,
  requestHash: string,
): Promise<TransformRow | undefined> {
  const [row] = await db
    .select()
    .from(transforms)
    .where(
      and(
        eq(transforms.mapId, mapId),
        eq(transforms.requestHash, requestHash),
        inArray(transforms.state, [...OPEN]),
      ),
    )
  return row
}

export async function hasOpenTransform(db: Database, mapId: string): Promise<boolean> {
  return (
    (await db.$count(transforms, and(eq(transforms.mapId, mapId), inArray(transforms.state, [...OPEN])))) > 0
  )
}

/** Until the transaction ends no other transform of the user is counted. */
export async function lockTransformsOf(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('palimpsest-transforms:' || ${userId}))`)
}

/** Transforms that a user has asked for and that wait or run, but for those of one map. */
export async function countOpenTransforms(
  tx: Database,
  userId: string,
  exceptMapId: string,
): Promise<number> {
  const isOther = and(eq(transforms.userId, userId), ne(transforms.mapId, exceptMapId))
  return tx.$count(transforms, and(isOther, inArray(transforms.state, [...OPEN])))
}

export interface NewTransform {
  readonly id: string
  readonly mapId: string
  readonly userId: string
  readonly assignmentId: string | null
  readonly requestHash: string
  readonly input: Transformation
}

export async function insertTransform(tx: Database, transform: NewTransform): Promise<void> {
  await tx.insert(transforms).values(transform)
}

/** Ends the open transforms of a map but one; their jobs notice at their next step. Returns the ended ones. */
export async function supersedeTransforms(
  tx: Database,
  mapId: string,
  exceptId: string | null,
  error: StoredError,
): Promise<string[]> {
  const others = exceptId ? ne(transforms.id, exceptId) : sql`true`
  const rows = await tx
    .update(transforms)
    .set({ state: 'failed', error, finishedAt: sql`now()` })
    .where(and(eq(transforms.mapId, mapId), inArray(transforms.state, [...OPEN]), others))
    .returning({ id: transforms.id })
  return rows.map(({ id }) => id)
}

/** Taking a transform makes `attempt` the only one that may publish it. */
export async function beginTransform(
  db: Database,
  id: string,
  attempt: string,
): Promise<TransformRow | undefined> {
  const [row] = await db
    .update(transforms)
    .set({ state: 'running', attempt })
    .where(and(eq(transforms.id, id), inArray(transforms.state, [...OPEN])))
    .returning()
  return row
}

const isMine = (id: string, attempt: string) =>
  and(eq(transforms.id, id), eq(transforms.attempt, attempt), eq(transforms.state, 'running'))

/** False where the attempt is no longer the one that counts. */
export async function reportTransform(
  db: Database,
  id: string,
  attempt: string,
  percent: number,
): Promise<boolean> {
  const rows = await db
    .update(transforms)
    .set({ percent })
    .where(isMine(id, attempt))
    .returning({ id: transforms.id })
  return rows.length > 0
}

export async function failTransform(
  db: Database,
  id: string,
  attempt: string,
  error: StoredError,
): Promise<boolean> {
  const rows = await db
    .update(transforms)
    .set({ state: 'failed', error, finishedAt: sql`now()` })
    .where(isMine(id, attempt))
    .returning({ id: transforms.id })
  return rows.length > 0
}

/** Marks the transform done in favour of a version; false where the attempt no longer counts. */
export async function finishTransform(
  tx: Database,
  id: string,
  attempt: string,
  versionId: string,
): Promise<boolean> {
  const rows = await tx
    .update(transforms)
    .set({ state: 'done', percent: 100, versionId, error: null, finishedAt: sql`now()` })
    .where(isMine(id, attempt))
    .returning({ id: transforms.id })
  return rows.length > 0
}

/** Adds a version under the next number; the map's row must be locked. */
export async function insertVersion(
  tx: Database,
  version: Omit<typeof mapVersions.$inferInsert, 'n'>,
): Promise<VersionRow> {
  const [last] = await tx
    .select({ n: max(mapVersions.n) })
    .from(mapVersions)
    .where(eq(mapVersions.mapId, version.mapId))
  const [row] = await tx
    .insert(mapVersions)
    .values({ ...version, n: (last?.n ?? 0) + 1 })
    .returning()
  return row!
}

/**
 * Removes the rows of a map's overlays but for the newest `count`, the published one and those that an open claim made
 * or would put back. Returns the keys of their files.
 */
export async function takeOldVersions(db: Database, mapId: string, count: number): Promise<string[]> {
  const { rows } = await db.execute<{ file_key: string }>(sql`
    delete from ${mapVersions} v
    where v.map_id = ${mapId}
      and v.n not in (select n from ${mapVersions} where map_id = ${mapId} order by n desc limit ${count})
      and not exists (select 1 from ${maps} m where m.current_version_id = v.id)
      and not exists (
        select 1 from ${assignments} a
        where a.map_id = ${mapId} and a.ended_at is null
          and (a.version_id = v.id or a.snapshot ->> 'currentVersionId' = v.id::text))
    returning v.file_key`)
  return rows.map(({ file_key: key }) => key)
}

export async function findVersion(db: Database, id: string): Promise<VersionRow | undefined> {
  const [row] = await db.select().from(mapVersions).where(eq(mapVersions.id, id))
  return row
}

/** The name of who made a version; null where their account has ended. */
export async function versionMaker(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return row?.username ?? null
}

export async function findVersionByNumber(
  db: Database,
  mapId: string,
  n: number,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.n, n)))
  return row
}

export async function listVersions(db: Database, mapId: string) {
  return db
    .select({ version: mapVersions, username: users.username })
    .from(mapVersions)
    .leftJoin(users, eq(users.id, mapVersions.userId))
    .where(eq(mapVersions.mapId, mapId))
    .orderBy(desc(mapVersions.n))
}

/** Makes a version the published one; how exactly it lies is found out afterwards. */
export async function publishVersion(tx: Database, version: VersionRow): Promise<void> {
  await tx
    .update(maps)
    .set({
      currentVersionId: version.id,
      corners: version.corners,
      pointCount: enabledCount(version.transformation),
      errorMetres: null,
      judgedVersionId: null,
      updatedAt: sql`now()`,
    })
    .where(eq(maps.id, version.mapId))
  await queueJudging(tx)
}

/** Notes are no part of the warp: they change without a new overlay. */
export async function setVersionNotes(
  db: Database,
  versionId: string,
  transformation: Transformation,
): Promise<void> {
  await db.update(mapVersions).set({ transformation }).where(eq(mapVersions.id, versionId))
}

export async function setClaimVersion(tx: Database, assignmentId: string, versionId: string): Promise<void> {
  await tx.update(assignments).set({ versionId }).where(eq(assignments.id, assignmentId))
}

/** Tells the waiting caller that the overlay was stored as a version but not published. */
export async function failFinishedTransform(tx: Database, id: string, error: StoredError): Promise<void> {
  await tx.update(transforms).set({ state: 'failed', error }).where(eq(transforms.id, id))
}

import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PointDecision } from '../../../contract/api/point-searches.ts'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import { pointSearches } from '../schema/point-searches.ts'
import { scanReadings } from '../schema/scan-words.ts'
import type { StoredError } from '../schema/stored-json.ts'

export type PointSearchRow = typeof pointSearches.$inferSelect

/** What a search has found, or why it found nothing. */
export type SearchedPoints = Pick<PointSearchRow, 'reason' | 'by' | 'odds' | 'place' | 'points'>

interface Mine {
  readonly mapId: string
  readonly attempt: string
}

const isOpen = inArray(pointSearches.state, ['waiting', 'running'])
const ofMap = (mapId: string) => eq(pointSearches.mapId, mapId)
const ofUser = (userId: string) => eq(pointSearches.userId, userId)

/** The map of a search, where its scan is the one that was to be searched and nobody has placed it since. */
const searchable = (db: Database) =>
  db
    .select({ one: sql`1` })
    .from(maps)
    .where(
      and(
        eq(maps.id, pointSearches.mapId),
        eq(maps.originalKey, pointSearches.originalKey),
        eq(maps.processingState, 'ready'),
        isNull(maps.currentVersionId),
        isNull(maps.deletedAt),
      ),
    )

export async function findPointSearch(db: Database, mapId: string): Promise<PointSearchRow | undefined> {
  const [row] = await db.select().from(pointSearches).where(ofMap(mapId))
  return row
}

export const countOpenSearches = (db: Database, userId: string): Promise<number> =>
  db.$count(pointSearches, and(ofUser(userId), isOpen, exists(searchable(db))))

/** Lets a search wait for its job; what was found before stays. The map is locked. */
export async function insertPointSearch(
  tx: Database,
  { mapId, userId, originalKey }: Pick<PointSearchRow, 'mapId' | 'userId' | 'originalKey'>,
): Promise<void> {
  const asked = {
    userId,
    originalKey,
    state: 'waiting',
    percent: 0,
    error: null,
    attempt: null,
    askedAt: sql`now()`,
  } as const
  await tx
    .insert(pointSearches)
    .values({ mapId, ...asked })
    .onConflictDoUpdate({ target: pointSearches.mapId, set: asked })
}

/** Taking a search makes `attempt` the only one that counts. Undefined: there is nothing to search any more. */
export async function beginPointSearch(
  db: Database,
  { mapId, attempt }: Mine,
): Promise<PointSearchRow | undefined> {
  const [row] = await db
    .update(pointSearches)
    .set({ state: 'running', attempt })
    .where(and(ofMap(mapId), isOpen, exists(searchable(db))))
    .returning()
  return row
}

const isMine = ({ mapId, attempt }: Mine) =>
  and(ofMap(mapId), eq(pointSearches.attempt, attempt), eq(pointSearches.state, 'running'))

async function changed(query: Promise<readonly unknown[]>): Promise<boolean> {
  return (await query).length > 0
}

/** False where the attempt does not count any more. */
export const reportPointSearch = (db: Database, mine: Mine, percent: number): Promise<boolean> =>
  changed(db.update(pointSearches).set({ percent }).where(isMine(mine)).returning())

export const failPointSearch = (db: Database, mine: Mine, error: StoredError): Promise<boolean> =>
  changed(db.update(pointSearches).set({ state: 'failed', error }).where(isMine(mine)).returning())

/** Stores a result in the place of an earlier one. False where the attempt does not count any more. */
export const finishPointSearch = (tx: Database, mine: Mine, result: SearchedPoints): Promise<boolean> =>
  changed(
    tx
      .update(pointSearches)
      .set({
        ...result,
        state: 'idle',
        percent: 100,
        attempt: null,
        foundAt: sql`now()`,
        decision: null,
        decidedAt: null,
        draftVersion: null,
      })
      .where(isMine(mine))
      .returning(),
  )

/** Gives up what waits or runs, of a user or where a map is not to be searched any more, and the readings it began. */
async function giveUp(db: Database, which: SQL | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(pointSearches)
      .set({ state: 'idle', percent: 0, attempt: null })
      .from(sql`(select map_id as id, attempt as former from point_searches) as before`)
      .where(and(which, isOpen, sql`before.id = ${pointSearches.mapId}`))
      .returning({ mapId: pointSearches.mapId, former: sql<string | null>`before.former` })
    const attempts = rows.flatMap(({ former }) => former ?? [])
    if (attempts.length > 0)
      await tx
        .update(scanReadings)
        .set({ state: 'idle', percent: 0, attempt: null })
        .where(and(inArray(scanReadings.attempt, attempts), eq(scanReadings.state, 'reading')))
    await tx.delete(pointSearches).where(and(eq(pointSearches.state, 'idle'), isNull(pointSearches.foundAt)))
  })
}

export const cancelPointSearchesOf = (db: Database, userId: string): Promise<void> =>
  giveUp(db, ofUser(userId))

/** Gives up searching a map that is placed, or whose scan is not there to be searched. */
export const cancelUnsearchable = (db: Database, mapId: string): Promise<void> =>
  giveUp(db, and(ofMap(mapId), notExists(searchable(db))))

/** Removes what was found on a scan that is another now. */
export async function removePointSearch(tx: Database, mapId: string): Promise<void> {
  await tx.delete(pointSearches).where(ofMap(mapId))
}

const onMap = (mapId: string | undefined) => (mapId === undefined ? undefined : ofMap(mapId))

/** Points to decide on, of maps that are still without any that are published. */
const undecided = (db: Database, userId: string, mapId?: string) =>
  and(
    ofUser(userId),
    onMap(mapId),
    eq(pointSearches.reason, 'found'),
    // The editor asks for those of one map to mend them.
    or(
      isNull(pointSearches.decision),
      mapId === undefined ? undefined : eq(pointSearches.decision, 'mended'),
    ),
    exists(searchable(db)),
  )

const hasNothing = (db: Database, userId: string) =>
  and(
    ofUser(userId),
    or(
      eq(pointSearches.state, 'failed'),
      and(
        eq(pointSearches.state, 'idle'),
        isNotNull(pointSearches.reason),
        ne(pointSearches.reason, 'found'),
      ),
    ),
    exists(searchable(db)),
  )

export const countUndecided = (db: Database, userId: string): Promise<number> =>
  db.$count(pointSearches, undecided(db, userId))

/** Surest first. */
export const listUndecided = (
  db: Database,
  userId: string,
  { mapId, limit }: { readonly mapId: string | undefined; readonly limit: number },
): Promise<PointSearchRow[]> =>
  db
    .select()
    .from(pointSearches)
    .where(undecided(db, userId, mapId))
    .orderBy(desc(pointSearches.odds), asc(pointSearches.mapId))
    .limit(limit)

export const countNothing = (db: Database, userId: string): Promise<number> =>
  db.$count(pointSearches, hasNothing(db, userId))

export const listNothing = (
  db: Database,
  userId: string,
  { mapId, limit }: { readonly mapId: string | undefined; readonly limit: number },
): Promise<PointSearchRow[]> =>
  db
    .select()
    .from(pointSearches)
    .where(and(hasNothing(db, userId), onMap(mapId)))
    .orderBy(desc(pointSearches.askedAt), asc(pointSearches.mapId))
    .limit(limit)

/** The search of a user's that runs now. */
export async function findRunning(
  db: Database,
  userId: string,
): Promise<{ mapId: string; title: string; percent: number } | undefined> {
  const [row] = await db
    .select({ mapId: pointSearches.mapId, title: maps.title, percent: pointSearches.percent })
    .from(pointSearches)
    .innerJoin(maps, eq(maps.id, pointSearches.mapId))
    .where(and(ofUser(userId), eq(pointSearches.state, 'running'), isNull(maps.deletedAt)))
    .limit(1)
  return row
}

export async function countDecisions(db: Database, userId: string): Promise<Record<PointDecision, number>> {
  const rows = await db
    .select({ decision: pointSearches.decision, n: count() })
    .from(pointSearches)
    .where(and(ofUser(userId), isNotNull(pointSearches.decision)))
    .groupBy(pointSearches.decision)
  const of = (decision: PointDecision) => rows.find((row) => row.decision === decision)?.n ?? 0
  return { accepted: of('accepted'), mended: of('mended'), refused: of('refused') }
}

/** Notes what was decided on the points of a map; null takes that back. */
export async function noteDecision(
  tx: Database,
  mapId: string,
  decision: PointDecision | null,
  draftVersion: number | null,
): Promise<void> {
  await tx
    .update(pointSearches)
    .set({ decision, draftVersion, decidedAt: decision === null ? null : sql`now()` })
    .where(ofMap(mapId))
}

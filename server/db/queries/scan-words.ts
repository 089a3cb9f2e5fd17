import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { and, asc, eq, exists, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { ScanWord } from '../../../contract/api/lettering.ts'
import type { Word } from '../../../lettering/words.ts'
import type { Database } from '../database.ts'
import { foldText } from '../../fold-text.ts'
import { maps } from '../schema/maps.ts'
import { scanReadings, scanWords } from '../schema/scan-words.ts'
import type { StoredError } from '../schema/stored-json.ts'

export type ReadingRow = typeof scanReadings.$inferSelect

/** A word with the other readings of its label, which the search for places goes by as well. */
export interface StoredWord extends ScanWord {
  readonly alternatives: Word['alternatives']
}

const OPEN = ['waiting', 'reading'] as const
const isOpen = inArray(scanReadings.state, [...OPEN])
/** Of words that come in the place of others: never the same moment as theirs. */
const LATER = sql<Date>`greatest(clock_timestamp(), ${scanReadings.readAt} + interval '1 millisecond')`

const ofMap = (mapId: string) => eq(scanReadings.mapId, mapId)

export async function findReading(db: Database, mapId: string): Promise<ReadingRow | undefined> {
  const [row] = await db.select().from(scanReadings).where(ofMap(mapId))
  return row
}

/** The words of a map in their order. */
export async function listWords(db: Database, mapId: string): Promise<StoredWord[]> {
  const rows = await db.select().from(scanWords).where(eq(scanWords.mapId, mapId)).orderBy(asc(scanWords.n))
  return rows.map(({ mapId: _map, n: _n, folded: _folded, alternatives, ...word }) => ({
    ...word,
    alternatives: alternatives ?? [],
  }))
}

/** Whether any word of a map is stored. */
export async function hasWords(db: Database, mapId: string): Promise<boolean> {
  const rows = await db.select({ n: scanWords.n }).from(scanWords).where(eq(scanWords.mapId, mapId)).limit(1)
  return rows.length > 0
}

/** Readings that wait or run for a user. */
export const countOpenReadings = (db: Database, userId: string): Promise<number> =>
  db.$count(scanReadings, and(eq(scanReadings.userId, userId), isOpen))

/** Lets a reading wait for its job; the words of before stay. The map is locked. */
export async function insertReading(
  tx: Database,
  { mapId, userId, originalKey }: Pick<ReadingRow, 'mapId' | 'userId' | 'originalKey'>,
): Promise<void> {
  const asked = { userId, originalKey, state: 'waiting', percent: 0, error: null, attempt: null } as const
  await tx
    .insert(scanReadings)
    .values({ mapId, ...asked })
    .onConflictDoUpdate({ target: scanReadings.mapId, set: asked })
}

/** Gives up a reading that waits or runs; its job notices at its next step. */
export async function cancelReading(db: Database, mapId: string): Promise<void> {
  await db
    .update(scanReadings)
    .set({ state: 'idle', percent: 0, attempt: null })
    .where(and(ofMap(mapId), isOpen))
}

/** The map of a reading, where its scan is the one that was to be read and the map is not in the trash. */
const readable = (db: Database) =>
  db
    .select({ one: sql`1` })
    .from(maps)
    .where(
      and(
        eq(maps.id, scanReadings.mapId),
        eq(maps.originalKey, scanReadings.originalKey),
        eq(maps.processingState, 'ready'),
        isNull(maps.deletedAt),
      ),
    )

/** Taking a reading makes `attempt` the only one that counts. Undefined: there is nothing to read any more. */
export async function beginReading(
  db: Database,
  mapId: string,
  attempt: string,
): Promise<ReadingRow | undefined> {
  const [row] = await db
    .update(scanReadings)
    .set({ state: 'reading', attempt })
    .where(and(ofMap(mapId), isOpen, exists(readable(db))))
    .returning()
  return row
}

/** Gives up a reading of a scan that is not there to be read. */
export async function cancelUnreadable(db: Database, mapId: string): Promise<void> {
  await db
    .update(scanReadings)
    .set({ state: 'idle', percent: 0, attempt: null })
    .where(and(ofMap(mapId), isOpen, notExists(readable(db))))
}

/** Changes a reading of an attempt that counts; false where it does not. */
async function changeMine(
  db: Database,
  { mapId, attempt }: { readonly mapId: string; readonly attempt: string },
  values: PgUpdateSetSource<typeof scanReadings>,
): Promise<boolean> {
  const rows = await db
    .update(scanReadings)
    .set(values)
    .where(and(ofMap(mapId), eq(scanReadings.attempt, attempt), eq(scanReadings.state, 'reading')))
    .returning({ mapId: scanReadings.mapId })
  return rows.length > 0
}

export const reportReading = (
  db: Database,
  mine: { readonly mapId: string; readonly attempt: string },
  percent: number,
): Promise<boolean> => changeMine(db, mine, { percent })

export const failReading = (
  db: Database,
  mine: { readonly mapId: string; readonly attempt: string },
  error: StoredError,
): Promise<boolean> => changeMine(db, mine, { state: 'failed', error })

/** False where the attempt does not count any more. */
export const finishReading = (
  tx: Database,
  mine: { readonly mapId: string; readonly attempt: string },
): Promise<boolean> =>
  changeMine(tx, mine, { state: 'idle', percent: 100, error: null, attempt: null, readAt: LATER })

/** Notes that a person has changed the words of a scan. The map is locked. */
export async function noteCorrection(tx: Database, mapId: string, originalKey: string): Promise<void> {
  await tx
    .insert(scanReadings)
    .values({ mapId, originalKey, readAt: new Date() })
    .onConflictDoUpdate({ target: scanReadings.mapId, set: { readAt: LATER } })
}

/** Rows that one statement inserts: it takes 65,535 values at most. */
const ROWS_AT_ONCE = 1_000

/** Stores these words of a map in the place of all others. The map is locked. */
export async function replaceWords(tx: Database, mapId: string, words: readonly StoredWord[]): Promise<void> {
  await tx.delete(scanWords).where(eq(scanWords.mapId, mapId))
  const rows = words.map(({ alternatives, ...word }, n) => ({
    ...word,
    mapId,
    n,
    folded: foldText(word.text),
    alternatives: alternatives.length > 0 ? alternatives : null,
  }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx.insert(scanWords).values(rows.slice(start, start + ROWS_AT_ONCE))
}

/** Removes all that is known of the words of a map, whose scan is another now. */
export async function removeLettering(tx: Database, mapId: string): Promise<void> {
  await tx.delete(scanWords).where(eq(scanWords.mapId, mapId))
  await tx.delete(scanReadings).where(ofMap(mapId))
}

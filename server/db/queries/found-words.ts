import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Transformation } from '../../../contract/api/map-record.ts'
import type { Database } from '../database.ts'
import { maps, mapVersions } from '../schema/maps.ts'
import { scanWords } from '../schema/scan-words.ts'
import { seenByAll, seenParts } from './map-filters.ts'
import type { StoredWord } from './scan-words.ts'
import { containingFolded } from './sought-words.ts'

/** A word of a map that a search may mean. */
export interface LikeWord extends Omit<StoredWord, 'alternatives'> {
  readonly mapId: string
  readonly n: number
  readonly folded: string
}

/** An index of trigrams knows texts of three letters and more. */
const LEAST_LETTERS = 3

const columns = {
  mapId: scanWords.mapId,
  n: scanWords.n,
  x: scanWords.x,
  y: scanWords.y,
  width: scanWords.width,
  height: scanWords.height,
  angle: scanWords.angle,
  text: scanWords.text,
  folded: scanWords.folded,
  certainty: scanWords.certainty,
  by: scanWords.by,
}

/**
 * Words that hold a folded text or share letters with it, on maps that the viewer may find: the likest and surest first.
 *
 * @param viewerId null: nobody is signed in
 */
export async function wordsOnMapsLike(
  db: Database,
  viewerId: string | null,
  folded: string,
  limit: number,
): Promise<LikeWord[]> {
  return wordsLike(db, viewerId === null ? seenByAll() : or(...seenParts(viewerId)), folded, limit)
}

/** The same on one map, whoever may find it. */
export const wordsOfMapLike = (
  db: Database,
  mapId: string,
  folded: string,
  limit: number,
): Promise<LikeWord[]> => wordsLike(db, eq(scanWords.mapId, mapId), folded, limit)

async function wordsLike(
  db: Database,
  condition: SQL | undefined,
  folded: string,
  limit: number,
): Promise<LikeWord[]> {
  const least = leastSimilarity(folded.length)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${least}, true)`)
    return tx
      .select(columns)
      .from(scanWords)
      .innerJoin(maps, eq(maps.id, scanWords.mapId))
      .where(and(condition, isLike(folded)))
      .orderBy(
        sql`word_similarity(${folded}, ${scanWords.folded}) * ${scanWords.certainty} desc`,
        scanWords.mapId,
        scanWords.n,
      )
      .limit(limit)
  })
}

/** Of a short text few trigrams stay where one letter is wrong; in the shortest none may be, or half the words are met. */
function leastSimilarity(length: number): string {
  if (length < 4) return '0.6'
  return length < 6 ? '0.25' : '0.4'
}

function isLike(folded: string): SQL | undefined {
  const isNear = sql`${scanWords.folded} %> ${folded}`
  return folded.length < LEAST_LETTERS
    ? isNear
    : or(isNear, sql`${scanWords.folded} like ${containingFolded(folded)}`)
}

/** What published overlays were made from, by their ids. */
export async function transformationsOf(
  db: Database,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, Transformation>> {
  if (versionIds.length === 0) return new Map()
  const rows = await db
    .select({ id: mapVersions.id, transformation: mapVersions.transformation })
    .from(mapVersions)
    .where(inArray(mapVersions.id, [...versionIds]))
  return new Map(rows.map(({ id, transformation }) => [id, transformation]))
}

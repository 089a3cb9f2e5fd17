import { and, or, type SQL, sql } from 'drizzle-orm'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { Database } from '../database.ts'
import { maps, searchWords } from '../schema/maps.ts'
import { PLACE_NAMES } from '../schema/places.ts'
import { users } from '../schema/accounts.ts'
import { seenByAll, seenParts } from './map-filters.ts'
import { beginningWith, containingFolded, type Sought, soughtConditions } from './sought-words.ts'

/** Places of one name that are looked at, the greatest. */
const PLACES_OF_A_NAME = 3
/** Users of one name. */
const USERS_OF_A_NAME = 50
/** Words that are compared with one that was found nowhere. */
const WORDS_COMPARED = 300

/** Where the places of these folded names lie, whole names alone. */
export async function placesNamed(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly MapPoint[]>> {
  if (names.length === 0) return new Map()
  const { rows } = await db.execute<{ name: string; lon: number; lat: number }>(sql`
    select sought.name, found.lon, found.lat from unnest(${sql.param([...names])}::text[]) as sought(name),
    lateral (select lon, lat from places where ${PLACE_NAMES} && array[sought.name, sought.name || ' city']
      order by case kind when 'country' then 2 when 'region' then 1 else 0 end desc, population desc, id
      limit ${PLACES_OF_A_NAME}) as found`)
  const found = new Map<string, MapPoint[]>()
  for (const { name, lon, lat } of rows) found.set(name, [...(found.get(name) ?? []), mapPointOf(lon, lat)])
  return found
}

/** Users whose name holds a folded text. */
export async function usersNamed(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map()
  const { rows } = await db.execute<{ name: string; id: string }>(sql`
    select sought.name, found.id from unnest(${sql.param([...names])}::text[],
      ${sql.param(names.map(containingFolded))}::text[]) as sought(name, pattern),
    lateral (select id from ${users} where folded_name like sought.pattern order by id limit ${USERS_OF_A_NAME}) as found`)
  const found = new Map<string, string[]>()
  for (const { name, id } of rows) found.set(name, [...(found.get(name) ?? []), id])
  return found
}

/** Known words that share letters with a word, the likest first. */
export async function wordsLike(db: Database, word: string): Promise<string[]> {
  // Of a short word few trigrams stay where one letter is wrong.
  const least = word.length < 6 ? '0.1' : '0.2'
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${least}, true)`)
    const { rows } = await tx.execute<{ word: string }>(sql`
      select word from ${searchWords} where word % ${word} and length(word) between ${word.length - 3} and ${word.length + 3}
      order by similarity(word, ${word}) desc, word limit ${WORDS_COMPARED}`)
    return rows.map((row) => row.word)
  })
}

/**
 * Those of some words that a map has which the viewer may see, in its texts or in its owner's name. The list of known
 * words holds those of every map: what others keep to themselves must not be learnt from it.
 */
export async function wordsSeen(db: Database, viewerId: string, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const parts = seenParts(viewerId)
  const inTexts = parts.map(
    (part) => sql`exists (select 1 from ${maps} where ${part} and ${maps.search} like sought.pattern)`,
  )
  const owns = parts.map(
    (part) => sql`exists (select 1 from ${maps} where ${maps.ownerId} = ${users.id} and ${part})`,
  )
  const { rows } = await byIndices(db, (tx) =>
    tx.execute<{ word: string }>(sql`
    select sought.word from unnest(${sql.param([...words])}::text[],
      ${sql.param(words.map(containingFolded))}::text[]) as sought(word, pattern)
    where ${or(
      ...inTexts,
      sql`exists (select 1 from ${users} where folded_name like sought.pattern and ${or(...owns)})`,
    )}`),
  )
  return rows.map(({ word }) => word)
}

/**
 * Asks a question for which one row that is met is enough. The database expects to come upon one soon and reads the
 * table, or an index of its order, from the beginning; where few or none are met, that is all of it: here it asks the indices first.
 */
async function byIndices<Answer>(
  db: Database,
  ask: (tx: Pick<Database, 'execute'>) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    // What is left to it are bitmaps of the indices of texts, boxes and owners.
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true),
      set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true)`)
    return ask(tx)
  })
}

/** Whether any map that everyone may see has all that is looked for. */
export async function isFoundByAll(db: Database, sought: Sought): Promise<boolean> {
  const { rows } = await byIndices(db, (tx) =>
    tx.execute<{ found: boolean }>(
      sql`select exists (select 1 from ${maps} where ${and(seenByAll(), ...soughtConditions(sought))}) as found`,
    ),
  )
  return rows[0]?.found === true
}

/** Whether any map that the viewer may see has all that is looked for. */
export async function isFoundAnywhere(db: Database, viewerId: string, sought: Sought): Promise<boolean> {
  const parts = seenParts(viewerId).map(
    (part): SQL | undefined =>
      sql`exists (select 1 from ${maps} where ${and(part, ...soughtConditions(sought))})`,
  )
  const { rows } = await byIndices(db, (tx) =>
    tx.execute<{ found: boolean }>(sql`select ${or(...parts)} as found`),
  )
  return rows[0]?.found === true
}

/** Most rows that names of people are gathered from. */
const PEOPLE_READ = 500

/** Creators and publishers of maps that the viewer may see, of which one holds a folded text; each pair once. */
export async function makersLike(
  db: Database,
  viewerId: string,
  folded: string,
): Promise<{ creator: string | null; publisher: string | null }[]> {
  const isLike = sql`${maps.foldedPeople} like ${containingFolded(folded)}`
  const parts = seenParts(viewerId).map(
    (part) => sql`(select creator, publisher from ${maps} where ${and(part, isLike)} limit ${PEOPLE_READ})`,
  )
  const { rows } = await db.execute<{ creator: string | null; publisher: string | null }>(sql`
    select creator, publisher from (${sql.join(parts, sql` union all `)}) as made
    group by creator, publisher order by count(*) desc, creator, publisher limit 50`)
  return rows
}

/** Names of users that hold a folded text and own a map that the viewer may see. */
export async function ownersLike(
  db: Database,
  viewerId: string,
  folded: string,
  limit: number,
): Promise<string[]> {
  const owns = seenParts(viewerId).map(
    (part) => sql`exists (select 1 from ${maps} where ${maps.ownerId} = ${users.id} and ${part})`,
  )
  const { rows } = await db.execute<{ username: string }>(sql`
    select username from ${users} where folded_name like ${containingFolded(folded)} and ${or(...owns)}
    order by folded_name like ${beginningWith(folded)} desc, username limit ${limit}`)
  return rows.map(({ username }) => username)
}

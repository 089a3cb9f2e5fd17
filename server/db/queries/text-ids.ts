import { and, type SQL, sql } from 'drizzle-orm'
import type { FindFilters } from '../../../contract/api/find.ts'
import { MAP_ATTRIBUTES } from '../../../contract/api/maps.ts'
import type { Database } from '../database.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { maps } from '../schema/maps.ts'
import { type SoughtFilters, textFilters } from './map-filters.ts'
import { soughtConditions } from './sought-words.ts'

/** Letters of an id. */
const ID_LENGTH = 36

/** Ids one after the other in one text: tens of thousands are read the soonest so. */
const asText = (id: SQL | typeof maps.id) => sql`string_agg(${id}::text, '')`

async function readIds(db: Database, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string | null }>(query)
  const text = rows[0]?.ids ?? ''
  return Array.from({ length: text.length / ID_LENGTH }, (_, at) =>
    text.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH),
  )
}

function textConditions(query: SoughtFilters): SQL[] {
  const conditions = [
    ...(query.sought ? soughtConditions(query.sought) : []),
    ...textFilters(undefined, query),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

/** Tells what a query says of texts from what any other says; undefined: nothing. */
export function textsOf(query: SoughtFilters): string | undefined {
  if (textConditions(query).length === 0) return undefined
  return JSON.stringify([query.sought?.words ?? null, ...MAP_ATTRIBUTES.map((name) => query[name] ?? null)])
}

/** Ids of the maps, of all or of some, whose texts are those of a query. */
export function idsWithTexts(
  db: Database,
  query: SoughtFilters,
  among?: readonly string[],
): Promise<string[]> {
  const isAmong = among && sql`${maps.id} = any(${sql.param([...among])}::uuid[])`
  return readIds(
    db,
    sql`select ${asText(maps.id)} as ids from ${maps} where ${and(isAmong, ...textConditions(query))}`,
  )
}

/** Ids of the maps in a catalog, or with `list=favorite` in those of the viewer's own catalogs that are meant. */
export function idsInCatalogs(
  db: Database,
  viewerId: string,
  { list, catalogId }: Pick<FindFilters, 'list' | 'catalogId'>,
): Promise<string[]> {
  const isMeant = and(
    catalogId === undefined ? undefined : sql`${catalogs.id} = ${catalogId}`,
    list === 'favorite' ? sql`${catalogs.ownerId} = ${viewerId}` : undefined,
  )
  return readIds(
    db,
    sql`select ${asText(sql`members.id`)} as ids from (select distinct ${catalogMaps.mapId} as id from ${catalogMaps}
      join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId} where ${isMeant}) as members`,
  )
}

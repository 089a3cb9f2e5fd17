import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { FindFilters, FindList } from '../../../contract/api/find.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { isStorable } from '../../../contract/rules/text.ts'
import type { Database } from '../database.ts'
import { prepared } from '../prepared.ts'
import { catalogMaps } from '../schema/catalogs.ts'
import { maps } from '../schema/maps.ts'
import { boxValue, meets, worldCopies } from './map-boxes.ts'
import { findMembership } from './map-filters.ts'
import { selectSummaries, type SummaryRow } from './map-rows.ts'
import { type Sought, soughtRank } from './sought-words.ts'

/** One key that a list is sorted by. */
export interface SortKey {
  readonly value: SQL
  /** Its type, as a cursor's text is cast to it, with its collation where it has one. */
  readonly type: string
  readonly collation?: string
  /** Whether a text from outside is one of its values. */
  readonly isValue: (text: string) => boolean
}

/** Keys in the order they count; all run the same way, and the id decides between equals. */
export interface SortOrder {
  readonly keys: readonly SortKey[]
  readonly descending: boolean
}

/** A row found: its id and its keys as a cursor keeps them. */
export interface FoundId {
  readonly id: string
  readonly keys: readonly string[]
}

const NUMBER = /^-?\d{1,17}(?:\.\d{1,17})?(?:e[+-]\d{1,3})?$/
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?[+-]\d\d(?::\d\d)?$/

const isMoment = (text: string) =>
  MOMENT.test(text) && !Number.isNaN(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
const isNumber = (text: string) => NUMBER.test(text)
const isSmallInteger = (text: string) => /^-?\d{1,5}$/.test(text) && Math.abs(Number(text)) <= 32_767

const isPlace = (text: string) => /^\d{1,15}$/.test(text)

const uploaded: SortKey = { value: sql`${maps.uploadDate}`, type: 'timestamptz', isValue: isMoment }

/** The order of a catalog that the maps are in. */
export function byPlace(catalogId: string): SortOrder {
  const value = sql`(select ${catalogMaps.place} from ${catalogMaps}
    where ${catalogMaps.catalogId} = ${catalogId} and ${catalogMaps.mapId} = ${maps.id})`
  return { keys: [{ value, type: 'bigint', isValue: isPlace }], descending: false }
}

export const NEWEST: SortOrder = { keys: [uploaded], descending: true }
export const OLDEST: SortOrder = { keys: [uploaded], descending: false }
export const BY_ID: SortOrder = { keys: [], descending: false }

export const BY_TITLE: SortOrder = {
  keys: [
    {
      value: sql`${maps.title} collate "lt-x-icu"`,
      type: 'text',
      collation: 'collate "lt-x-icu"',
      isValue: isStorable,
    },
  ],
  descending: false,
}

/** The undated come last. */
export const BY_YEAR: SortOrder = {
  keys: [{ value: sql`coalesce(${maps.firstYear}, 32767)`, type: 'int', isValue: isSmallInteger }],
  descending: false,
}

export const BY_RATING: SortOrder = {
  keys: [
    {
      value: sql`(${maps.ratingSum}::float8 / greatest(${maps.ratingCount}, 1))`,
      type: 'float8',
      isValue: isNumber,
    },
  ],
  descending: true,
}

/** By how much of the view and of themselves maps have in common with it: area of both over area of either. */
export function byFit(view: Corners): SortOrder {
  const shares = worldCopies(view).map((copy) => {
    const box = boxValue(copy)
    const common = sql`coalesce(area(${maps.corners} # ${box}), 0)`
    return sql`${common} / greatest(area(${maps.corners}) + area(${box}) - ${common}, 1)`
  })
  const value = sql`greatest(${sql.join(shares, sql`, `)})`
  return { keys: [{ value, type: 'float8', isValue: isNumber }, uploaded], descending: true }
}

/** Fewest control points first; maps without an overlay come last. */
export const BY_POINTS: SortOrder = {
  keys: [{ value: sql`coalesce(${maps.pointCount}, 32767)`, type: 'int', isValue: isSmallInteger }],
  descending: false,
}

/** Largest typical error first; where it is not known, last. */
export const BY_ERROR: SortOrder = {
  keys: [{ value: sql`coalesce(${maps.errorMetres}, -1)`, type: 'float8', isValue: isNumber }],
  descending: true,
}

/** By how well maps meet a search, the newest first among equals. */
export function bySought(sought: Sought): SortOrder {
  return {
    keys: [{ value: soughtRank(sought), type: 'int', isValue: isSmallInteger }, uploaded],
    descending: true,
  }
}

/** What comes after a row in an order. */
function after({ keys, descending }: SortOrder, last: FoundId): SQL {
  const compare = sql.raw(descending ? '<' : '>')
  const columns = [...keys.map(({ value }) => value), sql`${maps.id}`]
  const values = keys.map(
    ({ type, collation = '' }, at) => sql`${last.keys[at]}::${sql.raw(type)} ${sql.raw(collation)}`,
  )
  const row = sql.join([...values, sql`${last.id}::uuid`], sql`, `)
  return sql`(${sql.join(columns, sql`, `)}) ${compare} (${row})`
}

/**
 * Ids of the maps that meet one of some conditions, in an order, from the one after `last` on.
 *
 * @param conditions no map meets two of them
 */
export async function findIds(
  db: Database,
  conditions: readonly (SQL | undefined)[],
  order: SortOrder,
  last: FoundId | undefined,
  limit: number,
): Promise<FoundId[]> {
  const way = sql.raw(order.descending ? 'desc' : 'asc')
  const names = order.keys.map((_, at) => sql.raw(`key_${at}`))
  const selected = order.keys.map(({ value }, at) => sql`, ${value} as ${names[at]!}`)
  const texts = names.map((name) => sql`${name}::text`)
  // By the names of what is selected: the same expression with other parameters would be worked out twice.
  const ordered = sql.join(
    order.keys
      .map(({ collation = '' }, at) => sql`${names[at]!} ${sql.raw(collation)} ${way}`)
      .concat(sql`id ${way}`),
    sql`, `,
  )
  const parts = conditions.map((condition) => {
    const where = and(condition, last && after(order, last))
    return sql`(select ${maps.id} as id${sql.join(selected)} from ${maps} where ${where}
      order by ${sql.join(
        [...names, sql.raw('id')].map((name) => sql`${name} ${way}`),
        sql`, `,
      )} limit ${limit})`
  })
  const { rows } = await db.execute<{ id: string; keys: string[] }>(sql`
    select id, array[${sql.join(texts, sql`, `)}]::text[] as keys from (${sql.join(parts, sql` union all `)}) as page
    ${parts.length > 1 ? sql`order by ${ordered} limit ${limit}` : sql``}`)
  return rows
}

function prepareSummaries(db: Database, list: FindList, catalogId: Placeholder | undefined, name: string) {
  const viewerId = sql.placeholder('viewerId')
  const isNamed = sql`${maps.id} = any(${sql.placeholder('ids')}::uuid[])`
  const where = and(isNamed, findMembership(list, catalogId, viewerId))
  return selectSummaries(db, viewerId, where).prepare(name)
}

// Every page of a list asks for them, and to plan that takes longer than to find the rows.
const summariesOf = prepared((db, list: FindList) =>
  prepareSummaries(db, list, undefined, `summaries of ${list}`),
)
const summariesInCatalog = prepared((db, list: FindList) =>
  prepareSummaries(db, list, sql.placeholder('catalogId'), `summaries of ${list} in a catalog`),
)

/** The maps of these ids that are in a list still, as the viewer sees them. */
export async function findSummaries(
  db: Database,
  viewerId: string,
  { list, catalogId }: Pick<FindFilters, 'list' | 'catalogId'>,
  ids: readonly string[],
): Promise<Map<string, SummaryRow>> {
  if (ids.length === 0) return new Map()
  const statement = (catalogId === undefined ? summariesOf : summariesInCatalog)(db, list)
  const rows = await statement.execute({ ids, viewerId, catalogId })
  return new Map(rows.map((row) => [row.map.id, row]))
}

/** Maps that meet a condition and the view, and those that meet the condition alone. */
export function splitByView(condition: SQL | undefined, view: Corners) {
  return { inside: and(condition, meets(view)), outside: and(condition, sql`${meets(view)} is not true`) }
}

import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { MapListQuery } from '../../../contract/api/maps.ts'
import { LIST_MAX } from '../../../contract/constants.ts'
import { isStorable } from '../../../contract/rules/text.ts'
import type { Database } from '../database.ts'
import { isId } from '../new-id.ts'
import { assignments, maps } from '../schema/maps.ts'
import { type ListName, membership, textFilters } from './map-filters.ts'
import { claimIsRunning, selectSummaries, type SummaryRow } from './map-rows.ts'

function filters(query: Partial<MapListQuery>): (SQL | undefined)[] {
  const { yearFrom, yearTo, boxFilter: box } = query
  return [
    yearFrom === undefined ? undefined : sql`${maps.lastYear} >= ${yearFrom}`,
    yearTo === undefined ? undefined : sql`${maps.firstYear} <= ${yearTo}`,
    box && sql`${maps.corners} && box(point(${box.minX}, ${box.minY}), point(${box.maxX}, ${box.maxY}))`,
    ...textFilters(query.search, query),
  ]
}

interface Order {
  readonly key: SQL
  readonly descending: boolean
  /** The key of a row as the cursor keeps it. */
  readonly keyOf: (row: SummaryRow) => string | number
}

const UNDATED = 32_767

const ORDERS: Record<NonNullable<MapListQuery['sort']>, Order> = {
  newest: {
    key: sql`${maps.uploadDate}`,
    descending: true,
    keyOf: ({ map }) => map.uploadDate.toISOString(),
  },
  oldest: {
    key: sql`${maps.uploadDate}`,
    descending: false,
    keyOf: ({ map }) => map.uploadDate.toISOString(),
  },
  title: { key: sql`${maps.title} collate "lt-x-icu"`, descending: false, keyOf: ({ map }) => map.title },
  year: {
    key: sql`coalesce(${maps.firstYear}, ${sql.raw(String(UNDATED))})`,
    descending: false,
    keyOf: ({ map }) => map.firstYear ?? UNDATED,
  },
  rating: {
    key: sql`(${maps.ratingSum}::float8 / greatest(${maps.ratingCount}, 1))`,
    descending: true,
    keyOf: ({ map }) => map.ratingSum / Math.max(map.ratingCount, 1),
  },
}

type CursorKey = string | number
const isMoment = (value: CursorKey) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

/** The SQL type of each order's key, and what a key of it looks like: a cursor comes back from outside. */
const CURSOR_KEYS: Record<keyof typeof ORDERS, { type: string; isKey: (value: CursorKey) => boolean }> = {
  newest: { type: 'timestamptz', isKey: isMoment },
  oldest: { type: 'timestamptz', isKey: isMoment },
  title: { type: 'text', isKey: (value) => typeof value === 'string' && isStorable(value) },
  year: { type: 'int', isKey: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= UNDATED },
  rating: { type: 'float8', isKey: Number.isFinite },
}

function afterCursor(sort: keyof typeof ORDERS, cursor: string): SQL | undefined {
  const { key, descending } = ORDERS[sort]
  const [value, id] = decodeCursor(cursor) ?? []
  if (value === undefined || id === undefined || !CURSOR_KEYS[sort].isKey(value)) return sql`false`
  const type = sql.raw(CURSOR_KEYS[sort].type)
  const compare = sql.raw(descending ? '<' : '>')
  const collate = sql.raw(sort === 'title' ? 'collate "lt-x-icu"' : '')
  return sql`(${key}, ${maps.id}) ${compare} (${String(value)}::${type} ${collate}, ${id}::uuid)`
}

function encodeCursor(value: string | number, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/** A cursor comes back from outside: anything that is not one of ours finds nothing. */
function decodeCursor(cursor: string): [CursorKey, string] | undefined {
  try {
    const [value, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isOurs = typeof id === 'string' && isId(id)
    return isOurs && (typeof value === 'string' || typeof value === 'number') ? [value, id] : undefined
  } catch {
    return undefined
  }
}

export interface ListPage {
  readonly rows: readonly SummaryRow[]
  readonly nextCursor: string | null
}

/** A page of a list as one viewer sees it, filtered and sorted. */
export async function listMaps(
  db: Database,
  list: ListName,
  viewerId: string,
  query: Partial<MapListQuery> = {},
): Promise<ListPage> {
  const sort = query.sort ?? 'newest'
  const { key, descending, keyOf } = ORDERS[sort]
  const direction = descending ? desc : asc
  const after = query.cursor === undefined ? undefined : afterCursor(sort, query.cursor)
  const where = and(membership(list, viewerId), ...filters(query), after)
  const ordered = selectSummaries(db, viewerId, where).orderBy(direction(key), direction(maps.id))
  const limit = query.limit ?? LIST_MAX
  const rows = await ordered.limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return { rows: page, nextCursor: last ? encodeCursor(keyOf(last), last.map.id) : null }
}

export interface NavigationCounts {
  /** Those that the viewer may claim. */
  readonly undiscoveredMaps: number
  readonly myAssignments: number
  readonly assignedToOthers: number
}

export async function countForNavigation(db: Database, viewerId: string): Promise<NavigationCounts> {
  const joined = (list: ListName, narrowed?: SQL) =>
    sql`(select count(*)::int from ${maps} left join ${assignments} on ${assignments.mapId} = ${maps.id} and ${claimIsRunning}
      where ${and(membership(list, viewerId), narrowed)})`
  const canBeClaimed = sql`${maps.ownerId} <> ${viewerId} and ${maps.acceptsClaims} and ${assignments.id} is null`
  const { rows } = await db.execute<{ undiscovered: number; mine: number; others: number }>(sql`
    select ${joined('publicUntransformed', canBeClaimed)} as undiscovered, ${joined('claimedByMe')} as mine,
      ${joined('assignedToOthers')} as others`)
  const [row] = rows
  return {
    undiscoveredMaps: row?.undiscovered ?? 0,
    myAssignments: row?.mine ?? 0,
    assignedToOthers: row?.others ?? 0,
  }
}

import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { mapChanges } from '../schema/map-changes.ts'
import { maps } from '../schema/maps.ts'

/** What finding looks at of a map that is not in the trash. */
export interface ColumnRow {
  readonly id: string
  readonly ownerId: string
  readonly title: string
  readonly isPublic: boolean
  readonly isReady: boolean
  readonly hasLicence: boolean
  readonly firstYear: number | null
  readonly lastYear: number | null
  /** The published overlay, which of its outlines is meant, and its box: west, south, east, north in EPSG:3857 metres. */
  readonly versionId: string | null
  readonly outlineRevision: number
  readonly corners: readonly number[] | null
}

const COLUMNS = sql`${maps.id} as id, ${maps.ownerId} as "ownerId", ${maps.title} as title,
  ${maps.isPublic} as "isPublic", ${maps.processingState} = 'ready' as "isReady", ${maps.licence} is not null as "hasLicence",
  ${maps.firstYear} as "firstYear", ${maps.lastYear} as "lastYear",
  ${maps.currentVersionId} as "versionId", ${maps.outlineRevision} as "outlineRevision",
  case when ${maps.corners} is not null then array[(${maps.corners}[1])[0], (${maps.corners}[1])[1],
    (${maps.corners}[0])[0], (${maps.corners}[0])[1]] end as corners`

/** Rows that are read at a time: others have their turn in between. */
const ROWS_AT_ONCE = 2_000

/**
 * Reads all maps as they are at one moment.
 *
 * @returns the database's snapshot of that moment
 */
export async function readAllColumns(
  db: Database,
  onRows: (rows: readonly ColumnRow[]) => void,
): Promise<string> {
  return db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ state: string }>(sql`select pg_current_snapshot()::text as state`)
      await tx.execute(sql`declare all_maps no scroll cursor for
        select ${COLUMNS} from ${maps} where ${maps.deletedAt} is null`)
      for (;;) {
        const { rows: some } = await tx.execute<{ [Name in keyof ColumnRow]: ColumnRow[Name] }>(
          sql.raw(`fetch ${ROWS_AT_ONCE} from all_maps`),
        )
        onRows(some)
        if (some.length < ROWS_AT_ONCE) return rows[0]!.state
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** So many changes are read one by one; of more it is quicker to read all maps anew. */
const MOST_CHANGES = 20_000

/** What has changed since a snapshot, as it is at the moment of `state`. */
export interface ColumnChanges {
  readonly state: string
  /** Undefined: too much, or nobody knows any more what. */
  readonly changed:
    | readonly { readonly id: string; /** Null: deleted. */ readonly row: ColumnRow | null }[]
    | undefined
}

type ChangeRow = { [Name in keyof ColumnRow]: ColumnRow[Name] | null } & {
  readonly state: string
  readonly isChange: boolean | null
  readonly changedId: string | null
}

/**
 * Reads which maps differ from what a snapshot sees: those that a transaction wrote to that the snapshot does not see
 * and this statement does. All below the snapshot's `xmin` it sees.
 *
 * Decision: docs/decisions/2026-11-28-columns-in-memory.md
 */
export async function readColumnChanges(db: Database, since: string): Promise<ColumnChanges> {
  const isNews = sql`${mapChanges.xid} >= pg_snapshot_xmin(${since}::pg_snapshot)
    and (${mapChanges.mapId} is null or not pg_visible_in_snapshot(${mapChanges.xid}, ${since}::pg_snapshot))`
  const { rows } = await db.execute<ChangeRow>(sql`
    select pg_current_snapshot()::text as state, news.is_change as "isChange", news.map_id as "changedId", ${COLUMNS}
    from (select) as now
    left join (select distinct ${mapChanges.mapId} as map_id, true as is_change from ${mapChanges}
      where ${isNews} limit ${MOST_CHANGES + 1}) as news on true
    left join ${maps} on ${maps.id} = news.map_id and ${maps.deletedAt} is null`)
  const news = rows.filter(({ isChange }) => isChange)
  const isKnown = news.length <= MOST_CHANGES && news.every(({ changedId }) => changedId !== null)
  return {
    state: rows[0]!.state,
    changed: isKnown
      ? news.map((row) => ({ id: row.changedId!, row: row.id === null ? null : (row as ColumnRow) }))
      : undefined,
  }
}

/** Of so many changes at the least is known which maps they were of. */
const CHANGES_NAMED = 50_000

/** Forgets the oldest changes; that they are forgotten remains known. */
export async function removeOldChanges(db: Database, named = CHANGES_NAMED): Promise<void> {
  // Only of transactions that whoever begins to read maps now will see: for them nothing is missing.
  await db.execute(sql`
    with bound as (select least(xid, pg_snapshot_xmin(pg_current_snapshot())) as xid
        from ${mapChanges} order by xid desc offset ${named} limit 1),
      removed as (delete from ${mapChanges} using bound where ${mapChanges.xid} < bound.xid returning ${mapChanges.xid})
    insert into ${mapChanges} (xid, map_id) select xid, null::uuid from removed order by xid desc limit 1`)
}

import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '../database.ts'

/** Tables that are made again, from what the product brings or from the rows of others. */
const DERIVED = ['places', 'gazetteer_version', 'search_words', 'tile_archives', 'map_changes']
/** What the schema knows of itself is in the manifest instead. */
const OF_THE_SCHEMA = ['schema_migrations']

const ROWS_AT_ONCE = 1_000

/** The rows of one table, each a line of JSON as PostgreSQL writes it: every type comes back exactly. */
export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: () => AsyncGenerator<string>
}

export interface Dump {
  /** For further questions about the same moment; one at a time. */
  readonly db: Database
  /** Names of the migrations that made the schema. */
  readonly migrations: readonly string[]
  /** Tables in an order in which each comes after those it refers to. */
  readonly tables: readonly DumpedTable[]
  /** Jobs that have not been done, as arguments of `add_job`. */
  readonly jobs: () => AsyncGenerator<string>
}

/** Reads the whole database as it is at one moment, while others go on writing. */
export async function withDump<Result>(
  pool: pg.Pool,
  read: (dump: Dump) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )
    const tables = await tablesInOrder(client)
    return await read({
      db: drizzle(client),
      migrations: migrations.rows.map(({ name }) => name),
      tables: tables.map(({ name, columns }) => ({
        name,
        columns,
        rows: () => lines(client, `select row_to_json(t)::text as line from ${quoted(name)} t`),
      })),
      jobs: () => lines(client, JOBS),
    })
  } finally {
    // Read only: there is nothing to keep.
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

const JOBS = `
  select json_build_object('identifier', t.identifier, 'payload', j.payload, 'queue_name', q.queue_name,
    'run_at', j.run_at, 'max_attempts', j.max_attempts, 'job_key', j.key, 'priority', j.priority,
    'flags', (select json_agg(flag) from jsonb_object_keys(j.flags) flag))::text as line
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function* lines(client: pg.PoolClient, query: string): AsyncGenerator<string> {
  await client.query(`declare dumped no scroll cursor for ${query}`)
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from dumped`)
      if (rows.length === 0) return
      for (const { line } of rows) yield line
    }
  } finally {
    await client.query('close dumped').catch(() => undefined)
  }
}

interface Table {
  readonly name: string
  readonly columns: string[]
  readonly refersTo: string[]
}

/** The product's tables, those without references first. */
export async function tablesInOrder(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     order by c.relname`,
    [[...DERIVED, ...OF_THE_SCHEMA]],
  )
  const placed: Table[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ refersTo }) => !refersTo.some((name) => left.has(name)))
    if (ready.length === 0) throw new Error(`the tables ${[...left.keys()].join(', ')} refer to one another`)
    for (const table of ready) left.delete(table.name)
    placed.push(...ready)
  }
  return placed
}

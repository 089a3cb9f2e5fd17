import type pg from 'pg'
import { quoted, tablesInOrder } from './dump-rows.ts'

/** Bytes of JSON in one statement. */
const BATCH_BYTES = 1_000_000

export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: () => AsyncIterable<string>
}

/** Whether users or maps are there, which a restore would overwrite. */
export async function isInUse(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('select id from users union all select id from maps limit 1')
  return (rowCount ?? 0) > 0
}

/**
 * Fills a schema of the same migrations with the rows of a backup, all or nothing. What a start has written of its
 * own makes way.
 */
export async function restoreRows(
  pool: pg.Pool,
  tables: readonly StoredTable[],
  jobs: AsyncIterable<string>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table users, maps in access exclusive mode')
    if (await isInUse(client)) throw new Error('the instance was filled by someone else in the meantime')
    const known = await tablesInOrder(client)
    await client.query(`truncate ${known.map(({ name }) => quoted(name)).join(', ')} cascade`)
    for (const { name } of known) {
      const stored = tables.find((table) => table.name === name)
      if (stored) await fill(client, stored)
    }
    await continueSequences(client)
    await client.query('delete from graphile_worker._private_jobs')
    for await (const line of jobs) await client.query(ADD_JOB, [line])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const ADD_JOB = `
  select graphile_worker.add_job(
    j.identifier, payload := j.payload, queue_name := j.queue_name, run_at := j.run_at,
    max_attempts := j.max_attempts, job_key := j.job_key, priority := j.priority, flags := j.flags)
  from json_to_record($1::json) as j(identifier text, payload json, queue_name text, run_at timestamptz,
    max_attempts int, job_key text, priority int, flags text[])`

async function fill(client: pg.PoolClient, { name, columns, rows }: StoredTable): Promise<void> {
  const list = columns.map(quoted).join(', ')
  const insert = async (lines: readonly string[]) => {
    if (lines.length === 0) return
    const from = `json_populate_recordset(null::${quoted(name)}, $1::json)`
    await client.query(`insert into ${quoted(name)} (${list}) select ${list} from ${from}`, [
      `[${lines.join(',')}]`,
    ])
  }
  let [batch, bytes]: [string[], number] = [[], 0]
  for await (const line of rows()) {
    batch.push(line)
    bytes += line.length
    if (bytes < BATCH_BYTES) continue
    await insert(batch)
    ;[batch, bytes] = [[], 0]
  }
  await insert(batch)
}

/** Numbers that the database gives out go on after the largest that came back. */
async function continueSequences(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string; sequence: string }>(
    `select c.relname as name, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  )
  for (const { name, column, sequence } of rows)
    await client.query(
      `select setval($1, (select coalesce(max(${quoted(column)}), 0) + 1 from ${quoted(name)}), false)`,
      [sequence],
    )
}

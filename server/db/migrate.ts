import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The SQL files are built into the program, so that they are found wherever it runs from. */
const FILES = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface Migration {
  readonly name: string
  readonly statements: readonly string[]
  readonly hash: string
}

const MIGRATIONS: readonly Migration[] = Object.entries(FILES)
  .map(([path, text]) => ({
    name: path.replace(/^.*\/|\.sql$/g, ''),
    statements: text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== ''),
    hash: createHash('sha256').update(text).digest('hex'),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Any number that nothing else in this database locks. */
const LOCK = 7_316_042

/**
 * Brings the schema up to date, forward only, or as far as `only` names. Processes that start together wait for one
 * another.
 *
 * @throws Error with instructions where the database was made by a newer release
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(({ name }) => name))
    refuseNewerSchema(applied)
    refuseNewerSchema(new Set(only))
    if (only && [...applied].some((name) => !only.includes(name)))
      throw new Error(
        'The backup is of an older release than this database: restore it into one that is new.',
      )
    const wanted = MIGRATIONS.filter(({ name }) => only?.includes(name) ?? true)
    for (const migration of wanted) if (!applied.has(migration.name)) await apply(client, migration)
  } finally {
    // Closing the connection frees the lock even where the unlocking query could not run any more.
    client.release(true)
  }
}

function refuseNewerSchema(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `The database was made by a newer release (it knows ${unknown.join(', ')}). ` +
      'Start that release, or restore a backup made before it.',
  )
}

async function apply(client: pg.PoolClient, { name, statements, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`the migration ${name} failed`, { cause: error })
  }
}

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sql, type SQL } from 'drizzle-orm'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Queryable } from './jobs/enqueue-job.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'

/** What queries run on: the database or a transaction of it. */
export type Database = NodePgDatabase

export interface OpenDatabase {
  readonly db: Database
  readonly pool: pg.Pool
  readonly connection: pg.ClientConfig
  /** Closes the connections and stops an embedded server that nobody else uses. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL of the operator's; without it the embedded one in `dataFolder` is started. */
  readonly databaseUrl?: string
  readonly dataFolder: string
  readonly log: (line: string) => void
  /** Largest number of connections. Default 20. */
  readonly connections?: number
  /** Brings an empty database to these migrations and no further: for the rows of an older release. */
  readonly onlyMigrations?: readonly string[]
}

/** Connects, waits for the server where it is still starting, and brings the schema up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const embedded = options.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataFolder: options.dataFolder, log: options.log })
  const connection: pg.ClientConfig = embedded?.connection ?? { connectionString: options.databaseUrl }
  const pool = new pg.Pool({
    ...connection,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'palimpsest',
  })
  // Without handlers a connection that the server closes would end this process.
  pool.on('error', (error) => options.log(`A database connection was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await migrate(pool, options.onlyMigrations)
    await runMigrations({ pgPool: pool })
  } catch (error) {
    await pool.end()
    await embedded?.stop()
    throw error
  }
  return {
    db: drizzle(pool),
    pool,
    connection,
    close: async () => {
      await pool.end()
      await embedded?.stop()
    },
  }
}

/** A transaction as the job queue's functions take it. */
export function queryableOf(db: Pick<Database, 'execute'>): Queryable {
  return { query: (text, values = []) => db.execute(bind(text, values)) }
}

/** `select $1, $2` with its values as a drizzle query. */
function bind(text: string, values: readonly unknown[]): SQL {
  const chunks = text.split(/\$(\d+)/).map((part, index) => {
    return index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`
  })
  return sql.join(chunks)
}

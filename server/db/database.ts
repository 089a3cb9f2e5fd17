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
  /** For answers to requests: a statement that takes too long is ended. */
  readonly db: Database
  /** For work that may take its time. */
  readonly patientDb: Database
  readonly pool: pg.Pool
  readonly connection: pg.ClientConfig
  /** Of an embedded server: its files and its socket. */
  readonly folders: readonly string[]
  /** Closes the connections and stops an embedded server that nobody else uses. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL of the operator's; without it the embedded one in `dataFolder` is started. */
  readonly databaseUrl?: string
  readonly dataFolder: string
  readonly log: (line: string) => void
  /** Time that one statement of `db` may take, in milliseconds. Default 0: no limit. */
  readonly statementMs?: number
  /** Largest number of connections of each of the two pools. Default 20. */
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
  const settings: pg.PoolConfig = {
    ...connection,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'palimpsest',
  }
  const pool = new pg.Pool(settings)
  const boundedPool = new pg.Pool({ ...settings, statement_timeout: options.statementMs ?? 0 })
  for (const one of [pool, boundedPool]) {
    // Without handlers a connection that the server closes would end this process.
    one.on('error', (error) => options.log(`A database connection was lost: ${error.message}`))
    one.on('connect', (client) => client.on('error', () => undefined))
  }
  const end = () => Promise.all([pool.end(), boundedPool.end()])
  try {
    await migrate(pool, options.onlyMigrations)
    await runMigrations({ pgPool: pool })
  } catch (error) {
    await end()
    await embedded?.stop()
    throw error
  }
  return {
    db: drizzle(boundedPool),
    patientDb: drizzle(pool),
    pool,
    connection,
    folders: embedded?.folders ?? [],
    close: async () => {
      await end()
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

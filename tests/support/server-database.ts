import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { APP_ROLE, readPasswords } from '../../server/db/embedded/database-roles.ts'

/** A server that runs, as a test may reach behind it. */
export interface RunningServer {
  readonly dataFolder: string
  /** Of its database. */
  readonly pool: pg.Pool
}

/** Servers that this process has started, by their addresses. */
const running = new Map<string, RunningServer>()

/** The database and the files behind an address; undefined where it is no server of this process. */
export const runningServer = (url: string): RunningServer | undefined => running.get(url)

/** Makes a server's database known; nothing is connected before it is asked for. */
export function addRunningServer(url: string, dataFolder: string, databaseUrl: string | undefined): void {
  const host = join(dataFolder, 'socket')
  // Where root may make no namespace of its own, PostgreSQL runs elsewhere.
  if (databaseUrl === undefined && !existsSync(host)) return
  const embedded = (): pg.PoolConfig => ({
    host,
    port: 5432,
    user: APP_ROLE,
    password: readPasswords(join(dataFolder, 'postgres')).app,
    database: 'palimpsest',
  })
  const connection = databaseUrl === undefined ? embedded() : { connectionString: databaseUrl }
  const pool = new pg.Pool({ ...connection, max: 2, allowExitOnIdle: true })
  // It ends as its server does, and tests end servers in every way.
  pool.on('error', () => undefined)
  running.set(url, { dataFolder, pool })
}

/** Lets go of a server's database: while somebody is connected, the server would leave it running. */
export async function removeRunningServer(url: string): Promise<void> {
  const server = running.get(url)
  running.delete(url)
  await server?.pool.end()
}

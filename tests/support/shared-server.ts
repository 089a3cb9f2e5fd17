import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { TestClient } from './build.ts'
import { startServer, type TestServer } from './server.ts'
import { runningServer } from './server-database.ts'

/** The part of a server that leaves it as it was for those after. */
export interface SharedServer extends Omit<TestServer, 'kill9' | 'restart' | 'stop'> {
  /** The shared server goes on: the next test file empties it. */
  stop(): Promise<unknown>
}

const JOBS_TIMEOUT_MS = 30_000

/** By what their pages are. */
const shared = new Map<TestClient, TestServer>()

/**
 * The one server of this worker, empty as a new one, without a base map of other hosts. Test files of a worker run one
 * after another. For a file that ends or restarts its server, sets its limits, watches its process or its log, or needs
 * an environment of its own, `startServer` is the right one.
 */
export async function sharedServer(client: TestClient = 'built'): Promise<SharedServer> {
  const known = await answering(client)
  if (known) await empty(known)
  const server = known ?? (await start(client))
  return {
    url: server.url,
    pid: server.pid,
    dataFolder: server.dataFolder,
    output: () => server.output(),
    stop: () => Promise.resolve(),
  }
}

/** A server of this worker with what is on it, whatever its pages are. */
export const workerServer = async (): Promise<TestServer> =>
  (await answering('flat')) ?? (await answering('built')) ?? (await start('built'))

async function answering(client: TestClient): Promise<TestServer | undefined> {
  const server = shared.get(client)
  return server && (await isAnswering(server)) ? server : undefined
}

async function start(client: TestClient): Promise<TestServer> {
  await shared.get(client)?.stop()
  const server = await startServer({ client, env: { BASEMAPS: 'null' } })
  shared.set(client, server)
  return server
}

const isAnswering = ({ url }: TestServer): Promise<boolean> =>
  fetch(`${url}/api/health-check`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Removes all that test files before have made. What an instance has from its first start stays. */
async function empty({ url, dataFolder }: TestServer): Promise<void> {
  const { pool } = runningServer(url)!
  await pool.query(
    `delete from graphile_worker._private_jobs where locked_at is null
     and task_id in (select id from graphile_worker._private_tasks where identifier <> 'clean-up')`,
  )
  // What hangs on users and maps goes with them. Maps go first: an event of a map that loses both its users is checked
  // for its map again, which the same statement would have removed already.
  await pool.query('delete from maps')
  await pool.query('delete from users')
  await untilNoJobRuns(pool)
  await pool.query('delete from attempts')
  await pool.query('delete from search_words')
  for (const folder of ['maps', 'uploads']) rmSync(join(dataFolder, folder), { recursive: true, force: true })
}

/** A job whose map is gone ends by itself. */
async function untilNoJobRuns(pool: Pool): Promise<void> {
  for (const deadline = Date.now() + JOBS_TIMEOUT_MS; ; await pause(50)) {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from graphile_worker._private_jobs where locked_at is not null',
    )
    if (rows[0]!.count === 0) return
    if (Date.now() > deadline) throw new Error('a job of an earlier test file still runs')
  }
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import type { Caller } from './api.ts'
import { emptyDataFolder, freshDataFolder } from './started-data.ts'

export interface TestDatabase {
  /** For `DATABASE_URL` of servers under test. */
  readonly url: string
  readonly pool: pg.Pool
  /** Ends the server as `pg_ctl stop -m immediate` does: at once, without a word to its clients. */
  crash(): Promise<void>
  /** Starts it again on the same data and the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A PostgreSQL of the test's own, which any number of servers may be started on.
 *
 * @param isEmpty it has no schema yet
 */
export async function startDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const dataFolder = (isEmpty ? emptyDataFolder : freshDataFolder)('palimpsest-test-db-')
  let server = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
  const { host, port, user, password, database } = server.connection
  const pool = new pg.Pool({ ...server.connection, max: 5 })
  pool.on('error', () => undefined)
  return {
    url: `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`,
    pool,
    crash: async () => {
      const text = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
      const postmaster = Number(text.split('\n')[0])
      process.kill(postmaster, 'SIGQUIT')
      await until(() => !isAlive(postmaster))
    },
    start: async () => {
      server = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
    },
    stop: async () => {
      await pool.end()
      await server.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !holds(); await pause(50))
    if (Date.now() > deadline) throw new Error('not so after ten seconds')
}

/** Has the server under test clear up now instead of within the hour, and waits until it has. */
export async function runCleanUp({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job('clean-up', '{}'::json, job_key := 'clean-up', run_at := now())`,
  )
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    // Each run names the next before it begins, and is gone when it has ended.
    const { rows } = await pool.query<{ isNext: boolean }>(
      `select run_at > now() as "isNext" from graphile_worker.jobs where task_identifier = 'clean-up'`,
    )
    if (rows.length === 1 && rows[0]!.isNext) return
    if (Date.now() > deadline) throw new Error('the clean-up has not ended after a minute')
  }
}

/** A user with an open session, made without the cost of hashing a password. */
export async function insertUser(
  { pool }: Pick<TestDatabase, 'pool'>,
  url: string,
): Promise<Required<Caller> & { id: string; username: string }> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
  const username = `User ${id.slice(0, 8)}`
  await pool.query(
    `insert into users (id, username, username_key, email, email_key, password_hash)
     values ($1, $2, lower($2), $3, $3, 'none')`,
    [id, username, `${id}@example.com`],
  )
  await pool.query(
    `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [randomUUID(), id, createHash('sha256').update(token).digest()],
  )
  return { url, token, id, username }
}

/** The columns of a table without those that the database works out by itself, which cannot be written. */
export async function writtenColumns(
  pool: TestDatabase['pool'],
  table: 'maps' | 'map_versions' = 'maps',
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export interface MapCopy {
  readonly ownerId: string
  readonly isPublic: boolean
  /** With a published overlay. */
  readonly isTransformed?: boolean
  /** Claimed by this user; `isDone`: transformed and submitted. */
  readonly claim?: { readonly userId: string; readonly isDone: boolean }
}

/** A map in a given state, copied from a converted one; its files are not. */
export async function copyMap({ pool }: TestDatabase, fromId: string, copy: MapCopy): Promise<string> {
  const id = randomUUID()
  const versionId = copy.isTransformed || copy.claim?.isDone ? randomUUID() : null
  const change = {
    id,
    scan_id: id,
    owner_id: copy.ownerId,
    is_public: copy.isPublic,
    current_version_id: copy.isTransformed ? versionId : null,
    corners: copy.isTransformed ? '((10,10),(0,0))' : null,
    rating_sum: 0,
    rating_count: 0,
    favorites_count: 0,
  }
  const columns = await writtenColumns(pool)
  await pool.query(
    `insert into maps (${columns.join(', ')}) select ${columns.map((name) => `made.${name}`).join(', ')}
     from maps m, jsonb_populate_record(null::maps, to_jsonb(m) || $2::jsonb) as made where m.id = $1`,
    [fromId, JSON.stringify(change)],
  )
  if (versionId)
    await pool.query(
      `insert into map_versions (id, map_id, n, user_id, transformation, request_hash, file_key, bytes, width, height,
         corners, footprint, warnings)
       values ($1, $2, 1, $3, $4, 'none', 'maps/none.tif', 1, 1, 1, '((10,10),(0,0))', '[]', '[]')`,
      [
        versionId,
        id,
        copy.claim?.userId ?? copy.ownerId,
        JSON.stringify({
          mapPoints: [],
          imagePoints: [],
          transformationType: 'TPS',
          mask: null,
          disabled: [],
          notes: {},
        }),
      ],
    )
  if (copy.claim)
    await pool.query(
      `insert into assignments (id, map_id, user_id, expire_at, done_at, version_id, snapshot)
       values ($1, $2, $3, now() + interval '1 hour', $4, $5, '{"fields": {"title": "Before"}, "currentVersionId": null}')`,
      [randomUUID(), id, copy.claim.userId, copy.claim.isDone ? new Date() : null, versionId],
    )
  return id
}

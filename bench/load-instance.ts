import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { APP_ROLE, readPasswords } from '../server/db/embedded/database-roles.ts'

export interface LoadUser {
  readonly token: string
}

/** A server of its own process with a filled database, to be loaded. */
export interface LoadInstance {
  readonly url: string
  readonly users: readonly LoadUser[]
  /** Some of the public maps. */
  readonly mapIds: readonly string[]
  /** Resident memory of the server process, in bytes. */
  memory(): number
  /** Open descriptors of the server process. */
  descriptors(): number
  stop(): Promise<void>
}

/** Writes so many public maps of the users; returns some of their ids. */
export type InsertMaps = (pool: pg.Pool, count: number) => Promise<string[]>

/** Starts a server on so many public maps, owned by `users` users, all signed in. */
export async function startLoadInstance(
  maps: number,
  users: number,
  fill: InsertMaps = insertMaps,
): Promise<LoadInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-load-'))
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: folder,
      // A hundred users stand for the thousands whose streams are open.
      STREAMS_PER_USER: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(server)
  // The server's own database, over the socket that lies in its folder.
  const { app: password } = readPasswords(join(folder, 'postgres'))
  const names = { user: APP_ROLE, password, database: 'palimpsest' }
  const pool = new pg.Pool({ host: join(folder, 'socket'), port: 5432, ...names, max: 2 })
  const tokens = await insertUsers(pool, users)
  const mapIds = await fill(pool, maps)
  await pool.query('analyze')
  await pool.end()
  return {
    url,
    users: tokens.map((token) => ({ token })),
    mapIds,
    memory: () => {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) * 1024
    },
    descriptors: () => readdirSync(`/proc/${server.pid}/fd`).length,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const url = /ready at (http:\S+)/.exec(text)?.[1]
      if (url) resolve(url)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

async function insertUsers(pool: pg.Pool, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
    await pool.query(
      `insert into users (id, username, username_key, email, email_key, password_hash)
       values ($1, $2, lower($2), $3, $3, 'none')`,
      [id, `User ${n}`, `${n}@example.com`],
    )
    await pool.query(
      `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [randomUUID(), id, createHash('sha256').update(token).digest()],
    )
    tokens.push(token)
  }
  return tokens
}

/** Public maps with an overlay each, spread over Europe, of 100 owners. */
async function insertMaps(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with owners as (select id, row_number() over (order by username) - 1 as at, count(*) over () as count from users),
       numbers as (select n, gen_random_uuid() as version,
         -- Ids as the product makes them: the time first.
         (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 60000), 12, '0') || '7' ||
           substr(md5(random()::text), 1, 3) || '80000000' || substr(md5(random()::text), 1, 8))::uuid as id,
         round((random() * 4e6)::numeric, 2) as x, round((5e6 + random() * 4e6)::numeric, 2) as y,
         round((random() * 9e4)::numeric, 2) as w from generate_series(1, $1::int) as n),
       made as (insert into maps (id, owner_id, title, search, folded, year, first_year, last_year, is_public,
           original_key, original_extension, original_bytes, processing_state, image_width, image_height, converted_bytes,
           current_version_id, corners, upload_date)
         select numbers.id, owners.id, 'Map ' || n, 'map ' || n, jsonb_build_object('title', 'map ' || n), 1500 + n % 400,
           1500 + n % 400, 1500 + n % 400, true, 'maps/' || numbers.id || '/original/scan.jpg', 'jpg', 1, 'ready', 100, 80,
           1, version, box(point(x + w, y + w), point(x, y)), now() - n * interval '1 minute'
         from numbers join owners on owners.at = n % owners.count returning id)
     insert into map_versions (id, map_id, n, transformation, request_hash, file_key, bytes, width, height, corners,
       footprint, warnings)
     select version, id, 1,
       '{"mapPoints":[],"imagePoints":[],"transformationType":"TPS","mask":null,"disabled":[],"notes":{}}', 'none', 'none',
       1, 1, 1, box(point(x + w, y + w), point(x, y)), '[]', '[]' from numbers returning map_id as id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

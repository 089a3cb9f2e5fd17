import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase({ isEmpty: true })
})
afterAll(async () => database?.stop())

it('an older release’s maps keep what their rows tell of them as history', async () => {
  const names = readdirSync('server/db/migrations')
    .filter((name) => name.endsWith('.sql') && name < '0007')
    .map((name) => basename(name, '.sql'))
  const open = (onlyMigrations?: readonly string[]) =>
    openDatabase({
      databaseUrl: database.url,
      dataFolder: '/nowhere',
      log: () => undefined,
      ...(onlyMigrations && { onlyMigrations }),
    })
  await (await open(names)).close()
  const [owner, helper, map, version] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const { pool } = database
  for (const [id, name] of [
    [owner, 'Owner'],
    [helper, 'Helper'],
  ])
    await pool.query(
      `insert into users (id, username, username_key, email, email_key, password_hash)
       values ($1, $2, lower($2), $3, $3, 'none')`,
      [id, name, `${name}@example.com`],
    )
  await pool.query(
    `insert into maps (id, owner_id, title, search, folded, original_key, original_extension, original_bytes, upload_date)
     values ($1, $2, 'Plan', 'plan', '{}', 'k', 'jpg', 1, '2026-01-01')`,
    [map, owner],
  )
  const transformation = {
    transformationType: 'Affine',
    mapPoints: [
      [0, 0],
      [1, 1],
      [2, 0],
    ],
  }
  await pool.query(
    `insert into map_versions (id, map_id, n, user_id, created_at, transformation, request_hash, file_key, bytes,
       width, height, corners, footprint, warnings)
     values ($1, $2, 1, $3, '2026-01-03', $4, 'h', 'f', 1, 1, 1, '(1,1),(0,0)', '[]', '[]')`,
    [version, map, helper, JSON.stringify(transformation)],
  )
  const claim = `insert into assignments (id, map_id, user_id, claimed_at, expire_at, done_at, version_id, snapshot,
    ended_at, outcome, reason, note) values ($1, $2, $3, $4, $4, $5, $6, '{}', $7, $8, $9, $10)`
  const about = [map, helper]
  await pool.query(claim, [
    randomUUID(),
    ...about,
    '2026-01-02',
    '2026-01-04',
    version,
    '2026-01-05',
    'rejected',
    'other',
    'No.',
  ])
  await pool.query(claim, [
    randomUUID(),
    ...about,
    '2026-01-06',
    null,
    null,
    '2026-01-07',
    'expired',
    null,
    null,
  ])
  await pool.query(claim, [
    randomUUID(),
    ...about,
    '2026-01-08',
    '2026-01-09',
    version,
    '2026-01-10',
    'approved',
    'other',
    'Was asked.',
  ])

  await (await open()).close()
  const { rows } = await pool.query(
    `select kind, (select username from users where id = user_id) as by, version, point_count, reason, note
     from map_events order by happened_at`,
  )
  const bare = { version: null, point_count: null, reason: null, note: null }
  expect(rows).toEqual([
    { ...bare, kind: 'uploaded', by: 'Owner' },
    { ...bare, kind: 'claimed', by: 'Helper' },
    { ...bare, kind: 'transformed', by: 'Helper', version: 1, point_count: 3 },
    { ...bare, kind: 'submitted', by: 'Helper' },
    { ...bare, kind: 'rejected', by: 'Owner', reason: 'other', note: 'No.' },
    { ...bare, kind: 'claimed', by: 'Helper' },
    { ...bare, kind: 'expired', by: null },
    { ...bare, kind: 'claimed', by: 'Helper' },
    { ...bare, kind: 'submitted', by: 'Helper' },
    { ...bare, kind: 'approved', by: 'Owner', version: 1 },
  ])
})

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

it('each map of an older release is the only one of its scan', async () => {
  const names = readdirSync('server/db/migrations')
    .filter((name) => name.endsWith('.sql') && name < '0038')
    .map((name) => basename(name, '.sql'))
  const open = (onlyMigrations?: readonly string[]) =>
    openDatabase({
      databaseUrl: database.url,
      dataFolder: '/nowhere',
      log: () => undefined,
      ...(onlyMigrations && { onlyMigrations }),
    })
  await (await open(names)).close()
  const { pool } = database
  const owner = randomUUID()
  await pool.query(
    `insert into users (id, username, username_key, email, email_key, password_hash)
     values ($1, 'Owner', 'owner', 'o@example.com', 'o@example.com', 'none')`,
    [owner],
  )
  /** As a release without scans of several maps adds a map. */
  const insert = async () => {
    const id = randomUUID()
    await pool.query(
      `insert into maps (id, owner_id, title, search, folded, original_key, original_extension, original_bytes)
       values ($1, $2, 'Plan', 'plan', '{}', $3, 'jpg', 1)`,
      [id, owner, `maps/${id}/original/scan.jpg`],
    )
    return id
  }
  const before = [await insert(), await insert()]
  const { rows: changes } = await pool.query('select count(*) from map_changes')

  await (await open()).close()
  // Nobody's copy of all maps is made anew for it.
  expect((await pool.query('select count(*) from map_changes')).rows).toEqual(changes)
  const after = await insert()
  const { rows } = await pool.query<{ id: string; scan: string }>('select id, scan_id as scan from maps')
  expect(rows.map(({ id }) => id).sort()).toEqual([...before, after].sort())
  for (const { id, scan } of rows) expect(scan).toBe(id)
})

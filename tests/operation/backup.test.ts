import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMap } from '../../contract/api/assignments.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites, rateMap } from '../../contract/api/interactions.ts'
import { getMap } from '../../contract/api/maps.ts'
import { addMapOnScan } from '../../contract/api/scan-maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { enqueueJob } from '../../server/db/jobs/enqueue-job.ts'
import { newId } from '../../server/db/new-id.ts'
import { callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { startBucket } from '../support/bucket.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { startInstalledPostgres } from '../support/installed-postgres.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { itNeeding, POSTGRES } from '../support/needs.ts'

/** Every row of every table but the derived and the library's own, as text. */
async function allRows(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('places', 'gazetteer_version', 'map_changes', 'schema_migrations')`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  const { rows: jobs } = await pool.query<{ row: string }>(
    `select concat_ws(' ', t.identifier, j.key, j.payload, j.run_at, j.flags) as row
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier <> 'clean-up' order by 1`,
  )
  return { ...found, jobs: jobs.map(({ row }) => row) }
}

/** Path and hash of each file below a folder. */
function allHashes(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

describe('the drill of backup and restore', () => {
  let folder: string
  let database: TestDatabase
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let mapId: string
  let rows: Record<string, string[]>
  let hashes: Record<string, string>
  const backup = () => join(folder, 'backup')
  const dataFolder = () => join(folder, 'data')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-backup-'))
    database = await startDatabase({ isEmpty: true })
    server = await startServer({ env: { DATABASE_URL: database.url }, dataFolder: dataFolder() })
    owner = await newUser(server.url, 'Owner')
    // Titles with every separator that could cut a line short.
    const title = 'Žemė\u2028lapis\u0085 "a\\b" 🗺'
    mapId = await upload(owner, await drawnScan(), { title, isPublic: 'true', dpi: '12345678901234567890' })
    await untilReady(owner, mapId)
    await callApi(owner, transformMap, {
      params: { id: mapId },
      body: { ...exactPoints(), notes: { 1: 'a\tb' } },
    })
    // Of a scan with two maps the files are there once.
    await callApi(owner, addMapOnScan, { params: { id: mapId }, body: {} })
    const fan = await newUser(server.url, 'Fan')
    const { id } = await callApi(fan, createCatalog, { body: { title: 'Geriausi' } })
    await callApi(fan, batchFavorites, { params: { mapId }, body: { addCatalogs: [id], removeCatalogs: [] } })
    await callApi(fan, rateMap, { params: { mapId }, body: { rating: 4 } })
    const open = await upload(owner, await drawnScan(300, 200), { title: 'Open', isPublic: 'true' })
    await untilReady(owner, open)
    await callApi(fan, claimMap, { params: { id: open } })
    const runAt = new Date(Date.now() + 86_400_000)
    const reminder = { assignmentId: newId(), daysLeft: 1 }
    await enqueueJob(database.pool, 'remind-owner', reminder, { runAt, isLarge: true })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes rows and files while the server runs', async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: dataFolder() }
    // What is done beside answers would change them between the reading and the backup.
    const due = 'select 1 from graphile_worker.jobs where run_at <= now()'
    await expect.poll(async () => (await database.pool.query(due)).rowCount).toBe(0)
    rows = await allRows(database.pool)
    hashes = allHashes(join(dataFolder(), 'maps'))
    const { code, stdout, stderr } = await runProgram('backup', [backup()], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`${Object.keys(hashes).length} files`)
    expect(Object.keys(hashes)).toHaveLength(9)
    // A second one would mix with the first.
    expect(await runProgram('backup', [backup()], env)).toMatchObject({ code: 2 })
    expect(await runProgram('restore', [backup()], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use') as string,
    })
  })

  it('restores into a wiped instance with equal rows and hashes, and the server goes on from there', async () => {
    await server.stop()
    await database.stop()
    rmSync(dataFolder(), { recursive: true })
    database = await startDatabase({ isEmpty: true })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataFolder() }
    const { code, stderr } = await runProgram('restore', [backup()], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(await allRows(database.pool)).toEqual(rows)
    expect(allHashes(join(dataFolder(), 'maps'))).toEqual(hashes)

    server = await startServer({ env: { DATABASE_URL: database.url }, dataFolder: dataFolder() })
    const again = { ...owner, url: server.url }
    const map = await callApi(again, getMap, { params: { id: mapId } })
    expect(map).toMatchObject({ isTransformed: true, favoritesCount: 1, dpi: '12345678901234567890' })
    expect((await fetchFile(again, map.files.transformedPath!)).status).toBe(200)
    const id = await upload(again, await drawnScan(200, 150))
    await untilReady(again, id)
    expect(await runProgram('check-data', [], env)).toMatchObject({ code: 0 })
  })

  it('refuses a damaged or unfinished backup and touches nothing then', async () => {
    const damaged = join(folder, 'damaged')
    cpSync(backup(), damaged, { recursive: true })
    const [key] = Object.keys(hashes)
    appendFileSync(join(damaged, 'files/maps', key!), 'x')
    const target = join(folder, 'untouched')
    const refused = await runProgram('restore', [damaged], { DATA_DIR: target })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(key!)])
    expect(readdirSync(target)).not.toContain('maps')
    rmSync(join(damaged, 'backup.json'))
    expect(await runProgram('restore', [damaged], { DATA_DIR: target })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no backup') as string,
    })
  })

  itNeeding(POSTGRES, 'moves the instance to an installed PostgreSQL and a bucket', async () => {
    const [installed, bucket] = [await startInstalledPostgres(), await startBucket()]
    try {
      const env = { DATABASE_URL: installed.url, DATA_DIR: join(folder, 'elsewhere'), ...bucket.env }
      expect(await runProgram('restore', [backup()], env)).toMatchObject({ code: 0 })
      expect(await allRows(installed.pool)).toEqual(rows)
      expect(await runProgram('check-data', [], env)).toMatchObject({ code: 0 })
    } finally {
      await bucket.stop()
      await installed.stop()
    }
  })
})

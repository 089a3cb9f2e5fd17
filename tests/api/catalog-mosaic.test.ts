import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { linkedCatalog } from '../../contract/api/linked-catalog.ts'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase, writtenColumns } from '../support/database.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** More maps than the twelve that the viewer lays over one another, and than a screen has. */
const COPIES = 60

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await startDatabase()
  server = await startServer({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Copies a row with other values of some columns. */
async function copyRow(table: 'maps' | 'map_versions', fromId: string, change: Record<string, string>) {
  const { pool } = database
  const names = await writtenColumns(pool, table)
  await pool.query(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `made.${name}`).join(', ')}
     from ${table} row, jsonb_populate_record(null::${table}, to_jsonb(row) || $2::jsonb) as made where row.id = $1`,
    [fromId, JSON.stringify(change)],
  )
}

/** A copy of a map and of its overlay, which is the same file. */
async function copyPlaced(mapId: string): Promise<string> {
  const { rows } = await database.pool.query<{ version: string }>(
    'select current_version_id as version from maps where id = $1',
    [mapId],
  )
  const [id, versionId] = [randomUUID(), randomUUID()]
  await copyRow('maps', mapId, { id, current_version_id: versionId })
  await copyRow('map_versions', rows[0]!.version, { id: versionId, map_id: id })
  return id
}

it('has every map of a large catalog in one tile, the last of them too, for anyone with the link', async () => {
  const owner = await newUser(server.url)
  const add = async (width: number, height: number) => {
    const id = await upload(owner, await drawnScan(width, height), { title: 'Sheet', isPublic: 'true' })
    await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id }, body: exactPoints(width, height, 20) })
    return id
  }
  const [small, large] = [await add(200, 150), await add(900, 600)]
  const copies: string[] = []
  for (let n = 0; n < COPIES; n += 1) copies.push(await copyPlaced(small))
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Series' } })
  for (const mapId of [...copies, large])
    await database.pool.query('insert into catalog_maps (catalog_id, map_id) values ($1, $2)', [id, mapId])
  const { token } = await callApi(owner, shareCatalog, { params: { id }, body: null })
  const linked = await callApi({ url: server.url }, linkedCatalog, { params: { token: token! } })
  expect(linked).toMatchObject({ id, placedCount: COPIES + 1 })

  const { corners } = await callApi(owner, getMap, { params: { id: large } })
  const side = (2 * WORLD_HALF_METRES) / 2 ** 8
  const [x, y] = [corners!.minX + WORLD_HALF_METRES, WORLD_HALF_METRES - corners!.maxY]
  const path = `8/${Math.floor(x / side)}/${Math.floor(y / side)}.png`
  const shownIn = async (address: string) => {
    const answer = await fetch(`${server.url}/api/${address}`)
    expect(answer.status, address).toBe(200)
    const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.filter((value, at) => at % 4 === 3 && value > 127).length
  }
  const alone = await shownIn(`map/${large}/tiles/${path}`)
  const copy = await shownIn(`map/${small}/tiles/${path}`)
  expect(alone).toBeGreaterThan(4 * copy)
  expect(await shownIn(`catalogs/${linked.id}/tiles/${path}?token=${token}`)).toBeGreaterThanOrEqual(alone)
})

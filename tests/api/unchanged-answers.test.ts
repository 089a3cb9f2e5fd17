import { randomUUID } from 'node:crypto'
import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { findMaps, mapYears, outlineTile } from '../../contract/api/find.ts'
import { deleteMap, updateMap } from '../../contract/api/maps.ts'
import { callApi } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

/** A tile of level 8, its west and north and its side in EPSG:3857 metres. */
const TILE = { z: 8, x: 145, y: 81 }
const SIDE = 40_075_016.685578488 / 2 ** TILE.z
const [WEST, NORTH] = [(TILE.x - 128) * SIDE, (128 - TILE.y) * SIDE]
/** So many on a tile that it is kept as it was drawn. */
const COUNT = 600
/** Side of a plan in metres: large enough that each is shown by itself. */
const LARGE = 20_000

let database: TestDatabase
let servers: TestServer[]
let owner: Awaited<ReturnType<typeof insertUser>>
let maps: SeededMap[]

beforeAll(async () => {
  database = await startDatabase()
  const start = () => startServer({ env: { DATABASE_URL: database.url } })
  servers = [await start(), await start()]
  owner = await insertUser(database, servers[0]!.url)
  maps = Array.from({ length: COUNT }, (_, n): SeededMap => {
    const [west, south] = [WEST + 2_000 + (n % 25) * 6_000, NORTH - 8_000 - Math.floor(n / 25) * 6_000]
    const [east, north] = [west + LARGE, south + LARGE]
    return {
      id: randomUUID(),
      ownerId: owner.id,
      isPublic: true,
      isDeleted: false,
      corners: [west, south, east, north],
      footprint: [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
      title: `Plan ${n}`,
      attributes: {},
      firstYear: 1800,
      lastYear: 1800,
      uploadDate: new Date(Date.UTC(2026, 0, 1) - n * 60_000),
      ratingSum: 0,
      ratingCount: 0,
    }
  })
  await insertMaps(database, maps)
})
afterAll(async () => {
  for (const server of servers ?? []) await server.stop()
  await database?.stop()
})

/** What a server says of the plans: how many, their first title, how many of the year, and those of the tile. */
async function told({ url }: TestServer) {
  const caller = { url, token: owner.token }
  const { total, items } = await callApi(caller, findMaps, { query: { q: 'plan', sort: 'newest' } })
  const { years } = await callApi(caller, mapYears, { query: { q: 'plan' } })
  const response = await fetch(url + API_BASE + callPath(outlineTile, TILE, {}), {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const { layers } = new VectorTile(new Pbf(new Uint8Array(await response.arrayBuffer())))
  const outlines = layers.outlines!
  const titles = Array.from({ length: outlines.length }, (_, at) => outlines.feature(at).properties.title)
  const [first] = items
  return {
    total,
    first: first && 'titles' in first ? first.titles.title : undefined,
    ofYear: years.find(([year]) => year === 1800)?.[1],
    drawn: titles.length,
    isDrawn: (title: string) => titles.includes(title),
  }
}

it('lists, years and outline tiles that were asked for before tell at once what another server has written', async () => {
  for (const _ of [1, 2])
    for (const server of servers)
      expect(await told(server)).toMatchObject({
        total: COUNT,
        first: 'Plan 0',
        ofYear: COUNT,
        drawn: COUNT,
      })
  const [here, there] = servers as [TestServer, TestServer]
  const byOther = { url: there.url, token: owner.token }
  const id = maps[0]!.id
  await callApi(byOther, updateMap, {
    params: { id },
    body: { title: 'Plan of Kaunas', startYear: 1810, endYear: 1810 },
  })
  const renamed = await told(here)
  expect(renamed).toMatchObject({ total: COUNT, first: 'Plan of Kaunas', ofYear: COUNT - 1, drawn: COUNT })
  expect([renamed.isDrawn('Plan of Kaunas'), renamed.isDrawn('Plan 0')]).toEqual([true, false])
  await callApi(byOther, deleteMap, { params: { id } })
  const left = await told(here)
  expect(left).toMatchObject({
    total: COUNT - 1,
    first: 'Plan 1',
    ofYear: COUNT - 1,
    drawn: COUNT - 1,
  })
  expect(left.isDrawn('Plan of Kaunas')).toBe(false)
})

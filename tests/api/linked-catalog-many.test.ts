import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import {
  LINKED_PAGE,
  linkedBoxes,
  linkedCatalog,
  type LinkedMap,
  MOST_LINKED_BOXES,
} from '../../contract/api/linked-catalog.ts'
import { callApi, refusedApi } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { randomMaps, seededRandom } from '../support/random-maps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

const MAPS = 4_000
/** Of a page of maps with long titles. */
const MOST_BYTES = 64_000

describe('a catalog of some thousand maps by its link', () => {
  let database: TestDatabase
  let server: TestServer
  let token: string
  let maps: readonly SeededMap[]
  const anyone = () => ({ url: server.url })
  const isSeen = ({ isPublic, isDeleted }: SeededMap) => isPublic && !isDeleted

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    const owner = await insertUser(database, server.url)
    const random = seededRandom(7)
    maps = randomMaps(random, MAPS, [owner.id])
    await insertMaps(database, maps)
    const { id } = await callApi(owner, createCatalog, { body: { title: 'All of the archive' } })
    await database.pool.query('insert into catalog_maps (catalog_id, map_id) select $1, unnest($2::uuid[])', [
      id,
      maps.map((map) => map.id),
    ])
    token = (await callApi(owner, shareCatalog, { params: { id }, body: null })).token!
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('counts them all, names a page of them at a time in their order, and each once', async () => {
    const first = await callApi(anyone(), linkedCatalog, { params: { token } })
    const seen = maps.filter(isSeen)
    expect(first).toMatchObject({
      mapCount: seen.length,
      placedCount: seen.filter(({ corners }) => corners !== null).length,
      hiddenCount: maps.filter(({ isPublic, isDeleted }) => !isPublic && !isDeleted).length,
    })
    const named: LinkedMap[] = [...first.maps]
    for (let cursor = first.nextCursor; cursor !== null;) {
      const next = await callApi(anyone(), linkedCatalog, { params: { token }, query: { cursor } })
      expect(next.maps.length).toBeLessThanOrEqual(LINKED_PAGE)
      named.push(...next.maps)
      cursor = next.nextCursor
    }
    expect(first.maps).toHaveLength(LINKED_PAGE)
    expect(named.map(({ id, title }) => [id, title])).toEqual(seen.map(({ id, title }) => [id, title]))
  })

  it('answers and draws its page in bytes that do not grow with the catalog', async () => {
    for (const path of [
      `/api/catalogs/linked/${token}`,
      `/api/catalogs/linked/${token}/boxes`,
      `/c/${token}`,
    ]) {
      const answer = await fetch(server.url + path)
      expect(answer.status, path).toBe(200)
      expect((await answer.arrayBuffer()).byteLength, path).toBeLessThan(MOST_BYTES)
    }
  })

  it('tells where the first of the placed ones lie', async () => {
    const { boxes } = await callApi(anyone(), linkedBoxes, { params: { token } })
    const placed = maps.filter(isSeen).flatMap(({ corners }) => (corners ? [corners] : []))
    expect(boxes).toHaveLength(MOST_LINKED_BOXES)
    expect(boxes.every(({ minX }, at) => Math.abs(minX - placed[at]![0]) <= 1)).toBe(true)
    expect(
      boxes.every(({ outline }) => outline === null),
      'so many are boxes alone',
    ).toBe(true)
    const refused = await refusedApi(anyone(), linkedBoxes, { params: { token: 'none' } })
    expect(refused.status).toBe(404)
  })

  it('refuses a cursor that is none', async () => {
    const query = { cursor: '1 or true' }
    expect((await refusedApi(anyone(), linkedCatalog, { params: { token }, query })).status).toBe(400)
  })
})

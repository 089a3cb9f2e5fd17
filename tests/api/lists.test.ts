import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteMap,
  type MapListQuery,
  mapOutlines,
  personalMaps,
  publicMaps,
  removeTrashedMap,
  restoreMap,
  trashedMaps,
  updateMap,
} from '../../contract/api/maps.ts'
import { catalogMaps } from '../../contract/api/catalog-maps.ts'
import { CATALOG_LISTED, catalogs, createCatalog } from '../../contract/api/catalogs.ts'
import type { MapList } from '../../contract/api/map-record.ts'
import { LIST_MAX, MAX_CATALOGS } from '../../contract/constants.ts'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase, writtenColumns } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Person = Awaited<ReturnType<typeof insertUser>>

describe('lists of maps', () => {
  let database: TestDatabase
  let server: TestServer
  let template: string
  let owner: Person

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    const maker = await newUser(server.url)
    template = await addConverted(maker, await drawnScan(100, 80))
    owner = await insertUser(database, server.url)
    for (const body of [
      { title: 'Žemėlapis', creator: 'Čekanauskas', year: 1798, scale: '1:84000' },
      { title: 'Atlas of 100% paper', startYear: 1650, endYear: 1700, description: 'Šiaurė' },
      { title: 'Undated', modernTitle: 'Zebra', alternativeTitle: 'Terra incognita' },
      { title: 'Čia', year: 1900 },
      { title: 'Dar vienas', year: 1923 },
    ]) {
      const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true })
      await callApi(owner, updateMap, { params: { id }, body })
    }
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const titles = async (query: { [Name in keyof MapListQuery]?: string | number }) => {
    const { maps } = await callApi(owner, personalMaps, { query: query as never })
    return maps.map((map) => map.titles.title)
  }

  it('find a text whatever its case and accents, in one attribute or in all, and take % for itself', async () => {
    expect(await titles({ title: 'zemelapis' })).toEqual(['Žemėlapis'])
    expect(await titles({ creator: 'CEKAN' })).toEqual(['Žemėlapis'])
    expect(await titles({ title: 'cekan' })).toEqual([])
    expect(await titles({ modernTitle: 'zebra' })).toEqual(['Undated'])
    expect(await titles({ alternativeTitle: 'terra' })).toEqual(['Undated'])
    expect(await titles({ description: 'siaure' })).toEqual(['Atlas of 100% paper'])
    expect(await titles({ search: 'siaure' })).toEqual(['Atlas of 100% paper'])
    expect(await titles({ search: '0%' })).toEqual(['Atlas of 100% paper'])
    expect(await titles({ search: '%' })).toEqual(['Atlas of 100% paper'])
    expect(await titles({ scale: '84000' })).toEqual(['Žemėlapis'])
    expect(await titles({ year: '1798' })).toEqual(['Žemėlapis'])
    expect(await titles({ search: "'; drop table maps; --" })).toEqual([])
  })

  it('filter by time with periods, and leave out what has no date only then', async () => {
    expect((await titles({ yearFrom: 1690, yearTo: 1800, sort: 'year' })).join()).toBe(
      'Atlas of 100% paper,Žemėlapis',
    )
    expect(await titles({ yearTo: 1649 })).toEqual([])
    expect(await titles({})).toContain('Undated')
  })

  it('sort titles as Lithuanian does, and page without losing or doubling any', async () => {
    const sorted = ['Atlas of 100% paper', 'Čia', 'Dar vienas', 'Undated', 'Žemėlapis']
    expect(await titles({ sort: 'title' })).toEqual(sorted)
    for (const sort of ['title', 'newest', 'oldest', 'year', 'rating'] as const) {
      const whole = await titles({ sort })
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = { sort, limit: 2, ...(cursor && { cursor }) }
        const page: MapList = await callApi(owner, personalMaps, { query })
        paged.push(...page.maps.map((map) => map.titles.title))
        cursor = page.nextCursor
      }
      expect(paged, sort).toEqual(whole)
    }
    const forged = await callApi(owner, personalMaps, { query: { limit: 2, cursor: 'e30' } })
    expect(forged.maps).toEqual([])
  })

  it('match what a box meets, and refuse a box that is none', async () => {
    await copyMap(database, template, { ownerId: owner.id, isPublic: true, isTransformed: true })
    const find = (minX: number, maxX: number) =>
      callApi(owner, publicMaps, {
        query: { boxFilter: JSON.stringify({ minX, minY: 0, maxX, maxY: 5 }) as never },
      })
    expect((await find(9, 100)).maps).toHaveLength(1)
    expect((await find(11, 100)).maps).toHaveLength(0)
    const refused = await refusedApi(owner, publicMaps, { query: { boxFilter: '[1,2,3,4]' } })
    expect(refused).toMatchObject({ status: 400, body: { errors: { boxFilter: expect.any(String) } } })
  })

  it('answer 304 while nothing has changed', async () => {
    const get = (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/api/maps/PersonalMaps`, {
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
      })
    const first = await get()
    const again = await get({ 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('take a deleted map into the trash, where only its owner finds it and takes it back', async () => {
    const [user, other] = [await insertUser(database, server.url), await insertUser(database, server.url)]
    const id = await copyMap(database, template, { ownerId: user.id, isPublic: true })
    await callApi(user, deleteMap, { params: { id } })
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])
    const [trashed, ...others] = (await callApi(user, trashedMaps, {})).maps
    expect([trashed?.id, others]).toEqual([id, []])
    expect(Math.abs(Date.parse(trashed?.deletedAt ?? '') - Date.now())).toBeLessThan(600_000)
    expect((await refusedApi(other, restoreMap, { params: { id } })).status).toBe(404)
    await callApi(user, restoreMap, { params: { id } })
    const [restored, ...rest] = (await callApi(user, personalMaps, {})).maps
    expect([restored?.id, restored?.deletedAt, rest]).toEqual([id, undefined, []])
  })

  it('lose a map in the trash for good where its owner says so, and nobody else’s', async () => {
    const [user, other] = [await insertUser(database, server.url), await insertUser(database, server.url)]
    const id = await copyMap(database, template, { ownerId: user.id, isPublic: true })
    const on = { params: { id } }
    expect((await refusedApi(user, removeTrashedMap, on)).status, 'not in the trash').toBe(404)
    await callApi(user, deleteMap, on)
    expect((await refusedApi(other, removeTrashedMap, on)).status).toBe(404)
    await callApi(user, removeTrashedMap, on)
    expect((await callApi(user, trashedMaps, {})).maps).toEqual([])
    for (const call of [restoreMap, removeTrashedMap])
      expect((await refusedApi(user, call, on)).status).toBe(404)
  })

  it('of 10,000 public maps come in pages of a thousand in 600 kB together, and as outlines', async () => {
    await fill(database, template, owner.id, 10_000)
    const ids = new Set<string>()
    let compressedBytes = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const path = callPath(publicMaps, undefined, { cursor })
      const { compressed, body } = await getBrotli(owner, path)
      const { maps, nextCursor } = JSON.parse(body) as MapList
      expect(maps.length).toBeLessThanOrEqual(LIST_MAX)
      for (const { id } of maps) ids.add(id)
      compressedBytes += compressed
      cursor = nextCursor
    }
    expect(ids.size).toBeGreaterThanOrEqual(10_000)
    expect(compressedBytes).toBeLessThanOrEqual(600_000)

    const outlines = await fetch(server.url + API_BASE + callPath(mapOutlines), {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const bytes = Buffer.from(await outlines.arrayBuffer())
    const count = bytes.readUInt32LE(0)
    expect(count).toBe(LIST_MAX)
    const outlined = JSON.parse(bytes.subarray(8 + count * 32).toString()) as string[]
    expect(outlined).toHaveLength(count)
    expect(bytes.readDoubleLE(8)).toBeLessThan(bytes.readDoubleLE(8 + 16))
    const next = { cursor: outlines.headers.get('next-cursor') }
    const more = await fetch(server.url + API_BASE + callPath(mapOutlines, undefined, next), {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(Buffer.from(await more.arrayBuffer()).readUInt32LE(0)).toBe(LIST_MAX)
  })

  it('of catalogs name the first maps of each and count the others, which come in pages in their order', async () => {
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Large' } })
    await database.pool.query(
      'insert into catalog_maps (catalog_id, map_id) select $1, id from maps where owner_id = $2 limit 1500',
      [id, owner.id],
    )
    const { catalogs: listed } = await callApi(owner, catalogs, {})
    const large = listed.find((catalog) => catalog.id === id)!
    expect([large.mapCount, large.maps.length]).toEqual([1_500, CATALOG_LISTED])
    const first = await callApi(owner, catalogMaps, { params: { id } })
    expect(first.maps).toHaveLength(LIST_MAX)
    const rest = await callApi(owner, catalogMaps, { params: { id }, query: { cursor: first.nextCursor! } })
    expect([rest.maps.length, rest.nextCursor]).toEqual([500, null])
    const order = await database.pool.query<{ id: string }>(
      'select map_id as id from catalog_maps where catalog_id = $1 order by place',
      [id],
    )
    expect([...first.maps, ...rest.maps].map((map) => map.id)).toEqual(order.rows.map((row) => row.id))
    const manifest = await fetch(`${server.url}/api/catalogs/${id}/manifest.json`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(((await manifest.json()) as { items: unknown[] }).items).toHaveLength(1_000)
  })

  it('of catalogs end at a thousand of a user', async () => {
    const user = await insertUser(database, server.url)
    await database.pool.query(
      `insert into catalogs (id, owner_id, title, title_key)
       select gen_random_uuid(), $1, n::text, n::text from generate_series(1, $2::int) n`,
      [user.id, MAX_CATALOGS],
    )
    const refused = await refusedApi(user, createCatalog, { body: { title: 'One more' } })
    expect([refused.status, refused.body.messageKey]).toEqual([409, 'errors.catalogs.tooMany'])
    expect((await callApi(user, catalogs, {})).catalogs).toHaveLength(MAX_CATALOGS)
  })
})

/** Public maps with an overlay each, spread over Europe. */
async function fill({ pool }: TestDatabase, template: string, ownerId: string, count: number): Promise<void> {
  const columns = await writtenColumns(pool)
  await pool.query(
    `with numbers as (select n, gen_random_uuid() as version,
         -- Ids as the product makes them: the time first.
         (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 60000), 12, '0') || '7' ||
           substr(md5(random()::text), 1, 3) || '80000000' || substr(md5(random()::text), 1, 8))::uuid as id,
         round((random() * 4e6)::numeric, 2) as x, round((5e6 + random() * 4e6)::numeric, 2) as y,
         round((random() * 9e4)::numeric, 2) as w from generate_series(1, $3::int) as n),
       made as (insert into maps (${columns.join(', ')})
         select ${columns.map((name) => `made.${name}`).join(', ')} from maps m, numbers, jsonb_populate_record(null::maps,
         to_jsonb(m) || jsonb_build_object('id', numbers.id, 'owner_id', $2::text, 'is_public', true,
           'title', 'Map ' || n, 'year', 1500 + n % 400, 'current_version_id', version,
           'corners', format('((%s,%s),(%s,%s))', x + w, y + w, x, y))) as made
         where m.id = $1 returning 1)
     insert into map_versions (id, map_id, n, transformation, request_hash, file_key, bytes, width, height, corners,
       footprint, warnings)
     select version, id, 1, '{}', 'none', 'none', 1, 1, 1, box(point(x + w, y + w), point(x, y)), '[]', '[]' from numbers`,
    [template, ownerId, count],
  )
  await pool.query('analyze')
}

/** A reply as a browser takes it: `fetch` of Node does not tell the size of what was sent. */
function getBrotli(caller: Caller, path: string): Promise<{ compressed: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${caller.token}`, 'accept-encoding': 'br' }
    request(`${caller.url}${API_BASE}${path}`, { headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ compressed: bytes.length, body: brotliDecompressSync(bytes).toString() }),
        reject,
      )
    })
      .once('error', reject)
      .end()
  })
}

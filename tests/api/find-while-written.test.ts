import { randomUUID } from 'node:crypto'
import { VectorTile } from '@mapbox/vector-tile'
import { drizzle } from 'drizzle-orm/node-postgres'
import Pbf from 'pbf'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { findMaps, mapYears, outlineTile } from '../../contract/api/find.ts'
import { removeOldChanges } from '../../server/db/queries/map-columns.ts'
import { foldText } from '../../server/fold-text.ts'
import { callApi } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { seededRandom } from '../support/random-maps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

type Person = Awaited<ReturnType<typeof insertUser>>
type Query = Readonly<Record<string, string | number | boolean>>

/** A tile of level 8, its west and north and its side in EPSG:3857 metres. */
const TILE = { z: 8, x: 145, y: 81 }
const SIDE = 40_075_016.685578488 / 2 ** TILE.z
const [WEST, NORTH] = [(TILE.x - 128) * SIDE, (128 - TILE.y) * SIDE]
const WORDS = ['plan', 'Žemėlapis', 'atlas', 'siege']

let database: TestDatabase
let servers: TestServer[]
let people: [Person, Person]
let catalogId: string
let members: ReadonlySet<string>
/** What is in the database, as the test has written it. */
let maps: Map<string, SeededMap>

const random = seededRandom(38)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

/** Somewhere in the tile, and larger than a pixel of it. */
function placed(): Pick<SeededMap, 'corners' | 'footprint'> {
  const size = SIDE * (0.02 + random() * 0.2)
  const [west, south] = [WEST + random() * (SIDE - size), NORTH - SIDE + random() * (SIDE - size)]
  const [east, north] = [west + size, south + size]
  return {
    corners: [west, south, east, north],
    footprint: [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  }
}

function years(): Pick<SeededMap, 'firstYear' | 'lastYear'> {
  if (random() < 0.2) return { firstYear: null, lastYear: null }
  const firstYear = 1500 + Math.floor(random() * 500)
  return { firstYear, lastYear: firstYear + Math.floor(random() * 60) }
}

const newMap = (): SeededMap => ({
  id: randomUUID(),
  ownerId: pick(people).id,
  isPublic: random() < 0.7,
  isDeleted: random() < 0.1,
  ...(random() < 0.8 ? placed() : { corners: null, footprint: null }),
  title: `${pick(WORDS)} ${Math.floor(random() * 10)}`,
  attributes: {},
  ...years(),
  uploadDate: new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 50) * 1_000),
  ratingSum: 0,
  ratingCount: 0,
  hasLicence: random() < 0.4,
})

beforeAll(async () => {
  database = await startDatabase()
  const start = () => startServer({ env: { DATABASE_URL: database.url } })
  servers = await Promise.all([start(), start()])
  people = [await insertUser(database, servers[0]!.url), await insertUser(database, servers[0]!.url)]
  maps = new Map(Array.from({ length: 90 }, newMap).map((map) => [map.id, map]))
  await insertMaps(database, [...maps.values()])
  ;({ id: catalogId } = await callApi(people[0], createCatalog, { body: { title: 'Some' } }))
  members = new Set([...maps.keys()].filter(() => random() < 0.4))
  await database.pool.query('insert into catalog_maps (catalog_id, map_id) select $1, unnest($2::uuid[])', [
    catalogId,
    [...members],
  ])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.stop()
})

/** What a query finds by the contract, worked out from what the test has written. */
function expected({ list = 'public', ...query }: Query): SeededMap[] {
  const viewer = people[0].id
  return [...maps.values()].filter((map) => {
    const isMine = map.ownerId === viewer
    const isSeen = map.isPublic || isMine
    const isOfList = {
      public: map.isPublic && map.corners !== null,
      personal: isMine,
      all: isSeen,
      catalog: isSeen && members.has(map.id),
      favorite: isSeen && members.has(map.id),
    }[String(list)]
    const [w, s, e, n] = query.box === undefined ? [] : String(query.box).split(',').map(Number)
    const meets =
      map.corners !== null &&
      map.corners[0] <= e! &&
      map.corners[2] >= w! &&
      map.corners[1] <= n! &&
      map.corners[3] >= s!
    return (
      isOfList &&
      !map.isDeleted &&
      (query.box === undefined || meets) &&
      (query.from === undefined || (map.lastYear !== null && map.lastYear >= Number(query.from))) &&
      (query.to === undefined || (map.firstYear !== null && map.firstYear <= Number(query.to))) &&
      (query.isTransformed === undefined || query.isTransformed === (map.corners !== null)) &&
      (query.hasLicence === undefined || query.hasLicence === map.hasLicence) &&
      (query.isPublic === undefined || query.isPublic === map.isPublic) &&
      [query.q, query.title].every(
        (text) => text === undefined || foldText(map.title).includes(foldText(String(text))),
      )
    )
  })
}

function randomQuery(): Query {
  const list = pick(['public', 'personal', 'all', 'catalog', 'favorite'])
  const [west, south] = [WEST + random() * SIDE, NORTH - random() * SIDE]
  const from = 1500 + Math.floor(random() * 500)
  const filters: Query[] = [
    { from },
    { to: from },
    { from, to: from + 80 },
    { box: [west, south, west + SIDE / 4, south + SIDE / 4].join(',') },
    { isTransformed: random() < 0.5 },
    { hasLicence: random() < 0.5 },
    { isPublic: random() < 0.5 },
    { title: pick(WORDS) },
    { q: pick(WORDS) },
  ]
  const some = filters.filter(() => random() < 0.15)
  return Object.assign({ list }, list === 'catalog' ? { catalogId } : {}, ...some) as Query
}

const SORTS = ['newest', 'oldest', 'year', 'rating', 'points', 'error', 'title', 'relevance']

/** All maps that a query finds, page after page, and how many it says that there are. */
async function allPages(caller: { url: string; token: string }, query: Query) {
  const first = await callApi(caller, findMaps, { query: query as never })
  const items = [...first.items]
  for (let cursor = first.next; cursor !== null;) {
    const page = await callApi(caller, findMaps, { query: { ...query, cursor } as never })
    items.push(...page.items)
    cursor = page.next
  }
  return { items, total: first.total }
}

/** Compares what a server answers with what is there now. */
async function compare({ url }: TestServer, query: Query): Promise<void> {
  const caller = { url, token: people[0].token }
  const { from: _from, to: _to, ...untimed } = query
  const [found, inTime, tile] = await Promise.all([
    allPages(caller, { ...query, sort: pick(SORTS), limit: 25 }),
    callApi(caller, mapYears, { query: untimed as never }),
    fetch(url + API_BASE + callPath(outlineTile, TILE, query), {
      headers: { authorization: `Bearer ${caller.token}` },
    }).then((response) => response.arrayBuffer()),
  ])
  const [wanted, ofAllYears] = [expected(query), expected(untimed)]
  const what = JSON.stringify(query)
  const shown = found.items.filter((item) => !('hidden' in item)).map(({ id }) => id)
  expect([...shown].sort(), what).toEqual(wanted.map(({ id }) => id).sort())
  expect(found.total, what).toBe(found.items.length)
  expect([inTime.total, inTime.undated], what).toEqual([
    ofAllYears.length,
    ofAllYears.filter(({ firstYear }) => firstYear === null).length,
  ])
  const { layers } = new VectorTile(new Pbf(new Uint8Array(tile)))
  const drawn = Array.from({ length: layers.outlines?.length ?? 0 }, (_, at) => {
    const { id, title } = layers.outlines!.feature(at).properties
    return `${String(id)} ${String(title)}`
  })
  const outlined = wanted.filter(({ corners }) => corners !== null)
  expect(drawn.sort(), what).toEqual(outlined.map(({ id, title }) => `${id} ${title}`).sort())
}

const compareAll = async () => {
  for (const server of servers) await compare(server, randomQuery())
}

type Client = Pick<pg.PoolClient, 'query'>

/** Writes a random change; returns what the test then knows of the maps. */
async function writeChange(client: Client): Promise<() => void> {
  const map = pick([...maps.values()])
  const { id } = map
  const become = (change: Partial<SeededMap>) => () => void maps.set(id, { ...map, ...change })
  switch (pick(['years', 'public', 'trash', 'title', 'move', 'delete', 'insert', 'rate'])) {
    case 'years': {
      const { firstYear, lastYear } = years()
      await client.query('update maps set first_year = $2, last_year = $3 where id = $1', [
        id,
        firstYear,
        lastYear,
      ])
      return become({ firstYear, lastYear })
    }
    case 'public':
      await client.query('update maps set is_public = not is_public where id = $1', [id])
      return become({ isPublic: !map.isPublic })
    case 'trash':
      await client.query(
        'update maps set deleted_at = case when deleted_at is null then now() end where id = $1',
        [id],
      )
      return become({ isDeleted: !map.isDeleted })
    case 'title': {
      const title = `${pick(WORDS)} ${Math.floor(random() * 10)}`
      await client.query(
        `update maps set title = $2, search = $3, folded = jsonb_build_object('title', $3::text) where id = $1`,
        [id, title, foldText(title)],
      )
      return become({ title })
    }
    case 'move': {
      if (map.corners === null) return () => undefined
      const { corners, footprint } = placed()
      const [w, s, e, n] = corners!
      await client.query(
        `with version as (update map_versions set footprint = $3 where map_id = $1)
         update maps set corners = $2::box, outline_revision = outline_revision + 1 where id = $1`,
        [id, `((${e},${n}),(${w},${s}))`, JSON.stringify([footprint])],
      )
      return become({ corners, footprint })
    }
    case 'delete':
      await client.query('delete from maps where id = $1', [id])
      return () => void maps.delete(id)
    case 'insert': {
      const one = newMap()
      await insertMaps({ pool: client as pg.Pool }, [one])
      return () => void maps.set(one.id, one)
    }
    default:
      await client.query(
        'update maps set rating_sum = rating_sum + 4, rating_count = rating_count + 1 where id = $1',
        [id],
      )
      return () => undefined
  }
}

describe('what is found by two processes', () => {
  it('is what was there when it was asked for, after every change', async () => {
    for (let step = 0; step < 30; step += 1) {
      const know = await writeChange(database.pool)
      know()
      await compareAll()
    }
  })

  it('has what a transaction wrote once it has ended, be it after one that began later, and nothing of one that was rolled back', async () => {
    for (let step = 0; step < 8; step += 1) {
      const [early, late] = await Promise.all([database.pool.connect(), database.pool.connect()])
      try {
        await early.query('begin')
        const knowEarly = await writeChange(early)
        await compareAll()
        // On maps of its own: it must not wait for the other.
        const one = newMap()
        await late.query('begin')
        await late.query('savepoint before')
        await insertMaps({ pool: late as unknown as pg.Pool }, [newMap()])
        await late.query('rollback to savepoint before')
        await insertMaps({ pool: late as unknown as pg.Pool }, [one])
        await compareAll()
        await late.query('commit')
        maps.set(one.id, one)
        await compareAll()
        const isCommitted = step % 2 === 0
        await early.query(isCommitted ? 'commit' : 'rollback')
        if (isCommitted) knowEarly()
        await compareAll()
      } finally {
        early.release(true)
        late.release(true)
      }
    }
  })

  it('stays right when it is not known any more what has changed', async () => {
    const know = await writeChange(database.pool)
    know()
    await removeOldChanges(drizzle(database.pool), 0)
    const { rows } = await database.pool.query('select map_id from map_changes')
    expect(rows.filter((row) => row.map_id === null)).toHaveLength(1)
    await compareAll()
    const knowNext = await writeChange(database.pool)
    knowNext()
    await compareAll()
  })

  it('is right while others write all the time', async () => {
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1)
        // One row at a time: two that each write several could wait for one another.
        await database.pool.query(
          'update maps set rating_sum = $1, rating_count = 1 where id = (select id from maps order by id limit 1)',
          [n % 5],
        )
    })()
    try {
      for (let step = 0; step < 10; step += 1) {
        const know = await writeChange(database.pool)
        know()
        await compareAll()
      }
    } finally {
      isWriting = false
      await writing
    }
  })
})

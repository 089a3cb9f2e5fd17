import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { findMaps, type FindList, FIND_SORTS, type FindSort, mapYears } from '../../contract/api/find.ts'
import { deleteMap, switchPublic } from '../../contract/api/maps.ts'
import { geocode } from '../../contract/api/places.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { foldText } from '../../server/fold-text.ts'
import type { FoundMaps } from '../../contract/api/find.ts'
import { callApi, refusedApi } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { randomMaps, seededRandom, turnedSheet } from '../support/random-maps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

type Person = Awaited<ReturnType<typeof insertUser>>
type Query = Readonly<Record<string, string | number | boolean | undefined>>
type Box = readonly [number, number, number, number]

const WORLD = 40_075_016.685578488
/** As the gazetteer has it, in EPSG:3857 metres. */
const VILNIUS = mapPointOf(25.2798, 54.68916)

/** Whether a ring has a point inside. */
function isInside(ring: readonly (readonly [number, number])[], [x, y]: readonly [number, number]): boolean {
  let inside = false
  for (const [at, [endX, endY]] of ring.entries()) {
    const [startX, startY] = ring.at(at - 1)!
    if (startY > y !== endY > y && x < ((endX - startX) * (y - startY)) / (endY - startY) + startX)
      inside = !inside
  }
  return inside
}

describe('maps found for the viewer', () => {
  let database: TestDatabase
  let server: TestServer
  let [viewer, other, stranger] = [] as Person[] as [Person, Person, Person]
  let maps: SeededMap[]
  /** Catalog → its maps: the viewer's own, and one shared with the viewer. */
  const catalogs = new Map<string, readonly string[]>()
  let own: string
  let shared: string

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    viewer = await insertUser(database, server.url)
    other = await insertUser(database, server.url)
    stranger = await insertUser(database, server.url)
    // The first search of an instance does not wait for the gazetteer.
    await callApi(viewer, geocode, { query: { q: 'Vilnius' } })
    const random = seededRandom(14)
    maps = randomMaps(random, 400, [viewer.id, other.id, other.id])
    // One that sticks out over the date line.
    maps.push({
      ...maps[0]!,
      ...turnedSheet(random, WORLD / 2 - 1000, 1e6, 9e5),
      ...seen,
      id: crypto.randomUUID(),
    })
    await insertMaps(database, maps)
    const fill = async (owner: Person, title: string) => {
      const { id } = await callApi(owner, createCatalog, { body: { title } })
      // Not as they were uploaded: a catalog has an order of its own.
      const members = maps.filter(() => random() < 0.25).map((map) => map.id)
      members.sort()
      await database.pool.query(
        'insert into catalog_maps (catalog_id, map_id) select $1, unnest($2::uuid[])',
        [id, members],
      )
      catalogs.set(id, members)
      return id
    }
    own = await fill(viewer, 'Own')
    shared = await fill(other, 'Shared')
    await database.pool.query('insert into catalog_shares (catalog_id, user_id) values ($1, $2)', [
      shared,
      viewer.id,
    ])
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })
  const seen = { isPublic: true, isDeleted: false }

  const isMember = (map: SeededMap, list: FindList, catalogId?: string) => {
    if (map.isDeleted) return false
    const isMine = map.ownerId === viewer.id
    if (list === 'personal') return isMine
    if (list === 'all') return map.isPublic || isMine
    if (list === 'public') return map.isPublic && map.corners !== null
    const members = catalogs.get(list === 'favorite' ? own : catalogId!)!
    return members.includes(map.id) && (map.isPublic || isMine)
  }
  const meets = (map: SeededMap, [w, s, e, n]: Box) =>
    map.corners !== null &&
    [-WORLD, 0, WORLD].some(
      (shift) =>
        map.corners![0] <= e + shift &&
        map.corners![2] >= w + shift &&
        map.corners![1] <= n &&
        map.corners![3] >= s,
    )
  const boxOf = (value: Query[string]) =>
    value === undefined ? undefined : (String(value).split(',').map(Number) as unknown as Box)
  const texts = (map: SeededMap): Record<string, string> => ({ ...map.attributes, title: map.title })

  const owner = (map: SeededMap) =>
    [viewer, other, stranger].find(({ id }) => id === map.ownerId)?.username ?? ''
  /** Whether a map has a word of a search. */
  const hasWord = (map: SeededMap, word: string) => {
    const held = [...Object.values(texts(map)), ...(word.length >= 3 ? [owner(map)] : [])]
    if (held.some((text) => foldText(text).includes(foldText(word)))) return true
    const [, first, last = first] = /^(\d{3,4})(?:-(\d{3,4}))?$/.exec(word) ?? []
    if (first !== undefined && map.firstYear !== null && map.lastYear! >= +first && map.firstYear <= +last!)
      return true
    return word === 'Vilnius' && map.footprint !== null && isInside(map.footprint, VILNIUS)
  }

  /** What the contract says of a query, worked out here. */
  const matches = (map: SeededMap, { list = 'public', catalogId, ...query }: Query) => {
    if (!isMember(map, list as FindList, String(catalogId))) return false
    const box = boxOf(query.box)
    if (box && !meets(map, box)) return false
    if (query.from !== undefined && !(map.lastYear !== null && map.lastYear >= Number(query.from)))
      return false
    if (query.to !== undefined && !(map.firstYear !== null && map.firstYear <= Number(query.to))) return false
    if (query.isTransformed !== undefined && query.isTransformed !== (map.corners !== null)) return false
    if (query.hasLicence !== undefined && query.hasLicence !== (map.hasLicence ?? false)) return false
    if (query.isPublic !== undefined && query.isPublic !== map.isPublic) return false
    const holds = (text: string, sought: Query[string]) => foldText(text).includes(foldText(String(sought)))
    const words = query.q === undefined ? [] : String(query.q).split(' ')
    if (!words.every((word) => hasWord(map, word))) return false
    const attributes = ['title', 'modernTitle', 'alternativeTitle', 'description', 'creator', 'scale', 'year']
    return attributes.every((name) => query[name] === undefined || holds(texts(map)[name]!, query[name]))
  }

  const fit = ({ corners }: SeededMap, [w, s, e, n]: Box) => {
    if (!corners) return 0
    const wide = Math.max(0, Math.min(corners[2], e) - Math.max(corners[0], w))
    const high = Math.max(0, Math.min(corners[3], n) - Math.max(corners[1], s))
    const both = (corners[2] - corners[0]) * (corners[3] - corners[1]) + (e - w) * (n - s)
    return (wide * high) / (both - wide * high)
  }
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const newest = (a: SeededMap, b: SeededMap) => +b.uploadDate - +a.uploadDate || byText(b.id, a.id)
  const collator = new Intl.Collator('lt')

  const order = (sort: FindSort, query: Query) => {
    const view = boxOf(query.view)
    const sought = query.q === undefined ? undefined : foldText(String(query.q))
    const words = String(query.q ?? '')
      .split(' ')
      .map(foldText)
    const place = (map: SeededMap) => {
      const titles = ['title', 'modernTitle', 'alternativeTitle'].map((name) => foldText(texts(map)[name]!))
      const people = ['creator', 'publisher'].map((name) => foldText(texts(map)[name]!))
      const all = (held: readonly string[], isOwnerTold: boolean) =>
        words.every(
          (word) =>
            held.some((text) => text.includes(word)) ||
            (isOwnerTold && word.length >= 3 && foldText(owner(map)).includes(word)),
        )
      if (titles[0]!.startsWith(sought!)) return 4
      if (titles.some((title) => title.includes(sought!))) return 3
      return all(titles, false) ? 2 : all([...titles, ...people], true) ? 1 : 0
    }
    const places = catalogs.get(String(query.catalogId)) ?? []
    const compare: Record<FindSort, (a: SeededMap, b: SeededMap) => number> = {
      catalog: (a, b) => places.indexOf(a.id) - places.indexOf(b.id),
      relevance: (a, b) => {
        if (view) {
          const inside = Number(meets(b, view)) - Number(meets(a, view))
          return inside || (meets(a, view) ? fit(b, view) - fit(a, view) : 0) || newest(a, b)
        }
        return (sought === undefined ? 0 : place(b) - place(a)) || newest(a, b)
      },
      newest,
      oldest: (a, b) => newest(b, a),
      title: (a, b) => collator.compare(a.title, b.title) || byText(a.title, b.title) || byText(a.id, b.id),
      year: (a, b) => (a.firstYear ?? 32_767) - (b.firstYear ?? 32_767) || byText(a.id, b.id),
      rating: (a, b) =>
        b.ratingSum / Math.max(b.ratingCount, 1) - a.ratingSum / Math.max(a.ratingCount, 1) ||
        byText(b.id, a.id),
      points: (a, b) => (a.pointCount ?? 32_767) - (b.pointCount ?? 32_767) || byText(a.id, b.id),
      error: (a, b) => (b.errorMetres ?? -1) - (a.errorMetres ?? -1) || byText(b.id, a.id),
    }
    return compare[sort]
  }

  /** All pages of a query. */
  const findAll = async (query: Query, limit: number, caller = viewer) => {
    const [ids, hidden]: [string[], string[]] = [[], []]
    let next: string | null = null
    let first: { total: number; inView?: number | undefined } | undefined
    do {
      const page: FoundMaps = await callApi(caller, findMaps, {
        query: { ...query, limit, ...(next !== null && { cursor: next }) } as never,
      })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      first ??= page
      expect(page.total).toBe(first.total)
      for (const item of page.items) (('hidden' in item ? hidden : ids) as string[]).push(item.id)
      next = page.next
    } while (next !== null)
    return { ids, hidden, total: first?.total, inView: first?.inView }
  }

  const FILTERS: Record<string, Query> = {
    nothing: {},
    time: { from: 1700, to: 1850 },
    'from a year on': { from: 1950 },
    'up to a year': { to: 1600 },
    'a box': { box: '0,6000000,800000,6900000' },
    'a box over the date line': { box: '19900000,0,20200000,3000000' },
    'any attribute': { q: 'ZEMELAPIS' },
    'one attribute': { creator: 'cekija' },
    'a scale and a year': { scale: '84000', year: '17' },
    'text as it is written': { q: '0%' },
    'words apart': { q: 'Terra plan' },
    'a place and a text': { q: 'Vilnius' },
    'a year': { q: '1750' },
    'years and a word': { q: 'lapas 1700-1850' },
    'an owner': { q: 'user terra' },
    'the placed': { isTransformed: true, from: 1500 },
    'the unplaced with a licence': { isTransformed: false, hasLicence: true },
    'private ones without a licence': { isPublic: false, hasLicence: false },
    'all at once': { q: 'lapas', box: '-500000,5500000,2500000,8500000', from: 1500, title: 'a' },
  }
  const lists = (): Record<string, Query> => ({
    public: {},
    personal: { list: 'personal' },
    'all that I may see': { list: 'all' },
    favourites: { list: 'favorite' },
    'a catalog of mine': { list: 'catalog', catalogId: own },
    'a catalog shared with me': { list: 'catalog', catalogId: shared },
  })
  const VIEW = '-200000,5800000,1600000,7400000'

  it.each(Object.keys(FILTERS))('are those of each list, in each order, page by page: %s', async (name) => {
    const filterAt = Object.keys(FILTERS).indexOf(name)
    for (const [listAt, [list, which]] of Object.entries(lists()).entries())
      for (const [sortAt, sort] of FIND_SORTS.entries()) {
        if (sort === 'catalog' && which['list'] !== 'catalog') continue
        // The short form has a third of them: each order and each filter of each list.
        if (!process.env.LONG && (filterAt + listAt + sortAt) % 3 > 0) continue
        const query = { ...which, ...FILTERS[name], sort }
        const expected = maps.filter((map) => matches(map, query)).sort(order(sort, query))
        const found = await findAll(query, 67)
        expect(found.ids, `${list}, ${sort}`).toEqual(expected.map((map) => map.id))
        expect(found.total, `${list}, ${sort}`).toBe(expected.length + found.hidden.length)
        expect(found.inView).toBeUndefined()
      }
  })

  it('come by how well they fill the view, those in it first and counted', async () => {
    for (const [list, which] of Object.entries(lists()))
      for (const filter of [
        {},
        { from: 1700, to: 1900 },
        { q: 'plan' },
        { box: '-900000,5000000,1000000,9000000' },
      ])
        for (const view of [VIEW, '19900000,0,20200000,3000000', '0,0,1,1']) {
          const query = { ...which, ...filter, view }
          const expected = maps.filter((map) => matches(map, query)).sort(order('relevance', query))
          const found = await findAll(query, 90)
          expect(found.ids, `${list}, ${view}`).toEqual(expected.map((map) => map.id))
          expect(found.inView).toBe(expected.filter((map) => meets(map, boxOf(view)!)).length)
        }
    const sorted = await findAll({ view: VIEW, sort: 'title' }, 200)
    expect(sorted.inView).toBeGreaterThan(0)
  })

  it('name the hidden maps of a catalog by their id alone, and only while nothing is filtered', async () => {
    const isHidden = (map: SeededMap) =>
      catalogs.get(shared)!.includes(map.id) && !map.isDeleted && !map.isPublic && map.ownerId !== viewer.id
    const hidden = maps.filter(isHidden).map((map) => map.id)
    expect(hidden.length).toBeGreaterThan(5)
    const whole = await findAll({ list: 'catalog', catalogId: shared, sort: 'title' }, 7)
    expect(whole.hidden).toEqual([...hidden].sort())
    expect(whole.total).toBe(whole.ids.length + hidden.length)
    for (const filter of [
      { from: -9999 },
      { q: 'a' },
      { year: '1' },
      { box: '-30000000,-30000000,30000000,30000000' },
    ]) {
      const filtered = await findAll({ list: 'catalog', catalogId: shared, ...filter }, 50)
      expect(filtered.hidden).toEqual([])
    }
    const page = await callApi(viewer, findMaps, {
      query: { list: 'catalog', catalogId: shared, limit: 200 },
    })
    expect(page.items.find((item) => 'hidden' in item)).toEqual({
      id: expect.any(String),
      _id: expect.any(String),
      hidden: true,
    })
  })

  it('are never the private maps or the catalogs of others', async () => {
    const seenByStranger = await findAll({}, 200, stranger)
    const allowed = new Set(maps.filter((map) => map.isPublic).map((map) => map.id))
    expect(seenByStranger.ids.every((id) => allowed.has(id))).toBe(true)
    expect((await findAll({ list: 'personal' }, 200, stranger)).ids).toEqual([])
    expect((await findAll({ list: 'favorite' }, 200, stranger)).ids).toEqual([])
    for (const catalogId of [own, shared, crypto.randomUUID(), 'none']) {
      const query = { list: 'catalog', catalogId } as const
      expect((await refusedApi(stranger, findMaps, { query })).status).toBe(404)
      expect((await refusedApi(stranger, mapYears, { query })).status).toBe(404)
    }
    expect((await refusedApi({ url: server.url }, findMaps, {})).status).toBe(401)
    expect((await refusedApi({ url: server.url }, mapYears, {})).status).toBe(401)
  })

  it('follow at once when one is made private or deleted', async () => {
    const mine = maps.filter((map) => map.ownerId === viewer.id && matches(map, {}))
    const [hidden, deleted] = [mine[0]!, mine[1]!]
    await callApi(viewer, switchPublic, { params: { mapId: hidden.id }, body: { isPublic: false } })
    await callApi(viewer, deleteMap, { params: { id: deleted.id } })
    const { ids } = await findAll({}, 200)
    expect(ids).not.toContain(hidden.id)
    expect(ids).not.toContain(deleted.id)
    expect((await findAll({ list: 'personal' }, 200)).ids).toContain(hidden.id)
    maps = maps.map((map) =>
      map.id === hidden.id
        ? { ...map, isPublic: false }
        : map.id === deleted.id
          ? { ...map, isDeleted: true }
          : map,
    )
  })

  it('spread over the years as they speak of them', async () => {
    for (const which of Object.values(lists()))
      for (const filter of [
        {},
        { q: 'plan' },
        { box: '0,6000000,2000000,8000000' },
        { creator: 'vilnius' },
      ]) {
        const query = { ...which, ...filter }
        const found = maps.filter((map) => matches(map, query))
        const years: [number, number, number][] = []
        for (let year = 0; year <= 2000; year += 1) {
          const speaking = found.filter(
            ({ firstYear, lastYear }) => firstYear !== null && firstYear <= year && lastYear! >= year,
          )
          if (speaking.length > 0)
            years.push([
              year,
              speaking.length,
              speaking.filter((map) => map.firstYear === map.lastYear).length,
            ])
        }
        const reply = await callApi(viewer, mapYears, { query: query as never })
        expect(reply).toEqual({
          years,
          before: found.filter(({ firstYear }) => firstYear !== null && firstYear < 0).length,
          after: found.filter(({ lastYear }) => lastYear !== null && lastYear > 2000).length,
          undated: found.filter(({ firstYear }) => firstYear === null).length,
          total: found.length,
        })
      }
  })

  it('refuse what is no query by the name of its field', async () => {
    const refusedField = async (query: Query) => {
      const { status, body } = await refusedApi(viewer, findMaps, { query })
      expect(status).toBe(400)
      return Object.keys(body.errors ?? {}).join()
    }
    expect(await refusedField({ box: '1,2,3' })).toBe('box')
    expect(await refusedField({ view: '3,2,1,4' })).toBe('view')
    expect(await refusedField({ from: 'x' })).toBe('from')
    expect(await refusedField({ from: 1900, to: 1800 })).toBe('to')
    expect(await refusedField({ list: 'catalog' })).toBe('catalogId')
    expect(await refusedField({ sort: 'best' })).toBe('sort')
    expect(await refusedField({ sort: 'catalog' })).toBe('sort')
    expect(await refusedField({ list: 'favorite', sort: 'catalog' })).toBe('sort')
    expect(await refusedField({ limit: 0 })).toBe('limit')
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const id = crypto.randomUUID()
    for (const cursor of [
      'e30',
      'x',
      forged(['newest', 0, ['2020-01-01 00:00:00+00'], id, 5, null]),
      forged(['title', 0, ["'; drop table maps"], 'x', 5, null]),
      forged(['title', 1, ['a'], id, 5, null]),
      forged(['title', 0, ['a', 'b'], id, 5, null]),
      forged(['title', 0, ['a\u0000'], id, 5, null]),
      forged(['title', 0, ['a'], id, -5, null]),
    ])
      expect(await refusedField({ sort: 'title', cursor }), cursor).toBe('cursor')
    for (const [sort, key] of [
      ['newest', '2020-99-01 00:00:00+00'],
      ['newest', 'soon'],
      ['rating', 'NaN'],
      ['rating', '1e999'],
      ['year', '99999'],
    ] as const)
      expect(await refusedField({ sort, cursor: forged([sort, 0, [key], id, 5, null]) }), key).toBe('cursor')
  })

  it('page on behind a title as long as titles may be', async () => {
    const long = await insertUser(database, server.url)
    const title = '𐐷'.repeat(255)
    await insertMaps(
      database,
      [0, 1].map(() => ({ ...maps[0]!, ...seen, ownerId: long.id, id: crypto.randomUUID(), title })),
    )
    expect((await findAll({ list: 'personal', sort: 'title' }, 1, long)).ids).toHaveLength(2)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMaps, findSuggestions, mapYears } from '../../contract/api/find.ts'
import { findOwnMaps, type SearchField } from '../../contract/api/find-own.ts'
import { updateProfile } from '../../contract/api/auth.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import { geocode } from '../../contract/api/places.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { callApi } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

type Person = Awaited<ReturnType<typeof insertUser>>

describe('one search over titles, people, texts, places and years', () => {
  let database: TestDatabase
  let server: TestServer
  let [viewer, other] = [] as Person[] as [Person, Person]

  /** A sheet of some kilometres about a place. */
  const sheetAt = (lon: number, lat: number, half = 5_000): Pick<SeededMap, 'corners' | 'footprint'> => {
    const [x, y] = mapPointOf(lon, lat)
    // A square that stands on its corner: its box covers more than it does.
    const footprint = [
      [x, y - half],
      [x + half, y],
      [x, y + half],
      [x - half, y],
    ] as const
    return { footprint, corners: [x - half, y - half, x + half, y + half] }
  }
  const seed = (
    title: string,
    more: Partial<SeededMap> & { readonly attributes?: Record<string, string> },
  ) => ({
    id: crypto.randomUUID(),
    ownerId: other.id,
    isPublic: true,
    isDeleted: false,
    corners: null,
    footprint: null,
    firstYear: null,
    lastYear: null,
    uploadDate: new Date(Date.UTC(2024, 0, 1)),
    ratingSum: 0,
    ratingCount: 0,
    ...more,
    title,
    attributes: { modernTitle: '', alternativeTitle: '', description: '', creator: '', ...more.attributes },
  })
  let maps: Record<string, SeededMap>

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    viewer = await insertUser(database, server.url)
    other = await insertUser(database, server.url)
    // The first search of an instance does not wait for the gazetteer.
    await callApi(viewer, geocode, { query: { q: 'Vilnius' } })
    maps = {
      kaunas: seed('Kauno miesto planas', {
        ...sheetAt(23.9, 54.9),
        attributes: { creator: 'Tomasz Makowski', publisher: 'Žemėlapių leidykla', scale: '' },
        firstYear: 1850,
        lastYear: 1850,
      }),
      untitledKaunas: seed('Lapas be vardo', {
        ...sheetAt(23.9, 54.9, 8_000),
        attributes: { description: 'Kaunas' },
      }),
      // Kaunas lies in the box of this one and not on it.
      besideKaunas: seed('Lapas šalia', { ...sheetAt(23.9 + 0.11, 54.9 + 0.06, 15_000) }),
      newYork: seed('Sheet 7', { ...sheetAt(-74.006, 40.714) }),
      private: seed('Kaunas Slaptasis', {
        isPublic: false,
        ...sheetAt(23.9, 54.9),
        attributes: { creator: 'Slaptas Makowskis' },
      }),
    }
    await insertMaps(database, Object.values(maps))
    for (const { id, attributes } of Object.values(maps))
      await database.pool.query('update maps set creator = $2, publisher = $3 where id = $1', [
        id,
        attributes['creator'] || null,
        attributes['publisher'] || null,
      ])
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const find = async (q: string, caller = viewer) => {
    const { items, isNear, total } = await callApi(caller, findMaps, { query: { list: 'all', q } })
    const names = items.map(({ id }) => Object.keys(maps).find((name) => maps[name]!.id === id) ?? 'another')
    expect(total).toBe(items.length)
    return { names: names.toSorted(), isNear }
  }

  it('finds by place: what covers it, be it named or not, and not what lies beside', async () => {
    expect(await find('Kaunas')).toEqual({ names: ['kaunas', 'untitledKaunas'], isNear: false })
    expect(await find('KAUNAS', other)).toEqual({
      names: ['kaunas', 'private', 'untitledKaunas'],
      isNear: false,
    })
    expect((await find('New York')).names).toEqual(['newYork'])
    expect((await find('kaunas lapas')).names).toEqual(['untitledKaunas'])
  })

  it('finds by people, texts in the letters of either language, and years', async () => {
    expect((await find('zemelapiu leidykla')).names).toEqual(['kaunas'])
    expect((await find('MAKOWSKI')).names).toEqual(['kaunas'])
    expect((await find(other.username)).names).toEqual([
      'besideKaunas',
      'kaunas',
      'newYork',
      'untitledKaunas',
    ])
    expect((await find('salia')).names).toEqual(['besideKaunas'])
    expect((await find('1800-1860 planas')).names).toEqual(['kaunas'])
    expect((await find('1851 planas')).names).toEqual([])
    await callApi(other, updateProfile, { body: { username: 'Šarūnas Žilys' } })
    expect((await find('sarunas zilys')).names).toEqual([
      'besideKaunas',
      'kaunas',
      'newYork',
      'untitledKaunas',
    ])
  })

  it('stands misspelt words in for those that resemble them, where nothing has them as they are', async () => {
    for (const q of ['Makovski', 'Makowksi', 'mkowski', 'kauno mieto plans'])
      expect(await find(q), q).toEqual({ names: ['kaunas'], isNear: true })
    expect(await find('Kuanas')).toEqual({ names: ['kaunas', 'untitledKaunas'], isNear: true })
    expect(await find('sarunass')).toMatchObject({ isNear: true })
    expect((await find('qqqqqq')).names).toEqual([])
    // What nobody else may see is not made up for either.
    expect(await find('slaptasis')).toEqual({ names: [], isNear: false })
    expect(await find('slaptasys')).toEqual({ names: [], isNear: false })
    expect((await find('slaptasys', other)).names).toEqual(['private'])
  })

  it('finds among one’s own maps what the same words find in the list of them', async () => {
    const own = async (q: string, field?: SearchField) => {
      const { ids, isNear } = await callApi(other, findOwnMaps, { query: { q, ...(field && { field }) } })
      const names = ids.map((id) => Object.keys(maps).find((name) => maps[name]!.id === id) ?? 'another')
      return { names: names.toSorted(), isNear }
    }
    const listed = async (q: string) => {
      const { items, isNear } = await callApi(other, findMaps, { query: { list: 'personal', q } })
      const names = items.map(
        ({ id }) => Object.keys(maps).find((name) => maps[name]!.id === id) ?? 'another',
      )
      return { names: names.toSorted(), isNear: isNear ?? false }
    }
    const texts = [
      'kaunas',
      'planas kauno',
      '"miesto planas"',
      '"planas miesto"',
      '1800-1860',
      'New York',
      'Makowksi',
    ]
    for (const q of [...texts, 'zemelapiu leidykla', other.username, 'qqqqqq', '  ', '%'])
      expect(await own(q), q).toEqual(await listed(q))
    expect(await own('Makowksi')).toMatchObject({ names: ['kaunas', 'private'], isNear: true })
    // In one field alone, in which it may be misspelt too.
    expect((await own('slaptas', 'title')).names).toEqual(['private'])
    expect((await own('kaunas', 'description')).names).toEqual(['untitledKaunas'])
    expect((await own('kaunas', 'creator')).names).toEqual([])
    expect((await own('tomasz makowksi', 'creator')).names).toEqual(['kaunas'])
    expect((await own('1840-1860', 'year')).names).toEqual(['kaunas'])
    expect((await own('1840-1860', 'title')).names).toEqual([])
    expect((await own('', 'scale')).names).toEqual(Object.keys(maps).toSorted())
    expect(await callApi(viewer, findOwnMaps, { query: { q: 'kaunas' } })).toEqual({ ids: [], isNear: false })
  })

  it('suggests maps, people and places while one types, never what is hidden', async () => {
    const suggest = (q: string, caller = viewer) => callApi(caller, findSuggestions, { query: { q } })
    const kaunas = await suggest('kaun')
    expect(kaunas.maps.map(({ id }) => id)).toContain(maps['kaunas']!.id)
    expect(kaunas.maps.map(({ id }) => id)).not.toContain(maps['private']!.id)
    expect(kaunas.places[0]?.display_name).toMatch(/^Kaunas/)
    expect((await suggest('makow')).people).toEqual(['Tomasz Makowski'])
    expect((await suggest('slapt')).people).toEqual([])
    expect((await suggest('slapt')).maps).toEqual([])
    expect((await suggest('slapt', other)).people).toEqual(['Slaptas Makowskis'])
    expect((await suggest('zily')).people).toEqual(['Šarūnas Žilys'])
    expect(await suggest('k')).toEqual({ maps: [], people: [], places: [] })
  })

  it('answers a stranger as if the words of a private map were nowhere', async () => {
    const [hidden, open, owner] = [
      crypto.randomUUID(),
      crypto.randomUUID(),
      await insertUser(database, server.url),
    ]
    const words = { description: 'Zvirbliakalnis', creator: 'Kregzdutaitis' }
    await insertMaps(database, [
      seed('Zvirblakalnas', { id: open, firstYear: 1700, lastYear: 1700 }),
      { ...seed('Sketch', { attributes: words }), id: hidden, ownerId: owner.id, isPublic: false },
    ])
    await database.pool.query('update maps set creator = $2 where id = $1', [hidden, words.creator])
    /** Everything that a search tells of a text. */
    const told = async (caller: Person, q: string) => {
      const [{ items, total, isNear }, years, { maps: suggested, people }] = await Promise.all([
        callApi(caller, findMaps, { query: { list: 'all', q } }),
        callApi(caller, mapYears, { query: { list: 'all', q } }),
        callApi(caller, findSuggestions, { query: { q } }),
      ])
      const ids = items.map(({ id }) => id)
      return { ids, total, isNear, years: years.total, suggested: suggested.map(({ id }) => id), people }
    }
    const nothing = { ids: [], total: 0, isNear: false, years: 0, suggested: [], people: [] }
    for (const caller of [viewer, other]) {
      // As written, misspelt, begun; and the word of the public map is found as if the private one were not nearer.
      for (const q of ['Kregzdutaitis', 'kregzdutatis', 'kregzdutiatis', 'kregzd', 'sketch kregzdutaitis'])
        expect(await told(caller, q), q).toEqual(nothing)
      for (const q of ['zvirbliakalnis', 'zvirbliakalns'])
        expect(await told(caller, q), q).toEqual({
          ...nothing,
          ids: [open],
          total: 1,
          isNear: true,
          years: 1,
          suggested: [open],
        })
    }
    const own = { ...nothing, ids: [hidden], total: 1, years: 1, suggested: [hidden] }
    expect(await told(owner, 'zvirbliakalnis')).toEqual(own)
    expect(await told(owner, 'kregzdutaitis')).toEqual({ ...own, people: ['Kregzdutaitis'] })
    expect(await told(owner, 'kregzdutatis')).toEqual({ ...own, isNear: true })
    // Published and taken back: known for as long as it is public.
    const publish = (isPublic: boolean) =>
      callApi(owner, updateMap, { params: { id: hidden }, body: { title: 'Sketch', ...words, isPublic } })
    await publish(true)
    expect(await told(viewer, 'kregzdutaitas')).toEqual({ ...own, isNear: true })
    await publish(false)
    expect(await told(viewer, 'kregzdutaitys')).toEqual(nothing)
  })

  it('follows what its owner changes', async () => {
    const { id } = maps['newYork']!
    const { isPublic } = await callApi(other, getMap, { params: { id } })
    const body = { title: 'Sheet 7', publisher: 'Zingaro', isPublic }
    await callApi(other, updateMap, { params: { id }, body })
    expect((await find('zingaro')).names).toEqual(['newYork'])
    expect(await find('zingarro')).toEqual({ names: ['newYork'], isNear: true })
  })

  it('judges overlays of before by itself, so that weak ones can be sorted out', async () => {
    const { id } = maps['kaunas']!
    const points = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [(n % 3) * 40, Math.floor(n / 3) * 30] as const)
    const [x, y] = mapPointOf(23.9, 54.9)
    const transformation = {
      imagePoints: points.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
      // The middle one is half a kilometre off.
      mapPoints: points.map(([px, py], n) => [x + px * 50 + (n === 4 ? 500 : 0), y - py * 50]),
      transformationType: 'Affine',
      mask: null,
      disabled: [],
      notes: {},
    }
    await database.pool.query('update map_versions set transformation = $2 where map_id = $1', [
      id,
      JSON.stringify(transformation),
    ])
    await database.pool.query('update maps set judged_version_id = null, point_count = 9 where id = $1', [id])
    await server.restart()
    const caller = { ...viewer, url: server.url }
    const weakest = async () => {
      const { items } = await callApi(caller, findMaps, { query: { list: 'all', sort: 'error', limit: 1 } })
      const [first] = items
      return first && !('hidden' in first) && first.id === id ? first.placement?.errorMetres : null
    }
    await expect.poll(weakest).toBeGreaterThan(10)
    const fewest = await callApi(caller, findMaps, { query: { list: 'all', sort: 'points', limit: 1 } })
    expect(fewest.items[0]).toMatchObject({ id, placement: { points: 9 } })
  })
})

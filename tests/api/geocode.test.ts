import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { geocode, type Place } from '../../contract/api/places.ts'
import { callApi, newUser, refusedApi, registerUser } from '../support/api.ts'
import { startDatabase } from '../support/database.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer } from '../support/server.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { fillGazetteer, gazetteerRelease } from '../../server/db/queries/gazetteer.ts'
import { kilometresBetween, readNamedTowns, SAME_TOWN_KM } from '../../server/world/town-names.ts'

it('fills the gazetteer of a new instance once somebody has an account, before anyone searches', async () => {
  const database = await startDatabase()
  onTestFinished(() => database.stop())
  await database.pool.query('truncate gazetteer_version, places')
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  onTestFinished(async () => void (await server.stop()))
  const isFilled = async () => (await database.pool.query('select from gazetteer_version')).rowCount
  expect(await isFilled()).toBe(0)
  await registerUser(server.url)
  await expect.poll(isFilled, { timeout: 60_000, interval: 100 }).toBe(1)
}, 90_000)

describe('the embedded gazetteer', () => {
  let server: SharedServer
  let user: Awaited<ReturnType<typeof newUser>>

  beforeAll(async () => {
    server = await sharedServer()
    user = await newUser(server.url)
  })
  afterAll(async () => server?.stop())

  const find = (q: string, more: Record<string, string> = {}): Promise<Place[]> =>
    callApi(user, geocode, { query: { q, ...more } })
  const names = async (q: string, more?: Record<string, string>) =>
    (await find(q, more)).map((place) => place.display_name)

  it('lets others read it while it is filled anew', async () => {
    const db = drizzle(runningServer(server.url)!.pool)
    await find('vilnius')
    const before = await gazetteerRelease(db)
    const during: (string | undefined)[] = []
    /** Asks from outside the transaction, which is undone then. */
    async function* batches(): AsyncGenerator<never[]> {
      await db.transaction(async (reader) => {
        await reader.execute(sql`set local lock_timeout = '2s'`)
        during.push(await gazetteerRelease(reader))
      })
      yield []
      throw new Error('undone')
    }
    await expect(fillGazetteer(db, 'another', batches)).rejects.toThrow('undone')
    expect(during).toEqual([before])
    expect((await names('vilnius'))[0]).toMatch(/^Vilnius/)
  })

  it('finds a town without its accents, mistyped, and by the beginning of its name', async () => {
    const [siauliai] = await find('siauliai')
    expect(siauliai).toMatchObject({
      display_name: 'Šiauliai, Šiauliai County, Lithuania',
      place_type: 'city',
      class: 'place',
    })
    expect(Number(siauliai!.lat)).toBeCloseTo(55.93, 1)
    expect(Number(siauliai!.lon)).toBeCloseTo(23.31, 1)
    expect((await names('klaipedaa'))[0]).toMatch(/^Klaipėda/)
    expect((await names('vil'))[0]).toMatch(/^Vilnius/)
  })

  it('tells places of one name apart, and names none twice', async () => {
    for (const [q, language] of [
      ['Minsk', 'en'],
      ['Minsk', 'lt'],
      ['Springfield', 'en'],
      ['Vilnius', 'en'],
    ] as const) {
      const found = await names(q, { limit: '10', 'accept-language': language })
      expect(new Set(found).size, found.join(' | ')).toBe(found.length)
    }
    const [town, region, ...others] = (await find('Minsk')).filter(({ display_name }) =>
      display_name.startsWith('Minsk, Belarus'),
    )
    expect([town!.display_name, town!.class]).toEqual(['Minsk, Belarus', 'place'])
    expect([region!.display_name, region!.class]).toEqual(['Minsk, Belarus (region)', 'boundary'])
    expect(others).toEqual([])
  })

  it('leads from old and foreign names to the town, before districts and likenesses', async () => {
    const lost: string[] = []
    for (const { name, country, others, lat, lon } of readNamedTowns().filter((_, i) => i % 5 === 0)) {
      const [other = ''] = others
      const found = await find(other, { countrycodes: country, limit: '3' })
      const at = found.findIndex(
        (place) => kilometresBetween({ lat, lon }, [Number(place.lon), Number(place.lat)]) <= SAME_TOWN_KM,
      )
      const before = found.slice(0, Math.max(at, 0))
      if (at === -1 || found[at]!.class !== 'place' || before.some((place) => place.class !== 'place'))
        lost.push(`${other} (${name}): ${found.map((place) => place.display_name).join(' | ')}`)
    }
    expect(lost).toEqual([])
  })

  it('answers with the name of today and the one asked for', async () => {
    for (const [asked, answer] of [
      ['Memel', 'Klaipėda (Memel), Klaipėda County, Lithuania'],
      ['memel', 'Klaipėda (Memel), Klaipėda County, Lithuania'],
      ['Wilna', 'Vilnius (Wilna), Vilnius County, Lithuania'],
      ['Kowno', 'Kaunas (Kowno), Kaunas County, Lithuania'],
      ['Schaulen', 'Šiauliai (Schaulen), Šiauliai County, Lithuania'],
      ['Nidden', 'Neringa (Nidden), Klaipėda County, Lithuania'],
      ['Tilsit', /^Sovetsk \(Tilsit\), .*Russia$/],
      ['konigsberg', /^Kaliningrad \(Königsberg\), /],
      ['Königsbe', /^Kaliningrad \(Königsberg\), /],
      ['Lwow', /^Lviv \(Lwów\), /],
      ['Dorpat', /^Tartu \(Dorpat\), /],
      ['Walk', /^Val[kg]a \(Walk\), /],
      ['Klaipeda', 'Klaipėda, Klaipėda County, Lithuania'],
      ['Klaipėda', 'Klaipėda, Klaipėda County, Lithuania'],
    ] as const)
      expect((await names(asked))[0]).toEqual(
        typeof answer === 'string' ? answer : (expect.stringMatching(answer) as string),
      )
    // The middle of a county is told as an area, and comes after the town that the county is named after.
    const wilna = await find('Wilna')
    expect(wilna.find((place) => place.display_name === 'Vilnius County, Lithuania')).toMatchObject({
      place_type: 'region',
      class: 'boundary',
    })
  })

  it('answers with what lies in view first, of places with one name', async () => {
    const first = async (q: string, viewbox: string) => (await names(q, { viewbox }))[0]
    expect(await first('Frauenburg', '21,56,23,57')).toMatch(/^Saldus \(Frauenburg\)/)
    expect(await first('Frauenburg', '19,54,20,55')).toMatch(/^Frombork \(Frauenburg\)/)
    expect(await first('Kronstadt', '24,45,27,47')).toMatch(/^Braşov \(Kronstadt\)/)
    expect(await first('Kronstadt', '28,59,31,61')).toMatch(/^Kronstadt, /)
  })

  it('heeds limit, country, view and what follows the comma', async () => {
    expect(await find('paris')).toHaveLength(5)
    expect(await find('paris', { limit: '2' })).toHaveLength(2)
    expect((await names('paris'))[0]).toBe('Paris, France')
    expect((await names('Paris, Texas'))[0]).toMatch(/Texas/)
    expect((await names('Kaunas, Lithuania')).every((name) => name.endsWith('Lithuania'))).toBe(true)
    expect(
      (await names('paris', { countrycodes: 'us' })).every((name) => name.endsWith('United States')),
    ).toBe(true)
    const inDenmark = await find('paris', { viewbox: '8,54,13,58', bounded: '1' })
    for (const place of inDenmark) expect(Number(place.lat)).toBeGreaterThan(54)
  })

  it('draws the boundaries of countries and regions where they are asked for', async () => {
    const [plain] = await find('Lithuania')
    expect(plain!.geojson).toBeUndefined()
    const [country] = await find('Lithuania', { polygon_geojson: '1' })
    expect(country!.geojson).toMatchObject({ type: 'MultiPolygon' })
    const [south, north, west, east] = country!.boundingbox.map(Number)
    expect(south).toBeCloseTo(53.9, 0)
    expect(north).toBeCloseTo(56.4, 0)
    expect(west).toBeCloseTo(21, 0)
    expect(east).toBeCloseTo(26.8, 0)
    const [region] = await find('Utena County', { polygon_geojson: '1' })
    expect(region!.geojson).toMatchObject({ type: 'MultiPolygon' })
    const [town] = await find('Kaunas', { polygon_geojson: '1' })
    expect(town!.geojson).toBeUndefined()
  })

  it('names countries in the language asked for', async () => {
    expect((await names('lietuva', { 'accept-language': 'lt' }))[0]).toBe('Lietuva')
    expect((await names('siauliai', { 'accept-language': 'lt-LT,lt' }))[0]).toBe(
      'Šiauliai, Šiaulių apskritis, Lietuva',
    )
    // A region whose name is known in English alone is no part of a Lithuanian address.
    expect((await names('Dorpat', { 'accept-language': 'lt' }))[0]).toBe('Tartu (Dorpat), Estija')
    expect(await names('Wilna', { 'accept-language': 'lt' })).toContain('Vilniaus apskritis, Lietuva')
  })

  it('answers nothing to nothing and takes any text as text', async () => {
    expect(await find('   ')).toEqual([])
    expect(await find('%_%\\')).toEqual([])
    expect(await find("'; drop table places; --")).toEqual([])
    expect((await names('riga'))[0]).toBe('Riga, Latvia')
    expect((await refusedApi({ url: server.url }, geocode, { query: { q: 'riga' } })).status).toBe(401)
  })
})

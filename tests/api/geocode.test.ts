import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { geocode, type Place } from '../../contract/api/places.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the embedded gazetteer', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>

  beforeAll(async () => {
    server = await startServer()
    user = await newUser(server.url)
  })
  afterAll(async () => server?.stop())

  const find = (q: string, more: Record<string, string> = {}): Promise<Place[]> =>
    callApi(user, geocode, { query: { q, ...more } })
  const names = async (q: string, more?: Record<string, string>) =>
    (await find(q, more)).map((place) => place.display_name)

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
    expect((await names('Schaulen'))[0]).toBe('Šiauliai County, Lithuania')
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
    expect((await names('siauliai', { 'accept-language': 'lt-LT,lt' }))[0]).toMatch(/Lietuva$/)
  })

  it('answers nothing to nothing and takes any text as text', async () => {
    expect(await find('   ')).toEqual([])
    expect(await find('%_%\\')).toEqual([])
    expect(await find("'; drop table places; --")).toEqual([])
    expect((await names('riga'))[0]).toBe('Riga, Latvia')
    expect((await refusedApi({ url: server.url }, geocode, { query: { q: 'riga' } })).status).toBe(401)
  })
})

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlaceSearch } from './geocoder.ts'
import { onlineGeocoder } from './online-geocoder.ts'

const search: PlaceSearch = {
  text: 'Kaunas',
  limit: 2,
  boundaries: true,
  countries: ['LT'],
  viewbox: [20, 53, 27, 57],
  bounded: false,
  language: 'lt',
}
const signal = AbortSignal.timeout(20_000)

const kaunas = {
  display_name: 'Kaunas, Lietuva <script>',
  lat: '54.89',
  lon: 23.9,
  boundingbox: ['54.8', '54.95', '23.8', '24.1'] as [string, string, string, string],
  geojson: { type: 'Polygon', coordinates: [[[23, 54]]] },
  type: 'city',
  category: 'place',
  osm_type: 'relation',
  importance: 0.7,
}

let server: Server | undefined
afterEach(() => server?.close())

/** A service that answers each request with `reply`, and what it was asked. */
async function service(reply: (path: string) => { status?: number; body: string; location?: string }) {
  const asked: { path: string; agent: string | undefined }[] = []
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', agent: request.headers['user-agent'] })
    const { status = 200, body, location } = reply(request.url ?? '')
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const geocoder = (url: string, spacingMs = 0) =>
  onlineGeocoder({ url, userAgent: 'Palimpsest/test', spacingMs })

describe('an online geocoder', () => {
  it('is asked in the words of Nominatim and answers in ours, the text untouched', async () => {
    const { asked, url } = await service(() => ({ body: JSON.stringify([kaunas]) }))
    const [place] = await geocoder(`${url}/search`).search(search, signal)
    expect(place).toMatchObject({
      display_name: 'Kaunas, Lietuva <script>',
      lon: '23.9',
      place_type: 'city',
      class: 'place',
      geojson: { type: 'Polygon' },
    })
    const query = new URL(asked[0]!.path, url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      q: 'Kaunas',
      format: 'jsonv2',
      limit: '2',
      addressdetails: '1',
      extratags: '1',
      polygon_geojson: '1',
      countrycodes: 'lt',
      viewbox: '20,53,27,57',
      'accept-language': 'lt',
    })
    expect(asked[0]!.agent).toBe('Palimpsest/test')
  })

  it('speaks to Photon as well', async () => {
    const feature = {
      geometry: { coordinates: [23.9, 54.9] },
      properties: { name: 'Kaunas', country: 'Lietuva', extent: [23.8, 54.95, 24.1, 54.8], osm_key: 'place' },
    }
    const { asked, url } = await service(() => ({ body: JSON.stringify({ features: [feature] }) }))
    const [place] = await geocoder(`${url}/api/`).search(search, signal)
    expect(place).toMatchObject({
      display_name: 'Kaunas, Lietuva',
      boundingbox: ['54.8', '54.95', '23.8', '24.1'],
    })
    expect(asked[0]!.path).toContain('lang=default')
  })

  it('is asked once for what it has answered, and never more often than its pace allows', async () => {
    const { asked, url } = await service(() => ({ body: '[]' }))
    const slow = geocoder(`${url}/search`, 120)
    const started = performance.now()
    await Promise.all(['a', 'b', 'c'].map((text) => slow.search({ ...search, text }, signal)))
    expect(performance.now() - started).toBeGreaterThanOrEqual(235)
    await slow.search({ ...search, text: 'a' }, signal)
    expect(asked).toHaveLength(3)
  })

  it('fails where it is redirected, refused, answered with nonsense or too much, or too many wait', async () => {
    const elsewhere = await service((path) => {
      if (path.includes('q=redirect')) return { status: 302, body: '', location: 'http://169.254.169.254/' }
      if (path.includes('q=busy')) return { status: 503, body: '[]' }
      if (path.includes('q=huge')) return { body: `["${'x'.repeat(5_000_000)}"]` }
      return { body: '{"error": "no"}' }
    })
    const source = geocoder(`${elsewhere.url}/search`)
    const failures = [
      ['redirect', /fetch failed|redirect/],
      ['busy', /503/],
      ['huge', /more than 4000000 bytes/],
      ['nonsense', /expected array/],
    ] as const
    for (const [text, message] of failures)
      await expect(source.search({ ...search, text }, signal)).rejects.toThrow(message)
    const slow = geocoder(`${elsewhere.url}/search`, 60)
    const answers = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => slow.search({ ...search, text }, signal)),
    )
    expect(
      answers.filter((one) => one.status === 'rejected' && String(one.reason).includes('waiting')),
    ).toHaveLength(3)
  })
})

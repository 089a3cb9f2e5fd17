/** What the words on scans are good for: points, search, IIIF and files. The words are written, not read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  correctWords,
  findWords,
  pointProposals,
  type ScanWord,
  scanLettering,
} from '../../contract/api/lettering.ts'
import { deleteMap, switchPublic } from '../../contract/api/maps.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { placesOfTheWorld } from '../../server/world/named-places.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const [WIDTH, HEIGHT] = [800, 600]
const METRES = 10
const word = (text: string, x: number, y: number): ScanWord => ({
  x,
  y,
  width: 80,
  height: 16,
  angle: 0,
  text,
  certainty: 1,
  by: 'person',
})

/** A box of Lithuania: degrees, and where they lie on a scan. */
const [WEST, NORTH, PIXELS_A_DEGREE, SHRINK] = [21, 56.4, 200, 0.57]
const towns = [...placesOfTheWorld()].filter(
  ({ lon, lat, population = 0 }) => population > 5_000 && lon > 21.2 && lon < 26.5 && lat > 54 && lat < 56.2,
)
const pixelOf = (lon: number, lat: number) =>
  [(lon - WEST) * PIXELS_A_DEGREE * SHRINK, (NORTH - lat) * PIXELS_A_DEGREE] as const

describe('the words on scans', () => {
  let server: SharedServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let stranger: Awaited<ReturnType<typeof newUser>>
  let placed: string
  let bare: string
  let hidden: string
  const of = (id: string) => ({ params: { id } })
  const put = (id: string, words: ScanWord[]) =>
    callApi(owner, correctWords, { ...of(id), body: { words, since: null } })
  const get = (path: string, token?: string) =>
    fetch(
      `${server.url}/api${path}`,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
  const found = async (caller: { url: string; token?: string }, q: string) =>
    (await callApi(caller, findWords, { query: { q } })).words

  beforeAll(async () => {
    server = await sharedServer()
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    const scan = await drawnScan(WIDTH, HEIGHT)
    placed = await addConverted(
      owner,
      scan,
      { title: 'Placed', isPublic: 'true', year: '1850' },
      { ...exactPoints(WIDTH, HEIGHT, METRES), transformationType: 'Affine' },
    )
    bare = await addConverted(owner, scan, { title: 'Bare', isPublic: 'true' })
    hidden = await addConverted(owner, scan, { title: 'Hidden' })
  }, 120_000)
  afterAll(async () => server?.stop())

  it('propose points where names agree on a place, and none before they were read', async () => {
    const none = await refusedApi(owner, pointProposals, { ...of(hidden), body: {} })
    expect([none.status, none.body.messageKey]).toEqual([409, 'errors.lettering.notRead'])
    const lettered = await addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title: 'Lettered' })
    await put(
      lettered,
      towns.map(({ name, lon, lat }) => word(name, ...pixelOf(lon, lat))),
    )
    const near = { lon: 24, lat: 55.2, km: 300 }
    const { points, odds, reason } = await callApi(owner, pointProposals, { ...of(lettered), body: { near } })
    expect(reason).toBe('found')
    expect(odds).toBeGreaterThan(3)
    expect(points.length).toBeGreaterThanOrEqual(12)
    for (const { image, map, name, read } of points) {
      expect([name, read]).not.toContain('')
      const [x, y] = pixelOf(...map)
      // A place lies somewhere on its label.
      expect(Math.hypot(image[0] - x, image[1] - y), name).toBeLessThan(50)
    }
    const nowhere = await callApi(owner, pointProposals, {
      ...of(lettered),
      body: { near: { lon: -140, lat: -40, km: 100 } },
    })
    expect(nowhere).toEqual({ points: [], odds: 0, reason: 'no-places' })
  }, 120_000)

  it('are found folded and misspelt, by anyone on public maps, with the spot on a placed map', async () => {
    await put(placed, [word('Gudeliai', 100, 200), word('Nemunas', 400, 300)])
    await put(bare, [word('Gudėliai', 50, 60)])
    await put(hidden, [word('Gudeliai', 10, 20)])
    for (const q of ['gudeliai', 'GUDĖLIAI', 'gudelai', 'Gudel']) {
      const maps = (await found(server, q)).map(({ mapId }) => mapId)
      expect(maps.toSorted(), q).toEqual([placed, bare].toSorted())
    }
    const own = await found(owner, 'gudeliai')
    expect(own.map(({ mapId }) => mapId).toSorted()).toEqual([placed, bare, hidden].toSorted())
    expect(await found(stranger, 'nemunas')).toHaveLength(1)
    expect(await found(server, 'kaunas')).toEqual([])
    // Signs of patterns mean themselves.
    for (const q of ['%%', '__', '\\\\', "'; --"]) expect(await found(server, q), q).toEqual([])

    const spot = own.find(({ mapId }) => mapId === placed)!
    expect(spot).toMatchObject({ title: 'Placed', year: 1850, word: word('Gudeliai', 100, 200) })
    const [lon, lat] = lonLatOf([2_800_000 + 100 * METRES, 7_300_000 - 200 * METRES])
    expect(spot.place![0]).toBeCloseTo(lon, 5)
    expect(spot.place![1]).toBeCloseTo(lat, 5)
    expect((await get(`/${spot.thumbnailPath!}`)).status).toBe(200)
    expect(spot.metresPerPx).toBeCloseTo(METRES, 1)
    const unplaced = own.find(({ mapId }) => mapId === bare)!
    expect([unplaced.place, unplaced.metresPerPx]).toEqual([null, null])
    const nul = await refusedApi(server, findWords, { query: { q: 'a\0b' } })
    expect(nul.status).toBe(400)
  }, 60_000)

  it('are annotations and a search for other programs, named in the manifest', async () => {
    type Page = { id: string; items: { body: { value: string }; target: string }[]; ignored?: string[] }
    const json = async (path: string) => (await (await get(path)).json()) as Page
    const path = `/iiif/${placed}`
    const manifest = (await (await get(`${path}/manifest.json`)).json()) as {
      service: { id: string; type: string }[]
      items: { id: string; annotations: { id: string }[] }[]
    }
    expect(manifest.service).toEqual([{ id: `${server.url}/api${path}/search`, type: 'SearchService2' }])
    const [canvas] = manifest.items
    expect(canvas!.annotations.at(-1)).toEqual({
      id: `${server.url}/api${path}/words.json`,
      type: 'AnnotationPage',
    })
    const page = await json(`${path}/words.json`)
    expect(page.items.map(({ body, target }) => [body.value, target])).toEqual([
      ['Gudeliai', `${canvas!.id}#xywh=60,192,80,16`],
      ['Nemunas', `${canvas!.id}#xywh=360,292,80,16`],
    ])
    const answer = await json(`${path}/search?q=nemuns%20nothing&motivation=painting`)
    expect(answer.items.map(({ body }) => body.value)).toEqual(['Nemunas'])
    expect(answer).toMatchObject({
      id: `${server.url}/api${path}/search?q=nemuns+nothing&motivation=painting`,
      ignored: ['motivation'],
    })
    expect((await json(`${path}/search`)).items).toEqual([])
    for (const end of ['words.json', 'search?q=gudeliai'])
      expect((await get(`/iiif/${hidden}/${end}`)).status, end).toBe(404)
  })

  it('are files: a table in pixels, and points of a placed map', async () => {
    const csv = await get(`/map/${placed}/words.csv`)
    expect([csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringContaining('Placed-words.csv') as string,
    ])
    const [, first] = (await csv.text()).split('\r\n')
    expect(first).toMatch(/^Gudeliai,1,person,100,200,80,16,0,25\.\d+,54\.\d+$/)
    const { features } = (await (await get(`/map/${placed}/words.geojson`)).json()) as { features: unknown[] }
    expect(features).toHaveLength(2)
    expect((await get(`/map/${bare}/words.geojson`)).status).toBe(404)
    expect((await get(`/map/${bare}/words.csv`)).status).toBe(200)
    expect((await get(`/map/${hidden}/words.csv`)).status).toBe(404)
    expect((await get(`/map/${hidden}/words.csv`, owner.token)).status).toBe(200)
    expect((await get(`/map/${placed}/words.txt`)).status).toBe(400)
  })

  it('are hidden again with their map, and not found in the trash', async () => {
    await callApi(owner, switchPublic, { params: { mapId: bare }, body: { isPublic: false } })
    expect((await found(server, 'gudeliai')).map(({ mapId }) => mapId)).toEqual([placed])
    expect((await refusedApi(server, scanLettering, of(bare))).status).toBe(404)
    await callApi(owner, deleteMap, of(placed))
    expect(await found(server, 'gudeliai')).toEqual([])
    expect((await found(owner, 'gudeliai')).map(({ mapId }) => mapId).toSorted()).toEqual(
      [bare, hidden].toSorted(),
    )
  })
})

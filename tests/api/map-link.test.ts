import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimMap } from '../../contract/api/assignments.ts'
import { findMaps } from '../../contract/api/find.ts'
import {
  accuracyByLink,
  mapByLink,
  mapSharing,
  nearbyByLink,
  shareMap,
} from '../../contract/api/map-sharing.ts'
import { mapTileJson } from '../../contract/api/map-tiles.ts'
import { deleteMap, getMap, publicMaps, restoreMap, switchPublic } from '../../contract/api/maps.ts'
import { nearbyMaps, publicMap } from '../../contract/api/public-map.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [300, 200]

describe('the unlisted link of a map', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let reader: Awaited<ReturnType<typeof newUser>>
  let scan: Awaited<ReturnType<typeof drawnScan>>
  let id: string
  const get = (path: string) => fetch(server.url + path, { headers: { 'accept-language': 'en' } })
  const anyone = () => ({ url: server.url })
  const share = (audience: 'owner' | 'link' | 'everyone') =>
    callApi(owner, shareMap, { params: { id }, body: { audience } })
  const makeLink = async () => (await share('link')).link!.token
  const look = (token: string) => callApi(anyone(), mapByLink, { params: { token } })
  /** What a link opens: its page, its calls, and whatever paths it has given before. */
  const statuses = async (token: string, paths: readonly string[] = []) => {
    const calls = ['', '/accuracy', '/nearby'].map((call) => `/api/maps/linked/${token}${call}`)
    const all = [`/l/${token}`, `/l/${token}/picture.jpg`, ...calls, ...paths]
    return Promise.all(all.map(async (path) => (await get(path)).status))
  }
  /** Every path by which the page of a link shows the map or lets it be downloaded. */
  const pathsOf = async (token: string) => {
    const map = await look(token)
    const path = map.overlay!.path
    const [, ticket = '', n = ''] = /files\/s\/([^/]+)\/.*\/([0-9]+)\.tif$/.exec(path) ?? []
    const query = ticket && `?v=${n}&ticket=${ticket}`
    return [
      `/api/${path}`,
      `/api/${map.basePath}/thumbnails/small-300.webp`,
      ...['download.zip', 'download.geojson', 'gcps.csv', 'tilejson.json', 'tiles/0/0/0.webp'].map(
        (file) => `/api/map/${id}/${file}${file === 'gcps.csv' && ticket ? `?ticket=${ticket}` : query}`,
      ),
    ]
  }
  const all = (status: number, count: number) => Array.from({ length: count }, () => status)

  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: 'https://maps.example.org' } })
    owner = await newUser(server.url, 'Ona')
    reader = await newUser(server.url)
    scan = await drawnScan(WIDTH, HEIGHT)
  }, 120_000)
  beforeEach(async () => {
    id = await addConverted(owner, scan, { title: 'Secret sheet' }, exactPoints(WIDTH, HEIGHT))
  })
  afterAll(async () => server?.stop())

  it('opens a private map for anyone: page, picture, overlay, tiles and downloads', async () => {
    const token = await makeLink()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await callApi(owner, mapSharing, { params: { id } })).link).toEqual({ token, url: `/l/${token}` })
    const map = await look(token)
    expect(map).toMatchObject({ id, title: 'Secret sheet', uploadedBy: owner.username, overlay: { n: 1 } })
    const paths = await pathsOf(token)
    expect(paths[0]).toContain('/files/s/')
    expect(await statuses(token, paths)).toEqual(all(200, 5 + paths.length))
    const { typicalError } = await callApi(anyone(), accuracyByLink, { params: { token } })
    expect(typicalError).not.toBeUndefined()
  })

  it('is a page that is not indexed, not cached, and leaves its map private', async () => {
    const token = await makeLink()
    const page = await get(`/l/${token}`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const html = await page.text()
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(html).toContain(`<meta property="og:url" content="https://maps.example.org/l/${token}" />`)
    expect(html).toContain(`content="https://maps.example.org/l/${token}/picture.jpg`)
    expect(html).not.toContain('rel="canonical"')
    expect(html).not.toContain('application/ld+json')
    for (const path of [
      `/m/${id}`,
      `/m/${id}/picture.jpg`,
      `/api/map/${id}/public`,
      `/api/map/${id}/gcps.csv`,
    ])
      expect((await get(path)).status, path).toBe(404)
    const { maps } = await callApi(reader, publicMaps, {})
    expect(maps.map((map) => map.id)).not.toContain(id)
    const found = await callApi(reader, findMaps, { query: { q: 'Secret' } })
    expect(found.items.map((map) => map.id)).not.toContain(id)
    const other = await addConverted(
      owner,
      scan,
      { title: 'Other', isPublic: 'true' },
      exactPoints(WIDTH, HEIGHT),
    )
    const near = await callApi(anyone(), nearbyMaps, { params: { id: other } })
    expect(near.maps.map((map) => map.id)).not.toContain(id)
    // The page of the link names the public ones of its place.
    const around = await callApi(anyone(), nearbyByLink, { params: { token } })
    expect(around.maps.map((map) => map.id)).toContain(other)
  })

  it('lets who has it do no more than look: every other call answers as for a private map', async () => {
    const token = await makeLink()
    await look(token)
    for (const call of [getMap, claimMap, mapTileJson, publicMap])
      expect((await refusedApi(reader, call, { params: { id } })).status).toBe(404)
    expect((await refusedApi(reader, shareMap, { params: { id }, body: { audience: 'owner' } })).status).toBe(
      404,
    )
  })

  it('stays the same until it is ended; then all that it has opened is closed at once, and the next is another', async () => {
    const token = await makeLink()
    expect(await makeLink()).toBe(token)
    const paths = await pathsOf(token)
    expect(await share('owner')).toEqual({ audience: 'owner', link: null })
    expect(await statuses(token, paths)).toEqual(all(404, 5 + paths.length))
    const next = await makeLink()
    expect(next).not.toBe(token)
    expect((await get(`/l/${token}`)).status).toBe(404)
    // Paths of the ended link are none of the new one either.
    expect((await get(paths[0]!)).status).toBe(404)
    expect((await get(`/l/${next}`)).status).toBe(200)
  })

  it('goes on working while the map is public, and when it is for those with the link again', async () => {
    const token = await makeLink()
    expect(await share('everyone')).toEqual({ audience: 'everyone', link: { token, url: `/l/${token}` } })
    const open = await pathsOf(token)
    expect(open[0]).toBe(`/api/files/maps/${id}/transformed/1.tif`)
    expect(await statuses(token, open)).toEqual(all(200, 5 + open.length))
    expect(await makeLink()).toBe(token)
    // What was open to all is so no longer.
    expect((await get(open[0]!)).status).toBe(404)
    expect((await get(`/l/${token}`)).status).toBe(200)
  })

  it('ends when a public map is made private by the switch, which says: its owner alone', async () => {
    const token = await makeLink()
    await share('everyone')
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    expect(await callApi(owner, mapSharing, { params: { id } })).toEqual({ audience: 'owner', link: null })
    expect((await get(`/l/${token}`)).status).toBe(404)
    // Of a private one nothing changes by it.
    const next = await makeLink()
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    expect((await get(`/l/${next}`)).status).toBe(200)
  })

  it('opens nothing while the map is in the trash, and leads to it again when it is restored', async () => {
    const token = await makeLink()
    const paths = await pathsOf(token)
    await callApi(owner, deleteMap, { params: { id } })
    expect(await statuses(token, paths)).toEqual(all(404, 5 + paths.length))
    await callApi(owner, restoreMap, { params: { id } })
    expect((await get(`/l/${token}`)).status).toBe(200)
    expect((await get(paths[0]!)).status).toBe(404)
  })

  it('is not guessed: neither by the map, nor by parts or spellings of it', async () => {
    const token = await makeLink()
    const guesses = [id, token.slice(0, -1), `${token}x`, token.toLowerCase(), '%00', "' or 1=1 --", 'null']
    for (const guess of guesses) expect([400, 404], guess).toContain((await get(`/l/${guess}`)).status)
    for (const guess of guesses)
      expect([400, 404], guess).toContain((await get(`/api/maps/linked/${guess}`)).status)
  })

  it('is told to nobody but the owner', async () => {
    const token = await makeLink()
    await share('everyone')
    const seen = await callApi(reader, getMap, { params: { id } })
    expect([JSON.stringify(seen).includes(token), seen.hasLink]).toEqual([false, undefined])
    expect((await callApi(owner, getMap, { params: { id } })).hasLink).toBe(true)
    expect((await refusedApi(reader, mapSharing, { params: { id } })).status).toBe(403)
    expect(JSON.stringify(await look(token))).not.toContain(token)
  })

  it('ends the claim of a public map that becomes one for those with the link', async () => {
    id = await addConverted(owner, scan, { title: 'Claimed', isPublic: 'true' })
    await callApi(reader, claimMap, { params: { id } })
    const token = await makeLink()
    expect((await callApi(owner, getMap, { params: { id } })).assigned).toBeNull()
    expect((await look(token)).overlay).toBeNull()
    expect((await refusedApi(reader, getMap, { params: { id } })).status).toBe(404)
  })
})

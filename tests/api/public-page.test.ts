import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapAccuracy, nearbyMaps, publicMap } from '../../contract/api/public-map.ts'
import { deleteMap, switchPublic, trashedMaps, updateMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { GCP_FILE_FORMATS } from '../../gcp-files/gcp-file.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [900, 600]
const HOSTILE = 'Plan </script><script>alert(1)</script> "of" <b>Vilna</b> & ’'

describe('the page of a public map', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let placed: string
  let hidden: string
  let scanOnly: string
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: 'https://maps.example.org' } })
    owner = await newUser(server.url)
    const scan = await drawnScan(WIDTH, HEIGHT)
    placed = await upload(owner, scan, {
      title: HOSTILE,
      isPublic: 'true',
      year: '1820',
      creator: 'J. "G" <i>',
    })
    hidden = await upload(owner, scan, { title: 'Hidden' })
    scanOnly = await upload(owner, scan, { title: 'Scan', isPublic: 'true', description: 'One\n two' })
    for (const id of [placed, hidden, scanOnly]) await untilReady(owner, id)
    const points = exactPoints(WIDTH, HEIGHT)
    for (const id of [placed, hidden]) await callApi(owner, transformMap, { params: { id }, body: points })
    const rights = { licence: 'CC-BY-4.0' as const, attribution: 'Vilnius <University> Library' }
    await callApi(owner, updateMap, { params: { id: placed }, body: { title: HOSTILE, ...rights } })
  }, 120_000)
  afterAll(async () => server?.stop())

  /** The values of the head's elements, by their names. */
  const metaOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(
        ([, name, value]) => [name, value],
      ),
    )

  it('carries title, description, canonical address, Open Graph and schema.org, and nothing of a title runs', async () => {
    const answer = await get(`/m/${placed}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    const html = await answer.text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>Vilna')
    const address = `https://maps.example.org/m/${placed}`
    expect(html).toContain(`<link rel="canonical" href="${address}" />`)
    expect(html).toContain('<title>Plan &lt;/script&gt;&lt;script&gt;alert(1)')
    expect(metaOf(html)).toMatchObject({
      'og:url': address,
      'og:image': `${address}/picture.jpg?v=1`,
      'og:title': expect.stringContaining('&quot;of&quot;') as string,
      description: expect.stringContaining('J. &quot;G&quot; &lt;i&gt;') as string,
    })
    // The scripts of the page: data, and files of our own.
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, , text]) => text?.trim() !== '')
    expect(inline.map(([, attributes]) => attributes)).toEqual([' type="application/ld+json"'])
    expect(JSON.parse(inline[0]![2]!)).toMatchObject({
      '@type': 'Map',
      '@id': address,
      name: HOSTILE,
      dateCreated: '1820',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      creditText: 'Vilnius <University> Library',
      encoding: { contentUrl: `https://maps.example.org/api/files/maps/${placed}/transformed/1.tif` },
    })
  })

  it('speaks the language of the browser, or the one that the address names', async () => {
    const languageOf = async (path: string, headers = {}) => {
      const answer = await get(path, headers)
      return [answer.headers.get('content-language'), /<html lang="(\w+)">/.exec(await answer.text())?.[1]]
    }
    expect(await languageOf(`/m/${scanOnly}`)).toEqual(['en', 'en'])
    const lithuanian = { 'accept-language': 'fr-FR,lt;q=0.8,en;q=0.5' }
    expect(await languageOf(`/m/${scanOnly}`, lithuanian)).toEqual(['lt', 'lt'])
    expect(await languageOf(`/m/${scanOnly}?lang=en`, lithuanian)).toEqual(['en', 'en'])
    expect((await get(`/m/${scanOnly}`)).headers.get('vary')).toContain('accept-language')
    expect(metaOf(await (await get(`/m/${scanOnly}`)).text())['description']).toBe('One two')
  })

  it('is 404, in words, for a private map, one in the trash, and none, whoever asks', async () => {
    const trashed = await addConverted(owner, await drawnScan(100, 80), { title: 'Gone', isPublic: 'true' })
    await callApi(owner, deleteMap, { params: { id: trashed } })
    for (const id of [
      hidden,
      trashed,
      'none',
      '00000000-0000-7000-8000-000000000000',
      '%3Cscript%3E',
      'x'.repeat(90),
    ])
      for (const path of [`/m/${id}`, `/m/${id}/embed`]) {
        const answer = await get(path, { authorization: `Bearer ${owner.token}`, 'accept-language': 'lt' })
        expect(answer.status, path).toBe(404)
        const html = await answer.text()
        expect(html).toContain('<h1>Tokio žemėlapio čia nėra</h1>')
        expect(html).toContain('<meta name="robots" content="noindex" />')
        expect(html).not.toContain('Hidden')
      }
    for (const path of [
      `/m/${hidden}/picture.jpg`,
      `/api/map/${hidden}/gcps.csv`,
      `/api/map/${hidden}/public`,
    ])
      expect((await get(path, { authorization: `Bearer ${owner.token}` })).status, path).toBe(404)

    // In the trash its owner alone sees its picture, by the path that the list there gives and by no other.
    const inTrash = (await callApi(owner, trashedMaps, {})).maps.find(({ id }) => id === trashed)
    const small = 'thumbnails/small-300.webp'
    const authorization = `Bearer ${owner.token}`
    expect((await get(`/api/${inTrash?.basePath}/${small}`)).status).toBe(200)
    expect((await get(`/api/files/maps/${trashed}/${small}`, { authorization })).status).toBe(404)
    expect((await get(`/api/${inTrash?.basePath}/converted/converted.tif`)).status).toBe(404)
  })

  it('names other public maps of the same place, the most alike first, and nothing private', async () => {
    const scan = await drawnScan(WIDTH, HEIGHT)
    /** A map whose points lie so many metres east, at so many metres a pixel. */
    const add = (title: string, eastMetres: number, scale: number, isPublic = true) => {
      const { imagePoints, mapPoints } = exactPoints(WIDTH, HEIGHT, scale)
      const moved = mapPoints.map(([x, y]): [number, number] => [x + eastMetres, y])
      return addConverted(
        owner,
        scan,
        { title, isPublic: String(isPublic) },
        { imagePoints, mapPoints: moved },
      )
    }
    const wide = await add('Wide', 0, 40)
    const moved = await add('Moved', 2000, 10)
    const [far, hiddenOne] = [await add('Far', 500_000, 10), await add('Private', 0, 10, false)]
    const nearby = async (id: string) =>
      (await callApi({ url: server.url }, nearbyMaps, { params: { id } })).maps.map((map) => map.id)
    expect(await nearby(placed)).toEqual([moved, wide])
    expect(await nearby(far)).toEqual([])
    expect(await nearby(scanOnly)).toEqual([])
    expect((await fetch(`${server.url}/api/map/${hiddenOne}/nearby`)).status).toBe(404)
    await callApi(owner, switchPublic, { params: { mapId: moved }, body: { isPublic: false } })
    expect(await nearby(placed)).toEqual([wide])
  })

  it('may be framed where it is made for it, and nowhere else', async () => {
    const embed = await get(`/m/${placed}/embed`)
    expect(embed.headers.get('x-frame-options')).toBeNull()
    const policy = embed.headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("script-src 'self'")
    for (const path of [`/m/${placed}`, '/', '/login', `/m/${placed}/embed/x`, '/m/embed']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN')
    }
  })

  it('has a picture of the warped map, or of the scan, which a browser keeps', async () => {
    const answer = await get(`/m/${placed}/picture.jpg?v=1`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
    // Beside the map is paper, and the map is none.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    expect(pixel(2, 315).every((value, at) => Math.abs(value - [0xf7, 0xf3, 0xea][at]!) < 6)).toBe(true)
    const middle = await sharp(bytes).extract({ left: 400, top: 100, width: 400, height: 400 }).stats()
    expect(Math.max(...middle.channels.map(({ stdev }) => stdev))).toBeGreaterThan(5)
    const etag = answer.headers.get('etag')!
    expect((await get(`/m/${placed}/picture.jpg`, { 'if-none-match': etag })).status).toBe(304)
    const scan = await get(`/m/${scanOnly}/picture.jpg`)
    expect([scan.status, scan.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('rests on calls that anyone may make: the map, how exactly it lies, its points', async () => {
    const anyone = { url: server.url }
    const map = await callApi(anyone, publicMap, { params: { id: placed } })
    expect(map).toMatchObject({
      title: HOSTILE,
      licence: 'CC-BY-4.0',
      uploadedBy: owner.username,
      overlay: { n: 1, placedBy: owner.username, transformationType: 'TPS' },
    })
    const count = exactPoints(WIDTH, HEIGHT).imagePoints.length
    expect(map.overlay?.pointCount).toBe(count)
    const { typicalError } = await callApi(anyone, mapAccuracy, { params: { id: placed } })
    // The points are exact.
    if (count >= 6) expect(typicalError?.pixels).toBeLessThan(0.1)
    else expect(typicalError).toBeNull()
    const file = await fetch(`${server.url}/api/${map.overlay!.path}`, { method: 'HEAD' })
    expect([file.status, Number(file.headers.get('content-length'))]).toEqual([200, map.overlay!.bytes])
    const saved =
      /filename="Plan script script alert\(1\) script of b Vilna b &\.[\w.]+"; filename\*=UTF-8''Plan%20/
    expect(file.headers.get('content-disposition')).toMatch(saved)
    for (const format of GCP_FILE_FORMATS) {
      const answer = await get(`/api/map/${placed}/gcps.${format}`)
      expect([answer.status, answer.headers.get('access-control-allow-origin')], format).toEqual([200, '*'])
      expect(answer.headers.get('content-disposition'), format).toMatch(saved)
      const read = readGcpFile(await answer.text())
      expect(read.ok && read.file.points.length, format).toBe(count)
    }
    expect((await get(`/api/map/${placed}/gcps.exe`)).status).toBe(404)
    expect((await get(`/api/map/${scanOnly}/gcps.csv`)).status).toBe(404)
    expect((await refusedApi(anyone, mapAccuracy, { params: { id: scanOnly } })).status).toBe(404)
  })

  it('is gone at once when its map becomes private', async () => {
    await callApi(owner, switchPublic, { params: { mapId: scanOnly }, body: { isPublic: false } })
    expect((await get(`/m/${scanOnly}`)).status).toBe(404)
    expect((await get(`/m/${scanOnly}/picture.jpg`)).status).toBe(404)
  })
})

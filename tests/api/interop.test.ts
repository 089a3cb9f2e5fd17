import { parseAnnotation } from '@allmaps/annotation'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog, unshareCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { deleteMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [1_300, 900]
const ORIGIN = 'https://maps.example.org'

interface Part {
  id: string
  type: string
  width: number
  height: number
  items: Part[]
  annotations: Part[]
  body: Part & { service: Part[] }
  [key: string]: unknown
}

describe('what other programs read of a map', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let stranger: Awaited<ReturnType<typeof newUser>>
  let scan: Awaited<ReturnType<typeof drawnScan>>
  let placed: string
  let hidden: string
  let scanOnly: string
  let points: ReturnType<typeof exactPoints>
  const mask: [number, number][] = [
    [10, 10],
    [1_200, 20],
    [1_190, 880],
    [15, 870],
  ]
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api${path}`, { headers, redirect: 'manual' })
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const json = async <Shape = Part>(path: string, headers = {}) => {
    const answer = await get(path, headers)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Shape
  }

  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: ORIGIN } })
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    scan = await drawnScan(WIDTH, HEIGHT, 'png')
    placed = await upload(owner, scan, {
      title: 'Žemėlapis',
      isPublic: 'true',
      year: '1820',
      creator: 'J. G.',
    })
    hidden = await upload(owner, scan, { title: 'Hidden' })
    scanOnly = await upload(owner, scan, { title: 'Scan', isPublic: 'true' })
    for (const id of [placed, hidden, scanOnly]) await untilReady(owner, id)
    points = exactPoints(WIDTH, HEIGHT)
    for (const id of [placed, hidden])
      await callApi(owner, transformMap, {
        params: { id },
        body: { ...points, transformationType: 'Affine', mask: [mask], disabled: [4] },
      })
    const rights = {
      licence: 'CC-BY-4.0' as const,
      attribution: 'Vilnius University Library',
      shelfmark: 'F. 23',
    }
    await callApi(owner, updateMap, { params: { id: placed }, body: { title: 'Žemėlapis', ...rights } })
  }, 120_000)
  afterAll(async () => server?.stop())

  it('is a Georeference Annotation that Allmaps reads, with crop and transformation, without points switched off', async () => {
    const answer = await get(`/map/${placed}/annotation.json`)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(answer.headers.get('content-type')).toContain('application/json')
    const text = await answer.text()
    const [map, other] = parseAnnotation(JSON.parse(text))
    expect(other).toBeUndefined()
    expect(map).toMatchObject({
      id: `${ORIGIN}/api/map/${placed}/annotation.json`,
      resource: { id: `${ORIGIN}/api/iiif/${placed}`, type: 'ImageService3', width: WIDTH, height: HEIGHT },
      resourceMask: mask,
      transformation: { type: 'polynomial', options: { order: 1 } },
    })
    expect(map?.gcps).toHaveLength(4)
    for (const [index, { resource, geo }] of map!.gcps.entries()) {
      const { pixelX, pixelY } = points.imagePoints[index]!
      expect(resource).toEqual([pixelX, pixelY])
      const [x, y] = mapPointOf(geo[0], geo[1])
      const [wantedX, wantedY] = points.mapPoints[index]!
      expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan(1e-6)
    }
    expect(readGcpFile(text)).toMatchObject({ ok: true, file: { format: 'annotation' } })
    const etag = answer.headers.get('etag')!
    expect((await get(`/map/${placed}/annotation.json`, { 'if-none-match': etag })).status).toBe(304)
    const linked = await get(`/map/${placed}/annotation.json`, { accept: 'application/ld+json' })
    expect(linked.headers.get('content-type')).toContain('application/ld+json')
  })

  it('is 404 for whom it is not, and its owner’s own all the same', async () => {
    const gone = await addConverted(owner, await drawnScan(100, 80), { title: 'Gone', isPublic: 'true' })
    await callApi(owner, deleteMap, { params: { id: gone } })
    const paths = (id: string) => [
      `/iiif/${id}/info.json`,
      `/iiif/${id}/full/max/0/default.jpg`,
      `/iiif/${id}/manifest.json`,
      `/iiif/${id}/annotations.json`,
      `/map/${id}/annotation.json`,
    ]
    for (const path of paths(hidden)) {
      for (const headers of [{}, as(stranger)]) expect((await get(path, headers)).status, path).toBe(404)
      const own = await get(path, as(owner))
      expect([own.status, own.headers.get('cache-control')], path).toEqual([200, 'private, no-cache'])
    }
    for (const id of [gone, 'none', '00000000-0000-7000-8000-000000000000'])
      for (const path of paths(id)) expect((await get(path, as(owner))).status, path).toBe(404)
    for (const path of [`/map/${scanOnly}/annotation.json`, `/iiif/${scanOnly}/annotations.json`])
      expect((await get(path)).status, path).toBe(404)
    // What becomes private is gone.
    await callApi(owner, switchPublic, { params: { mapId: scanOnly }, body: { isPublic: false } })
    expect((await get(`/iiif/${scanOnly}/info.json`)).status).toBe(404)
    await callApi(owner, switchPublic, { params: { mapId: scanOnly }, body: { isPublic: true } })
  })

  it('is an image of level 2: info.json, redirect of its own address, links of every picture', async () => {
    const info = await json(`/iiif/${placed}/info.json`)
    expect(info).toMatchObject({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `${ORIGIN}/api/iiif/${placed}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: WIDTH,
      height: HEIGHT,
      tiles: [{ width: 512, scaleFactors: [1, 2, 4] }],
      rights: 'http://creativecommons.org/licenses/by/4.0/',
    })
    for (const address of [`/iiif/${placed}`, `/iiif/${placed}/`]) {
      const answer = await get(address)
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `${ORIGIN}/api/iiif/${placed}/info.json`,
      ])
    }
    const picture = await get(`/iiif/${placed}/pct:0,0,100,100/pct:50/0/color.png`)
    expect(picture.headers.get('link')).toBe(
      `<${ORIGIN}/api/iiif/${placed}/full/650,450/0/default.png>;rel="canonical", <http://iiif.io/api/image/3/level2.json>;rel="profile"`,
    )
    expect(picture.headers.get('access-control-allow-origin')).toBe('*')
    const etag = picture.headers.get('etag')!
    const again = await get(`/iiif/${placed}/full/650,450/0/default.png`, { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  it('has the pixels of the scan in every part, size, turn and quality', async () => {
    const picture = async (path: string) => {
      const answer = await get(`/iiif/${placed}/${path}`)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      const image = sharp(Buffer.from(await answer.arrayBuffer()))
      const { format, channels } = await image.metadata()
      const { data, info } = await image
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { format, channels, data, info, type: answer.headers.get('content-type') }
    }
    const whole = sharp(scan.content)
    /** Mean difference of two pictures, of 255. */
    const difference = (a: Buffer, b: Buffer) => {
      expect(a.length).toBe(b.length)
      let sum = 0
      for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!)
      return sum / a.length
    }
    // Across the edges of tiles, and to the last pixel.
    const cut = { left: 400, top: 300, width: 900, height: 600 }
    const original = await whole.clone().extract(cut).raw().toBuffer()
    const part = await picture('400,300,900,600/max/0/default.png')
    expect(part).toMatchObject({ format: 'png', type: 'image/png', info: { width: 900, height: 600 } })
    expect(difference(part.data, original)).toBeLessThan(4)
    const turned = await picture('400,300,900,600/max/!90/default.webp')
    expect(turned).toMatchObject({ format: 'webp', info: { width: 600, height: 900 } })
    const flopped = await whole.clone().extract(cut).flop().raw().toBuffer()
    const expected = await sharp(flopped, { raw: { width: 900, height: 600, channels: 3 } })
      .rotate(90)
      .raw()
      .toBuffer()
    expect(difference(turned.data, expected)).toBeLessThan(6)
    const small = await picture('full/325,/0/default.jpg')
    expect(small).toMatchObject({ format: 'jpeg', type: 'image/jpeg', info: { width: 325, height: 225 } })
    // Each pixel of the level that is drawn is the mean of 16.
    const pixels = await whole.clone().raw().toBuffer()
    const reduced = Buffer.from(
      Array.from({ length: 325 * 225 * 3 }, (_, at) => {
        const [x, y] = [Math.floor(at / 3) % 325, Math.floor(at / 975)]
        let sum = 0
        for (let n = 0; n < 16; n++)
          sum += pixels[((y * 4 + (n >> 2)) * WIDTH + x * 4 + (n & 3)) * 3 + (at % 3)]!
        return sum / 16
      }),
    )
    expect(difference(small.data, reduced)).toBeLessThan(8)
    const gray = await picture('full/300,/0/gray.jpg')
    expect(gray.channels).toBe(1)
    const bitonal = await picture('full/300,/0/bitonal.png')
    expect(new Set(bitonal.data)).toEqual(new Set([0, 255]))
    const enlarged = await picture('0,0,100,100/^400,400/0/default.jpg')
    expect(enlarged.info).toMatchObject({ width: 400, height: 400 })
  })

  it('says which part of an address is none, and draws many at once without a mistake', async () => {
    for (const [path, part] of [
      ['0,0,0,10/max/0/default.jpg', 'region'],
      ['5000,0,10,10/max/0/default.jpg', 'region'],
      ['full/5000,/0/default.jpg', 'size'],
      ['full/max/45/default.jpg', 'rotation'],
      ['full/max/0/native.jpg', 'quality'],
      ['full/max/0/default.gif', 'format'],
      [`${'9'.repeat(99)}/max/0/default.jpg`, 'region'],
    ] as const) {
      const answer = await get(`/iiif/${placed}/${path}`)
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([400, '*'])
      expect(await answer.json()).toMatchObject({
        messageKey: 'errors.iiif.badPart',
        message: expect.stringContaining(part) as string,
      })
    }
    const tiles = Array.from({ length: 24 }, (_, n) => `${(n % 3) * 400},${Math.floor(n / 8) * 250},300,250`)
    const answers = await Promise.all(
      tiles.map((region, n) => get(`/iiif/${placed}/${region}/${200 + n},/0/default.webp`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(tiles.map(() => 200))
  })

  it('is a manifest with what is known of it, its rights, its image and its annotation', async () => {
    const manifest = await json(`/iiif/${placed}/manifest.json`)
    expect(manifest).toMatchObject({
      id: `${ORIGIN}/api/iiif/${placed}/manifest.json`,
      type: 'Manifest',
      label: { none: ['Žemėlapis'] },
      rights: 'http://creativecommons.org/licenses/by/4.0/',
      requiredStatement: { value: { none: ['Vilnius University Library'] } },
      homepage: [{ id: `${ORIGIN}/m/${placed}`, type: 'Text' }],
    })
    expect(manifest['metadata']).toEqual(
      expect.arrayContaining([
        { label: { en: ['Year'], lt: ['Metai'] }, value: { none: ['1820'] } },
        { label: { en: ['Author'], lt: ['Autorius'] }, value: { none: ['J. G.'] } },
        { label: { en: ['Shelfmark'], lt: ['Signatūra'] }, value: { none: ['F. 23'] } },
      ]),
    )
    const [canvas] = manifest.items
    expect(canvas).toMatchObject({ type: 'Canvas', width: WIDTH, height: HEIGHT })
    const painting = canvas!.items[0]!.items[0]!
    expect(painting).toMatchObject({ motivation: 'painting', target: canvas!.id })
    expect(painting.body.service).toEqual([
      { id: `${ORIGIN}/api/iiif/${placed}`, type: 'ImageService3', profile: 'level2' },
    ])
    const [page] = canvas!.annotations
    expect(parseAnnotation(page)).toHaveLength(1)
    expect(await json(page!.id.slice(`${ORIGIN}/api`.length))).toMatchObject({
      id: page!.id,
      type: 'AnnotationPage',
    })
    // Every address that a manifest names answers.
    const named = [
      ...JSON.stringify(manifest).matchAll(/"(https:\/\/maps\.example\.org\/(?:api|m)\/[^"#]+)"/g),
    ]
    const addresses = new Set(named.map(([, address]) => address!.slice(ORIGIN.length)))
    for (const address of addresses) {
      if (/\/canvas(?:\/|$)/.test(address)) continue
      const { status } = await fetch(server.url + address, { redirect: 'manual' })
      expect([200, 303], address).toContain(status)
    }
    const unplaced = await json(`/iiif/${scanOnly}/manifest.json`)
    expect(unplaced.items[0]).not.toHaveProperty('annotations')
    expect(unplaced).not.toHaveProperty('rights')
  })

  it('is a canvas of the manifest of a catalog, which its readers and its link open', async () => {
    const catalog = await callApi(owner, createCatalog, { body: { title: 'Plans' } })
    for (const mapId of [placed, hidden, scanOnly])
      await callApi(owner, batchFavorites, {
        params: { mapId },
        body: { addCatalogs: [catalog.id], removeCatalogs: [] },
      })
    const path = `/catalogs/${catalog.id}/manifest.json`
    const titles = ({ items }: Part) => items.map(({ label }) => (label as { none: string[] }).none[0])
    const own = await json(path, as(owner))
    expect(titles(own)).toEqual(['Žemėlapis', 'Hidden', 'Scan'])
    for (const headers of [{}, as(stranger)]) expect((await get(path, headers)).status).toBe(404)
    const { token } = await callApi(owner, shareCatalog, { params: { id: catalog.id }, body: {} })
    const shared = await json(`${path}?token=${token}`)
    expect(titles(shared)).toEqual(['Žemėlapis', 'Scan'])
    expect(shared.id).toBe(`${ORIGIN}/api${path}?token=${token}`)
    expect(shared.items[0]!.annotations).toEqual([
      { id: `${ORIGIN}/api/iiif/${placed}/annotations.json`, type: 'AnnotationPage' },
    ])
    expect(JSON.stringify(shared)).not.toContain('Hidden')
    const other = await callApi(owner, createCatalog, { body: { title: 'Other' } })
    expect((await get(`/catalogs/${other.id}/manifest.json?token=${token}`)).status).toBe(404)
    expect((await get(`/catalogs/${other.id}/manifest.json`, as(owner))).status).toBe(404)
    await callApi(owner, unshareCatalog, { params: { id: catalog.id }, body: {} })
    expect((await get(`${path}?token=${token}`)).status).toBe(404)
  })
})

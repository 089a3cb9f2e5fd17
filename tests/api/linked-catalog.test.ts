import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog, unshareCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { linkedCatalog } from '../../contract/api/linked-catalog.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [300, 200]
const HOSTILE = 'Plan </script><script>alert(1)</script> of "Vilna"'

describe('a catalog by its link, for anyone', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let token: string
  let page: string | null
  let catalogId: string
  let placed: string
  let scanOnly: string
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
  const anyone = () => ({ url: server.url })

  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: 'https://maps.example.org' } })
    owner = await newUser(server.url, 'Ona')
    const scan = await drawnScan(WIDTH, HEIGHT)
    scanOnly = await upload(owner, scan, { title: 'Only a scan', isPublic: 'true' })
    const hidden = await upload(owner, scan, { title: 'Secret sheet' })
    placed = await upload(owner, scan, { title: HOSTILE, isPublic: 'true', year: '1820' })
    for (const id of [scanOnly, hidden, placed]) await untilReady(owner, id)
    for (const id of [hidden, placed])
      await callApi(owner, transformMap, { params: { id }, body: exactPoints(WIDTH, HEIGHT) })
    catalogId = (await callApi(owner, createCatalog, { body: { title: 'Town plans' } })).id
    for (const mapId of [scanOnly, hidden, placed])
      await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [catalogId] } })
    const link = await callApi(owner, shareCatalog, { params: { id: catalogId }, body: null })
    token = link.token!
    page = link.url
  }, 120_000)
  afterAll(async () => server?.stop())

  it('names its public maps in their order, and of the private ones how many there are, be it to their owner', async () => {
    for (const caller of [anyone(), owner]) {
      const catalog = await callApi(caller, linkedCatalog, { params: { token } })
      expect(catalog).toMatchObject({
        title: 'Town plans',
        ownerName: owner.username,
        mapCount: 2,
        hiddenCount: 1,
      })
      expect(catalog.maps.map(({ id, title }) => [id, title])).toEqual([
        [scanOnly, 'Only a scan'],
        [placed, HOSTILE],
      ])
      expect(catalog.maps.map(({ corners }) => corners !== null)).toEqual([false, true])
      expect(JSON.stringify(catalog)).not.toContain('Secret sheet')
      // The pictures need no account.
      for (const { basePath } of catalog.maps)
        expect((await get(`/api/${basePath}/thumbnails/small-300.webp`)).status).toBe(200)
    }
  })

  it('is a page whose head tells title, maps and picture, that is not indexed, and on which no title runs', async () => {
    expect(page).toBe(`/c/${token}`)
    const answer = await get(`/c/${token}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    // The link may be ended at any time.
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const html = await answer.text()
    expect(html).toContain('<title>Town plans · Palimpsest</title>')
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(html).toContain(`<meta property="og:url" content="https://maps.example.org/c/${token}" />`)
    expect(html).toContain(
      `<meta property="og:image" content="https://maps.example.org/m/${scanOnly}/picture.jpg" />`,
    )
    expect((await get(`/m/${scanOnly}/picture.jpg`)).status).toBe(200)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('Secret sheet')
    const [, data = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Collection',
      name: 'Town plans',
      collectionSize: 2,
      creator: { name: owner.username },
      hasPart: [
        { '@type': 'Map', '@id': `https://maps.example.org/m/${scanOnly}`, name: 'Only a scan' },
        { '@type': 'Map', '@id': `https://maps.example.org/m/${placed}`, name: HOSTILE },
      ],
    })
    // Without scripts the maps are named all the same.
    expect(html).toContain(`<li><a href="https://maps.example.org/m/${scanOnly}">Only a scan</a></li>`)
  })

  it('is 404, in words, for a link that is none, and for one that was ended', async () => {
    const isGone = async (of: string) => {
      const answer = await get(`/c/${of}`, { 'accept-language': 'lt' })
      expect(answer.status, of).toBe(404)
      expect(await answer.text()).toContain('<h1>Tokio katalogo čia nėra</h1>')
      const refused = await refusedApi(anyone(), linkedCatalog, { params: { token: of } })
      expect(refused.status, of).toBe(404)
    }
    for (const of of ['none', '%3Cscript%3E', '%00', catalogId, '00000000-0000-7000-8000-000000000000'])
      await isGone(of)
    await callApi(owner, unshareCatalog, { params: { id: catalogId }, body: null })
    await isGone(token)
  })
})

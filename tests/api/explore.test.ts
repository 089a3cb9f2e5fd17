import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPLORED_PAGE, exploreMaps } from '../../contract/api/explore.ts'
import { findMaps } from '../../contract/api/find.ts'
import { shareMap } from '../../contract/api/map-sharing.ts'
import { deleteMap, switchPublic } from '../../contract/api/maps.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [300, 200]
/** Where the maps lie: 300 by 200 px of ten metres from the corner of `exactPoints`. */
const HERE = '2790000,7280000,2810000,7310000'

describe('the list of public maps for anyone', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let plan: string
  let far: string
  const anyone = () => ({ url: server.url })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
  const list = (query: Record<string, string | number> = {}) => callApi(anyone(), exploreMaps, { query })
  const titles = async (query: Record<string, string | number> = {}) =>
    (await list(query)).items.map(({ title }) => title)
  const add = async (fields: Record<string, string>, eastMetres = 0) => {
    const { imagePoints, mapPoints } = exactPoints(WIDTH, HEIGHT)
    const moved = mapPoints.map(([x, y]): [number, number] => [x + eastMetres, y])
    return addConverted(owner, await drawnScan(WIDTH, HEIGHT), fields, { imagePoints, mapPoints: moved })
  }

  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: 'https://maps.example.org' } })
    owner = await newUser(server.url, 'Ona')
    plan = await add({ title: 'Plan of Kaunas', isPublic: 'true', year: '1820', creator: 'J. Smith' })
    far = await add({ title: 'Far sheet', isPublic: 'true', startYear: '1700', endYear: '1750' }, 500_000)
  }, 120_000)
  afterAll(async () => server?.stop())

  it('has the public georeferenced maps and nothing else, whoever asks', async () => {
    const secret = await add({ title: 'Secret sheet' })
    const linked = await add({ title: 'Linked sheet' })
    await callApi(owner, shareMap, { params: { id: linked }, body: { audience: 'link' } })
    const trashed = await add({ title: 'Trashed sheet', isPublic: 'true' })
    await callApi(owner, deleteMap, { params: { id: trashed } })
    await addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title: 'Unplaced sheet', isPublic: 'true' })
    const hidden = await add({ title: 'Hidden again', isPublic: 'true' })
    expect(await titles({ q: 'hidden' })).toEqual(['Hidden again'])
    await callApi(owner, switchPublic, { params: { mapId: hidden }, body: { isPublic: false } })
    const callers: readonly Record<string, string>[] = [{}, { authorization: `Bearer ${owner.token}` }]
    for (const headers of callers)
      for (const query of ['', '?q=sheet', `?view=${HERE}`, '?q=Ona']) {
        const text = await (await get(`/api/maps/explore${query}`, headers)).text()
        const { items, total } = exploreMaps.reply.parse(JSON.parse(text))
        expect(items.map(({ id }) => id).filter((id) => id !== plan && id !== far)).toEqual([])
        expect(total).toBe(items.length)
        for (const word of ['Secret', 'Linked', 'Trashed', 'Unplaced', 'Hidden'])
          expect(text, query).not.toContain(word)
        for (const id of [secret, linked, trashed, hidden]) expect(text, query).not.toContain(id)
      }
    // Words of what is private stand in for none that is misspelt, and are not counted.
    for (const q of ['secret', 'secrte', 'linked'])
      expect(await list({ q })).toMatchObject({ items: [], total: 0 })
  })

  it('says of each map no more than a public page may', async () => {
    const { items } = await list({ q: 'kaunas' })
    const [map] = items
    expect(items).toHaveLength(1)
    expect(map).toMatchObject({ id: plan, title: 'Plan of Kaunas', creator: 'J. Smith' })
    expect(Object.keys(map!).sort()).toEqual(['basePath', 'corners', 'creator', 'id', 'title', 'years'])
    expect((await get(`/api/${map!.basePath}/thumbnails/small-300.webp`)).status).toBe(200)
  })

  it('narrows by words and years, and begins with what lies in the view', async () => {
    expect(await titles({ from: 1800 })).toEqual(['Plan of Kaunas'])
    expect(await titles({ to: 1720 })).toEqual(['Far sheet'])
    expect(await titles({ q: 'sheet', from: 1740, to: 1760 })).toEqual(['Far sheet'])
    expect(await titles({ from: 1760, to: 1800 })).toEqual([])
    expect(await list({ view: HERE })).toMatchObject({ total: 2, inView: 1 })
    expect((await titles({ view: HERE }))[0]).toBe('Plan of Kaunas')
    const elsewhere = HERE.split(',').map((value, at) => Number(value) + (at % 2 === 0 ? 500_000 : 0))
    expect((await titles({ view: elsewhere.join(',') }))[0]).toBe('Far sheet')
    expect(await list({ q: 'kaunsa' })).toMatchObject({ isNear: true, total: 1 })
  })

  it('names the places that the words may mean, and where they lie', async () => {
    await expect
      .poll(async () => (await list({ q: 'Kaunas' })).places.map(({ name }) => name), { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(/^Kaunas/))
    const [place] = (await list({ q: 'Kaunas' })).places
    expect(place!.corners.minX).toBeLessThanOrEqual(2_662_000)
    expect(place!.corners.maxX).toBeGreaterThanOrEqual(2_655_000)
    expect((await list({ q: 'k' })).places).toEqual([])
    // A box of degrees that reaches a pole is cut where the map ends.
    for (const { corners } of (await list({ q: 'Antarctica' })).places)
      for (const value of Object.values(corners)) expect(Number.isFinite(value)).toBe(true)
  })

  it('comes a page at a time', async () => {
    for (let at = 0; at < EXPLORED_PAGE; at += 1)
      await add({ title: `Series ${at}`, isPublic: 'true', creator: 'Survey' })
    const first = await list({ q: 'survey' })
    expect([first.items.length, first.total, first.next]).toEqual([EXPLORED_PAGE, EXPLORED_PAGE, null])
    await add({ title: 'Series last', isPublic: 'true', creator: 'Survey' })
    const again = await list({ q: 'survey' })
    expect([again.items.length, again.total]).toEqual([EXPLORED_PAGE, EXPLORED_PAGE + 1])
    const second = await list({ q: 'survey', cursor: again.next! })
    expect([second.items.length, second.next, second.places]).toEqual([1, null, []])
    expect(again.items.map(({ id }) => id)).not.toContain(second.items[0]!.id)
    // Asking for more of the same at once is answered in turn.
    const many = await Promise.all(Array.from({ length: 8 }, () => list({ q: 'survey' })))
    expect(new Set(many.map(({ total }) => total))).toEqual(new Set([EXPLORED_PAGE + 1]))
  })

  it('refuses what it cannot understand, and names the field', async () => {
    const { next: foreign } = await callApi(owner, findMaps, {
      query: { list: 'personal', limit: 1, sort: 'title' },
    })
    const wrong: Record<string, readonly string[]> = {
      q: ['x'.repeat(301), '\u0000', '\uD800'],
      from: ['18th', '1800.5', '10000', '-10000', '1e3', '', ' 1800', '99999999999'],
      to: ['x', 'NaN', '--5'],
      view: ['', '1,2,3', 'a,b,c,d', '5,0,1,1', '0,0,1,1,1', '1e9,0,1,1', 'NaN,0,1,1', '0,0,99999999999,1'],
      cursor: [
        'x',
        'x'.repeat(3001),
        Buffer.from('["relevance",99,[],"x",0,null]').toString('base64url'),
        foreign!,
      ],
      'accept-language': ['x'.repeat(51)],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        // A lone surrogate cannot be sent but as its three bytes.
        const text = value === '\uD800' ? '%ED%A0%80' : encodeURIComponent(value)
        const answer = await get(`/api/maps/explore?${field}=${text}`)
        const body = (await answer.json()) as { errors?: Record<string, string> }
        if (value === '\uD800') expect([200, 400]).toContain(answer.status)
        else {
          expect([answer.status, value.slice(0, 40)], field).toEqual([400, value.slice(0, 40)])
          expect(Object.keys(body.errors ?? {}), `${field}=${value.slice(0, 40)}`).toContain(field)
        }
      }
    const reversed = await refusedApi(anyone(), exploreMaps, { query: { from: 1900, to: 1800 } })
    expect([reversed.status, reversed.body.errors]).toMatchObject([400, { to: expect.stringMatching(/./) }])
    // What asks for more than there is to say is cut down, and nothing of it is run.
    for (const query of [
      `q=${'%22'.repeat(150)}`,
      `q=${'a%20'.repeat(70)}`,
      'q=%25_%5C',
      'q=1&q=2',
      'limit=100000',
    ])
      expect([200, 400], query).toContain((await get(`/api/maps/explore?${query}`)).status)
    expect((await list({ limit: 1 })).items.length).toBe(EXPLORED_PAGE)
    expect((await get('/api/maps/explore', { authorization: 'Bearer none' })).status).toBe(200)
  })

  it('has a page of its own: title, description, one canonical address in both languages', async () => {
    for (const [language, title] of [
      ['en', 'Old maps'],
      ['lt', 'Seni žemėlapiai'],
    ] as const) {
      const answer = await get(`/explore?mapId=${plan}&q=%3Cscript%3E`, { 'accept-language': language })
      const html = await answer.text()
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, language])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
      expect(html).toContain(`<title>${title} · Palimpsest</title>`)
      expect(html).toMatch(/<meta name="description" content="[^"]{20,}" \/>/)
      expect(html).toContain('<link rel="canonical" href="https://maps.example.org/explore" />')
      expect(html).toContain(`<noscript><main><h1>${title}</h1>`)
      expect(html).not.toContain('%3Cscript')
      expect(html).not.toContain(plan)
    }
    expect((await get('/explore/')).status).toBeLessThan(400)
  })
})

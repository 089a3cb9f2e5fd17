/** What anyone may ask for costs the server little, however often it is asked, and holds nobody else up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personalMaps } from '../../contract/api/maps.ts'
import { callApi, newUser, type NewUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [800, 600]

describe('public work', () => {
  let server: TestServer
  let owner: NewUser
  let placed: string
  let hidden: string
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api${path}`, { headers, redirect: 'manual' })
  const asOwner = () => ({ authorization: `Bearer ${owner.token}` })
  beforeAll(async () => {
    server = await startServer({ env: { STATEMENT_SECONDS: '0.5' } })
    owner = await newUser(server.url)
    const [scan, points] = [await drawnScan(WIDTH, HEIGHT), exactPoints(WIDTH, HEIGHT)]
    placed = await addConverted(owner, scan, { title: 'Open', isPublic: 'true' }, points)
    hidden = await addConverted(owner, scan, { title: 'Hidden' }, points)
  })
  afterAll(async () => server?.stop())

  it('writes a file of points once a version, and sends it to nobody who has it', async () => {
    for (const format of ['kml', 'vrt', 'csv']) {
      const path = `/map/${placed}/gcps.${format}`
      const first = await get(path)
      const text = await first.text()
      const etag = first.headers.get('etag')!
      // A version never changes: what is read anew would show this.
      await runningServer(server.url)!.pool.query(
        `update map_versions set transformation = jsonb_set(transformation, '{notes}', '{"0": "changed"}') where map_id = $1`,
        [placed],
      )
      expect(await (await get(path)).text(), format).toBe(text)
      const unchanged = await get(path, { 'if-none-match': etag })
      expect([unchanged.status, await unchanged.text()], format).toEqual([304, ''])
    }
  })

  it('makes pictures without loss and enlarged ones small for strangers, and says what they may ask for', async () => {
    const picture = (size: string, format: string) => `/iiif/${placed}/full/${size}/0/default.${format}`
    for (const format of ['png', 'jpg', 'webp']) {
      const path = picture('^2000,1500', format)
      const refused = await get(path)
      const body = (await refused.json()) as { messageKey: string }
      expect([refused.status, body.messageKey], path).toEqual([400, 'errors.iiif.tooLargeForStrangers'])
      expect((await get(path, asOwner())).status, path).toBe(200)
    }
    for (const path of [picture('max', 'png'), picture('^1000,750', 'png'), picture('max', 'jpg')])
      expect((await get(path)).status, path).toBe(200)
  })

  it('names the Host that was sent to its sender alone, as long as no address of the instance is set', async () => {
    const paths = [
      `/map/${placed}/tilejson.json`,
      `/map/${placed}/download.geojson`,
      `/map/${placed}/download.xml`,
      `/wmts?service=WMTS&request=GetCapabilities`,
      `/map/${placed}/wmts/1.0.0/WMTSCapabilities.xml`,
    ]
    for (const path of paths) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([200, 'private, max-age=60'])
    }
  })

  it('has what is private asked for each time, so that the next user of a browser does not see it', async () => {
    const { maps } = await callApi(owner, personalMaps, {})
    const map = maps.find(({ id }) => id === hidden)!
    const paths = [`/${map.files.transformedPath}`, `/map/${hidden}/tiles/0/0/0.webp`]
    for (const path of paths) {
      const { status, headers } = await get(path, asOwner())
      expect([status, headers.get('cache-control')], path).toEqual([200, 'private, no-cache'])
      expect(headers.get('vary'), path).toMatch(/authorization/i)
    }
  })

  it('ends a statement that takes too long, and asks to come again', async () => {
    const client = await runningServer(server.url)!.pool.connect()
    try {
      await client.query('begin')
      await client.query('lock table ratings, maps in access exclusive mode')
      const refused = await refusedApi(owner, personalMaps, {})
      expect([refused.status, refused.body.messageKey]).toEqual([503, 'errors.unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await callApi(owner, personalMaps, {})).maps).toHaveLength(2)
  })
})

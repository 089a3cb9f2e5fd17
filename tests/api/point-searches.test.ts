/** Points that are searched for many maps in the background: found with odds, decided by their owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { correctWords, type ScanWord, scanLettering } from '../../contract/api/lettering.ts'
import { getMap } from '../../contract/api/maps.ts'
import { countPointSearches } from '../../contract/api/point-search-count.ts'
import {
  cancelPointSearches,
  decideOnPoints,
  pointSearches,
  searchPoints,
} from '../../contract/api/point-searches.ts'
import { addMapOnScan } from '../../contract/api/scan-maps.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { placesOfTheWorld } from '../../server/world/named-places.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { letteredScan } from '../support/lettered-scan.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const POLL = { timeout: 180_000, interval: 100 }
const [WIDTH, HEIGHT] = [800, 600]

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
const named = towns.map(({ name, lon, lat }) =>
  word(name, (lon - WEST) * PIXELS_A_DEGREE * SHRINK, (NORTH - lat) * PIXELS_A_DEGREE),
)

describe('points that are searched for many maps', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let stranger: Awaited<ReturnType<typeof newUser>>
  let lettered: string
  let bare: string
  let published: string
  const of = (id: string) => ({ params: { id } })
  const searches = (mapId?: string) =>
    callApi(owner, pointSearches, { query: mapId === undefined ? {} : { mapId } })
  const counts = () => callApi(owner, countPointSearches, {})
  const begin = (...maps: string[]) => callApi(owner, searchPoints, { body: { maps } })
  const decide = (mapId: string, decision: 'accepted' | 'mended' | 'refused' | null) =>
    callApi(owner, decideOnPoints, { body: { mapId, decision } })
  const put = async (id: string, words: ScanWord[]) => {
    const { readAt: since } = await callApi(owner, scanLettering, of(id))
    await callApi(owner, correctWords, { ...of(id), body: { words, since } })
  }
  const draftOf = async (id: string) => (await callApi(owner, getDraft, of(id))).draft

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    const scan = await drawnScan(WIDTH, HEIGHT)
    bare = await addConverted(owner, scan, { title: 'Bare' })
    // Another map of the same scan, whose files lie with the first.
    const body = { title: 'Lettered' }
    lettered = (await callApi(owner, addMapOnScan, { params: { id: bare }, body })).id
    published = await addConverted(owner, scan, { title: 'Published' }, exactPoints(WIDTH, HEIGHT))
    await put(lettered, named)
    await put(bare, [word('Nemunas', 100, 100)])
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('are found with odds and a place, or nothing is, and no point is set', async () => {
    expect(await begin(lettered, bare, published, 'unknown', lettered)).toEqual({ begun: 2, left: 2 })
    expect((await counts()).open).toBeGreaterThan(0)
    // What is searched for is not searched for a second time.
    expect((await begin(lettered)).begun).toBeLessThanOrEqual(1)
    await expect.poll(counts, POLL).toEqual({ open: 0, found: 1 })
    const { found, foundCount, nothing, nothingCount, decided, current } = await searches()
    expect([foundCount, nothingCount, current]).toEqual([1, 1, null])
    expect(found[0]).toMatchObject({ mapId: lettered, title: 'Lettered', by: 'names' })
    expect(towns.map(({ name }) => name)).toContain(found[0]!.place)
    expect(found[0]!.points).toHaveLength(12)
    expect(found[0]!.odds).toBeGreaterThan(3)
    expect(nothing).toMatchObject([{ mapId: bare, reason: 'few-names' }])
    expect(decided).toEqual({ accepted: 0, mended: 0, refused: 0 })
    expect((await fetch(`${server.url}/api/${found[0]!.basePath}/thumbnails/small-300.webp`)).status).toBe(
      200,
    )
    expect(await draftOf(lettered)).toBeNull()
    expect((await callApi(owner, getMap, of(lettered))).isTransformed).toBe(false)
    expect((await searches(bare)).found).toEqual([])
    expect(await callApi(stranger, pointSearches, {})).toMatchObject({ found: [], nothing: [], open: 0 })
  }, 240_000)

  it('become a draft with their origins when they are accepted, which taking back removes', async () => {
    const [proposal] = (await searches()).found
    await decide(lettered, 'accepted')
    const draft = await draftOf(lettered)
    expect(draft?.transformation.mapPoints).toHaveLength(12)
    expect(draft?.transformation.proposed?.[0]).toEqual({
      read: proposal!.points[0]!.read,
      name: proposal!.points[0]!.name,
    })
    const [lon, lat] = lonLatOf(draft!.transformation.mapPoints[0]!)
    expect([lon, lat]).toEqual(
      proposal!.points[0]!.map.map((degrees) => expect.closeTo(degrees, 6) as number),
    )
    expect(await searches()).toMatchObject({ found: [], decided: { accepted: 1 } })
    const twice = await refusedApi(owner, decideOnPoints, { body: { mapId: lettered, decision: 'refused' } })
    expect(twice.status).toBe(409)

    await decide(lettered, null)
    expect(await draftOf(lettered)).toBeNull()
    expect(await searches()).toMatchObject({ foundCount: 1, decided: { accepted: 0 } })
    await decide(lettered, 'refused')
    expect(await searches()).toMatchObject({ foundCount: 0, decided: { refused: 1 } })
    await decide(lettered, null)
  })

  it('never take the place of points that were set by hand, or changed since', async () => {
    const transformation = exactPoints(WIDTH, HEIGHT)
    const { version } = await callApi(owner, saveDraft, {
      ...of(lettered),
      body: { follows: null, baseVersion: null, transformation },
    })
    const refused = await refusedApi(owner, decideOnPoints, {
      body: { mapId: lettered, decision: 'accepted' },
    })
    expect([refused.status, refused.body.messageKey]).toEqual([409, 'errors.lettering.hasPoints'])
    await callApi(owner, saveDraft, {
      ...of(lettered),
      body: { follows: version, baseVersion: null, transformation: { mapPoints: [], imagePoints: [] } },
    })
    await decide(lettered, 'accepted')
    const accepted = await draftOf(lettered)
    await callApi(owner, saveDraft, {
      ...of(lettered),
      body: { follows: accepted!.version, baseVersion: null, transformation },
    })
    const kept = await refusedApi(owner, decideOnPoints, { body: { mapId: lettered, decision: null } })
    expect([kept.status, kept.body.messageKey]).toEqual([409, 'errors.drafts.changedElsewhere'])
    expect((await draftOf(lettered))?.transformation.mapPoints).toHaveLength(transformation.mapPoints.length)
  })

  it('are decided by whoever they were found for', async () => {
    const other = await refusedApi(stranger, decideOnPoints, {
      body: { mapId: lettered, decision: 'refused' },
    })
    expect(other.status).toBe(404)
    expect(await callApi(stranger, searchPoints, { body: { maps: [bare] } })).toEqual({ begun: 0, left: 1 })
    const none = await refusedApi(owner, decideOnPoints, { body: { mapId: bare, decision: 'accepted' } })
    expect(none.status).toBe(404)
  })

  it('are searched on a scan that is read first, after a kill again, and no longer when that is cancelled', async () => {
    const scan = await letteredScan(640, 480, [{ text: 'VILNIA', x: 60, y: 70 }])
    const unread = await upload(owner, scan, { title: 'Unread' })
    await untilReady(owner, unread)
    await begin(unread)
    await expect.poll(async () => (await searches()).current?.title, POLL).toBe('Unread')
    await server.kill9()
    await server.restart()
    for (const user of [owner, stranger]) Object.assign(user, { url: server.url })
    await expect.poll(async () => (await counts()).open, POLL).toBe(0)
    expect((await searches(unread)).nothing).toMatchObject([{ title: 'Unread' }])
    expect((await callApi(owner, scanLettering, of(unread))).state).toBe('done')

    const again = await upload(owner, scan, { title: 'Given up' })
    await untilReady(owner, again)
    await begin(again, bare)
    await expect.poll(async () => (await searches()).current?.title, POLL).toBeTruthy()
    await callApi(owner, cancelPointSearches, {})
    expect(await searches()).toMatchObject({ open: 0, current: null })
    // What was known of another map before stays.
    expect((await searches(bare)).nothing).toHaveLength(1)
    const jobs = async () => {
      const { rows } = await database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'search-points'`,
      )
      return rows.length
    }
    await expect.poll(jobs, POLL).toBe(0)
    expect((await searches(again)).nothing).toEqual([])
  }, 360_000)

  it('go with the map', async () => {
    await database.pool.query('delete from maps where owner_id = $1', [owner.id])
    const { rows } = await database.pool.query('select map_id from point_searches')
    expect(rows).toEqual([])
  })
})

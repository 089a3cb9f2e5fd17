/** Overlays with a crop that an earlier release published with the outline of the whole sheet. */
import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { outlineTile } from '../../contract/api/find.ts'
import { restoreVersion, transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Ring = [number, number][]
const POLL = { timeout: 30_000, interval: 50 }
const WORLD = 40_075_016.685578488
/** A third of the scan in each direction, in its middle. */
const MASK: Ring[] = [
  [
    [300, 200],
    [600, 200],
    [600, 400],
    [300, 400],
  ],
]

describe('outlines of overlays that an earlier release published with a crop', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let cropped: string
  let whole: string
  const points = exactPoints(900, 600)

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    owner = await newUser(server.url)
    const scan = await drawnScan(900, 600)
    cropped = await upload(owner, scan, { title: 'Cropped', isPublic: 'true' })
    whole = await upload(owner, scan, { title: 'Whole', isPublic: 'true' })
    for (const id of [cropped, whole]) await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id: whole }, body: points })
    const masked = { ...points, mask: MASK }
    await callApi(owner, transformMap, { params: { id: cropped }, body: masked })
    await callApi(owner, transformMap, {
      params: { id: cropped },
      body: { ...masked, transformationType: 'Affine' },
    })
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  /** The outline that is given away. */
  const download = async (id: string) => {
    const answer = await fetch(`${server.url}/api/map/${id}/download.geojson`)
    const { features } = (await answer.json()) as { features: { geometry: unknown }[] }
    return features[0]!.geometry
  }
  /** The outline's side in units of a tile that holds the map. */
  const drawnSide = async (id: string) => {
    const z = 11
    const [x, y] = [
      Math.floor((2_804_500 / WORLD + 0.5) * 2 ** z),
      Math.floor((0.5 - 7_297_000 / WORLD) * 2 ** z),
    ]
    const answer = await fetch(server.url + API_BASE + callPath(outlineTile, { z, x, y }, {}), {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const layer = new VectorTile(new Pbf(new Uint8Array(await answer.arrayBuffer()))).layers.outlines!
    const features = Array.from({ length: layer.length }, (_, at) => layer.feature(at))
    const xs = features
      .find((feature) => feature.properties.id === id)!
      .loadGeometry()
      .flat()
      .map((point) => point.x)
    return Math.max(...xs) - Math.min(...xs)
  }
  /** Makes the versions of the cropped map as an earlier release left them. */
  const asBefore = () =>
    database.pool.query(
      `update map_versions set outlines_crop = false, footprint = (
         select footprint from map_versions where map_id = $2) where map_id = $1`,
      [cropped, whole],
    )
  const left = async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from map_versions where map_id = $1 and not outlines_crop`,
      [cropped],
    )
    return rows[0]!.n
  }

  it('end with their crop after the next start, everywhere they are shown, earlier versions too', async () => {
    const [wanted, sheet] = [await download(cropped), await download(whole)]
    const sides = [await drawnSide(cropped), await drawnSide(whole)]
    // A third of the sheet.
    expect(sides[0]! / sides[1]!).toBeCloseTo(1 / 3, 1)
    await asBefore()
    // What was drawn of it before is kept by the process: the whole sheet.
    await server.restart({ JOB_CONCURRENCY: '0' })
    Object.assign(owner, { url: server.url })
    expect(await download(cropped)).toEqual(sheet)
    expect(await drawnSide(cropped)).toBe(sides[1])
    expect(await left()).toBe(2)
    await server.kill9()
    await server.restart({ JOB_CONCURRENCY: '2' })
    Object.assign(owner, { url: server.url })
    await expect.poll(left, POLL).toBe(0)
    expect(await download(cropped)).toEqual(wanted)
    expect(await download(whole)).toEqual(sheet)
    expect(await drawnSide(cropped)).toBe(sides[0])
    await callApi(owner, restoreVersion, { params: { id: cropped, n: 1 } })
    await expect.poll(() => drawnSide(cropped), POLL).toBe(sides[0])
  }, 120_000)

  it('are drawn anew by a process that has drawn them before', async () => {
    const side = await drawnSide(cropped)
    await asBefore()
    await server.restart()
    Object.assign(owner, { url: server.url })
    await expect.poll(left, POLL).toBe(0)
    await asBefore()
    await database.pool.query(`update maps set outline_revision = outline_revision + 1 where id = $1`, [
      cropped,
    ])
    expect(await drawnSide(cropped)).toBeGreaterThan(2 * side)
    await database.pool.query(`select graphile_worker.add_job('outline-crops', '{}'::json)`)
    await expect.poll(left, POLL).toBe(0)
    expect(await drawnSide(cropped)).toBe(side)
  }, 120_000)

  it('stay as they are where nothing can be made of them, and are not tried again', async () => {
    await asBefore()
    await database.pool.query(
      `update map_versions set transformation = jsonb_set(transformation, '{mask}', '[[[5000,5000],[5010,5000],[5000,5010]]]')
       where map_id = $1 and n = 1`,
      [cropped],
    )
    await database.pool.query(`select graphile_worker.add_job('outline-crops', '{}'::json)`)
    await expect.poll(left, POLL).toBe(0)
    expect(await download(cropped)).toEqual(await download(whole))
  }, 60_000)
})

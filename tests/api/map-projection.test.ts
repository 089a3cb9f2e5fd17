import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { MAX_PROJECTION_LENGTH } from '../../contract/constants.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CONIC = '+proj=eqdc +lat_1=45 +lat_2=60 +lon_0=24 +datum=WGS84 +units=m +no_defs'

describe('a map that is fitted in its own projection', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string
  const points = { ...exactPoints(300, 200), transformationType: 'Affine' as const }
  const transform = (body: object) =>
    callApi(owner, transformMap, { params: { id }, body: { ...points, ...body } })

  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url)
    id = await upload(owner, await drawnScan(300, 200), { title: 'Drawn in a cone', isPublic: 'true' })
    await untilReady(owner, id)
  }, 60_000)
  afterAll(async () => server?.stop())

  it('is published so, and tells of it in its record and annotation', async () => {
    const plain = await transform({})
    const conic = await transform({ projection: ` ${CONIC} ` })
    expect(conic.version).not.toBe(plain.version)
    expect(await transform({ projection: CONIC })).toMatchObject({ version: conic.version })
    const record = await callApi(owner, getMap, { params: { id } })
    expect(record.transformation).toMatchObject({ projection: CONIC, transformationType: 'Affine' })
    const answer = await fetch(`${server.url}/api/map/${id}/annotation.json`)
    expect(await answer.json()).toMatchObject({ body: { resourceCrs: { definition: CONIC } } })
    const standard = await transform({})
    expect(standard.version).toBe(plain.version + 2)
    const back = await callApi(owner, getMap, { params: { id } })
    expect(back.transformation).not.toHaveProperty('projection')
  }, 60_000)

  it('is refused in words where the projection cannot be computed, or leads nowhere at a point', async () => {
    const refused = (projection: string) =>
      refusedApi(owner, transformMap, { params: { id }, body: { ...points, projection } })
    const reasons = [
      ['EPSG:999999', 'errors.raster.projectionUnusable'],
      ['Bonne', 'errors.raster.projectionUnusable'],
      // A satellite over America does not see Lithuania.
      ['+proj=geos +h=35785831 +lon_0=-120 +R=6371000', 'errors.raster.controlPointOutsideProjection'],
    ] as const
    for (const [projection, messageKey] of reasons)
      expect(await refused(projection), projection).toMatchObject({ status: 400, body: { messageKey } })
    for (const projection of [' ', '+'.repeat(MAX_PROJECTION_LENGTH + 1), 'EPSG:3346\0'])
      expect((await refused(projection)).body.errors).toHaveProperty('projection')
  })

  it('keeps its projection in a draft', async () => {
    const transformation = { ...points, projection: CONIC }
    await callApi(owner, saveDraft, {
      params: { id },
      body: { follows: null, baseVersion: null, transformation },
    })
    const { draft } = await callApi(owner, getDraft, { params: { id } })
    expect(draft?.transformation.projection).toBe(CONIC)
  })
})

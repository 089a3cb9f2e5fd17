import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import { callApi, fetchFile, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

describe('the main job over the API', () => {
  let server: SharedServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string

  beforeAll(async () => {
    server = await sharedServer()
    owner = await newUser(server.url, 'Owner')
    id = await upload(owner, await drawnScan(), {
      title: 'Žemėlapis',
      year: '1798',
      scale: '1:84000',
      isPublic: 'false',
    })
  })
  afterAll(async () => server?.stop())

  it('makes an uploaded scan a map that becomes ready with thumbnails and a pyramid', async () => {
    const map = await untilReady(owner, id)
    expect(map).toMatchObject({
      titles: { title: 'Žemėlapis', modernTitle: null },
      years: { year: 1798 },
      scale: { numerator: '1', denominator: '84000' },
      isOwner: true,
      isPublic: false,
      isTransformed: false,
      image: { width: 800, height: 600 },
      files: { transformedPath: null },
    })
    for (const name of ['small-300', 'high-1000']) {
      const image = await fetchFile({ url: server.url }, `${map.basePath}/thumbnails/${name}.webp`)
      expect(image.status).toBe(200)
      expect(image.headers.get('content-type')).toBe('image/webp')
    }
  })

  it('serves the pyramid by ranges, to its owner and by the signed path, to nobody else', async () => {
    const { files } = await untilReady(owner, id)
    const path = files.convertedFilePath!
    const part = await fetchFile({ url: server.url }, path, { range: 'bytes=0-15' })
    expect(part.status).toBe(206)
    const bytes = Buffer.from(await part.arrayBuffer())
    expect(bytes).toHaveLength(16)
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('II+\0')
    const etag = part.headers.get('etag')!
    expect((await fetchFile({ url: server.url }, path, { 'if-none-match': etag })).status).toBe(304)
    expect((await fetchFile({ url: server.url }, path, { range: 'bytes=99999999999-' })).status).toBe(416)

    const plain = `files/maps/${id}/converted/converted.tif`
    expect((await fetchFile(owner, plain, { range: 'bytes=0-0' })).status).toBe(206)
    expect((await fetchFile({ url: server.url }, plain)).status).toBe(404)
    const stranger = await newUser(server.url)
    expect((await fetchFile(stranger, plain)).status).toBe(404)
    expect((await fetchFile({ url: server.url }, path.replace(/\/s\/./, '/s/z'))).status).toBe(404)
  })

  it('answers a transform with the overlay, its bounds and the stored points', async () => {
    const points = exactPoints()
    const result = await callApi(owner, transformMap, { params: { id }, body: points })
    expect(result.transformationType).toBe('TPS')
    expect(result.corners.minX).toBeCloseTo(2_800_000, -2)
    expect(result.corners.maxX).toBeCloseTo(2_808_000, -2)

    const cog = await fetchFile({ url: server.url }, result.transformedPath, { range: 'bytes=0-3' })
    expect(cog.status).toBe(206)
    const map = await callApi(owner, getMap, { params: { id } })
    expect(map.isTransformed).toBe(true)
    expect(map.transformation).toMatchObject({
      ...points,
      transformationType: 'TPS',
      disabled: [],
      mask: null,
    })
    expect(map.files.transformedPath).toBe(result.transformedPath)
    expect(map.transformJob).toBeNull()
  })

  it('answers an equal request with the same version, and another with a new one', async () => {
    const points = exactPoints()
    const again = await callApi(owner, transformMap, { params: { id }, body: points })
    expect(again.version).toBe(1)
    const both = await Promise.all([
      callApi(owner, transformMap, { params: { id }, body: { ...points, transformationType: 'Affine' } }),
      callApi(owner, transformMap, { params: { id }, body: { ...points, transformationType: 'Affine' } }),
    ])
    expect(both.map(({ version }) => version)).toEqual([2, 2])
    const { versions } = await callApi(owner, mapVersions, { params: { id } })
    expect(versions.map(({ n, isCurrent }) => [n, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  it('refuses too few, repeated and collinear points by their literal texts, and loses nothing', async () => {
    const { imagePoints, mapPoints } = exactPoints()
    const refuse = (body: unknown) => refusedApi(owner, transformMap, { params: { id }, body })
    const cases = [
      [
        { imagePoints: imagePoints.slice(0, 2), mapPoints: mapPoints.slice(0, 2) },
        'Insufficient control points',
      ],
      [
        { imagePoints: Array(4).fill(imagePoints[0]), mapPoints: Array(4).fill(mapPoints[0]) },
        'Duplicate control points detected',
      ],
      [
        {
          imagePoints: [0, 100, 200, 300].map((at) => ({ pixelX: at, pixelY: at })),
          mapPoints: [0, 100, 200, 300].map((at) => [at, -at]),
        },
        'Collinear control points',
      ],
    ] as const
    for (const [body, message] of cases)
      expect(await refuse(body)).toMatchObject({ status: 400, body: { message, error: message } })
    const map = await callApi(owner, getMap, { params: { id } })
    expect(map.transformation?.mapPoints).toEqual(mapPoints)
  })

  it('names the field of a malformed point and coerces nothing', async () => {
    const points = exactPoints()
    const bad = { ...points, imagePoints: points.imagePoints.with(1, { pixelX: '7', pixelY: 1 } as never) }
    const { status, body } = await refusedApi(owner, transformMap, { params: { id }, body: bad })
    expect(status).toBe(400)
    expect(body.errors).toHaveProperty(['imagePoints.1.pixelX'])
  })

  it('lists the map as its owner’s, without control points', async () => {
    const { maps } = await callApi(owner, personalMaps, {})
    expect(maps.map((map) => map.id)).toEqual([id])
    expect(maps[0]).not.toHaveProperty('transformation')
    // Its path is known in lower case as well.
    const headers = { authorization: `Bearer ${owner.token}` }
    const answer = await fetch(`${server.url}/api/maps/personalMaps`, { headers })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { maps: { id: string }[] }).maps.map((map) => map.id)).toEqual([id])
  })
})

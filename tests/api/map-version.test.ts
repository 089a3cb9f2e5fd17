/** What the server tells of one overlay of a map, and what it keeps of those before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapHistory } from '../../contract/api/map-history.ts'
import { mapVersion, mapVersions, transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const [WIDTH, HEIGHT] = [900, 600]
/** Ground metres: an EPSG:3857 metre is so many of them near Vilnius. */
const METRES_A_PIXEL = 10
const PLACE = [2_800_000, 7_300_000] as const

describe('a version of a map', () => {
  let server: SharedServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string

  beforeAll(async () => {
    server = await sharedServer()
    owner = await newUser(server.url, 'Ona')
    id = await addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title: 'Plan', isPublic: 'true' })
  }, 60_000)
  afterAll(async () => server?.stop())

  /** Nine points on a lattice, each `off` pixels from its place to the east, by turns to the west; the last is switched off. */
  const input = (off: number) => {
    const imagePoints = Array.from({ length: 9 }, (_, n) => ({
      pixelX: WIDTH * (0.2 + 0.3 * (n % 3)),
      pixelY: HEIGHT * (0.2 + 0.3 * Math.floor(n / 3)),
    }))
    return {
      imagePoints,
      mapPoints: imagePoints.map(({ pixelX, pixelY }, n): [number, number] => [
        PLACE[0] + (pixelX + (n % 2 === 0 ? off : -off)) * METRES_A_PIXEL,
        PLACE[1] - pixelY * METRES_A_PIXEL,
      ]),
      transformationType: 'Affine' as const,
      disabled: [8],
      notes: { 0: 'The church' },
      mask: [
        [
          [90, 60],
          [810, 60],
          [810, 540],
          [90, 540],
        ] as [number, number][],
      ],
    }
  }
  const one = (n: number) => callApi(owner, mapVersion, { params: { id, n } })

  it('is told with its author, time, points, crop, and how exactly it lies', async () => {
    const before = Date.now()
    const exact = await callApi(owner, transformMap, { params: { id }, body: input(0) })
    const wrong = await callApi(owner, transformMap, { params: { id }, body: input(3) })
    const { versions } = await callApi(owner, mapVersions, { params: { id } })
    expect(versions.map(({ n, isCurrent }) => [n, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
    for (const [n, made, off] of [
      [1, exact, 0],
      [2, wrong, 3],
    ] as const) {
      const { transformation, typicalError, ...listed } = await one(n)
      expect(versions.find((version) => version.n === n)).toEqual({
        ...listed,
        // A signed path of a version that is not the published one differs from answer to answer.
        transformedPath: expect.stringMatching(new RegExp(`/transformed/${n}\\.tif$`)) as string,
      })
      expect(listed).toMatchObject({
        n,
        username: owner.username,
        transformationType: 'Affine',
        // Those that it was made from.
        pointCount: 8,
        corners: made.corners,
      })
      const at = Date.parse(listed.createdAt)
      expect(at).toBeGreaterThanOrEqual(before)
      expect(at).toBeLessThanOrEqual(Date.now())
      expect(transformation).toEqual(input(off))
      const file = await fetch(`${server.url}/api/${listed.transformedPath}`, { method: 'HEAD' })
      expect([file.status, Number(file.headers.get('content-length'))]).toEqual([200, listed.bytes])
      if (off === 0) {
        expect(typicalError!.pixels).toBeLessThan(0.01)
        continue
      }
      // Points that lie off by turns leave each other no better place.
      expect(typicalError!.pixels).toBeGreaterThan(off / 2)
      expect(typicalError!.pixels).toBeLessThan(off * 4)
      const groundMetres = METRES_A_PIXEL / Math.cosh(PLACE[1] / 6_378_137)
      expect(typicalError!.metres / typicalError!.pixels).toBeCloseTo(groundMetres, 1)
    }
    const { events } = await callApi(owner, mapHistory, { params: { id }, query: {} })
    expect(events.flatMap(({ kind, version }) => (kind === 'published' ? [version] : []))).toMatchObject([
      { n: 2, pointCount: 8 },
      { n: 1, pointCount: 8 },
    ])
  }, 60_000)

  it('is refused by a number that there is none of, and to others', async () => {
    const stranger = await newUser(server.url)
    expect((await refusedApi(owner, mapVersion, { params: { id, n: 3 } })).status).toBe(404)
    expect((await refusedApi(owner, mapVersion, { params: { id, n: 'x' } })).status).toBe(404)
    expect((await refusedApi(stranger, mapVersion, { params: { id, n: 1 } })).status).toBe(403)
  })
})

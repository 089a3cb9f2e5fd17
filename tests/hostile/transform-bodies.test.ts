/** Bodies that are made to keep the server busy: others are answered meanwhile, and who may not transform is told so first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../../contract/constants.ts'
import { API_BASE } from '../../contract/api/define-call.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { fitControlPoints } from '../../server/raster/warp/fit.ts'
import { callApi, type Caller, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CORNERS = 680_000
/** A stranger's ways to make a list long; each is as many corners, points or indices as the largest body holds. */
const LONG_LISTS: readonly (readonly [field: string, value: () => unknown])[] = [
  ['mask', () => Array.from({ length: 68 }, () => Array<number[]>(CORNERS / 68).fill([0, 0]))],
  ['mapPoints', () => Array<number[]>(CORNERS).fill([0, 0])],
  ['imagePoints', () => Array<number>(2_000_000).fill(0)],
  ['disabled', () => Array<number>(2_000_000).fill(0)],
  ['notes', () => Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [n, 'x']))],
]

/** Points on a bent sheet, as many as may be sent: nothing a fit can make short work of. */
function manyPoints(count: number, shift = 0) {
  const side = Math.ceil(Math.sqrt(count))
  const imagePoints = Array.from({ length: count }, (_, n) => ({
    pixelX: ((n % side) + 0.5) * (400 / side),
    pixelY: (Math.floor(n / side) + 0.5) * (300 / side),
  }))
  const mapPoints = imagePoints.map(({ pixelX, pixelY }): [number, number] => [
    2_800_000 + shift + 10 * pixelX + 30 * Math.sin(pixelY / 40),
    7_300_000 - 10 * pixelY + 30 * Math.sin(pixelX / 50),
  ])
  return { imagePoints, mapPoints }
}

describe('a transform', () => {
  let server: TestServer
  let owner: Caller
  let stranger: Caller
  let id: string
  beforeAll(async () => {
    server = await startServer({ env: { TRANSFORMS_PER_HOUR: '3' } })
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    id = await upload(owner, await drawnScan(400, 300), { title: 'A map' })
    await untilReady(owner, id)
  })
  afterAll(async () => server?.stop())

  const post = async (caller: Caller, path: string, body: string) => {
    const started = performance.now()
    const response = await fetch(server.url + API_BASE + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body,
    })
    const refused = apiErrorSchema.parse(await response.json())
    return { status: response.status, refused, ms: performance.now() - started }
  }
  const transform = (caller: Caller, body: string, mapId = id) =>
    post(caller, `/map/transform/${mapId}`, body)
  /**
   * How much longer the first call takes than the second, by the least times of rounds in which they take turns: what
   * else the machine does falls on both alike, and can only lengthen a time. Rounds go on while it is more than `most`.
   */
  const ratioOf = async (
    calls: readonly [() => Promise<{ ms: number }>, () => Promise<{ ms: number }>],
    most: number,
  ) => {
    const least: [number, number] = [Infinity, Infinity]
    for (let round = 0; round < 3 || (round < 30 && least[0] >= most * least[1]); round += 1)
      for (const n of [0, 1] as const) least[n] = Math.min(least[n], (await calls[n]()).ms)
    return least[0] / least[1]
  }

  it.each(LONG_LISTS)(
    'refuses a list too long to be meant as its %s, and looks at none of it',
    async (field, value) => {
      const list = JSON.stringify(value())
      const points = exactPoints(400, 300)
      const judged = JSON.stringify({ ...points, [field]: 0 }).replace(`"${field}":0`, `"${field}":${list}`)
      // The same bytes under a name that no call knows are read and passed over.
      const passedOver = JSON.stringify({ mapPoints: 0, list: 0 }).replace('"list":0', `"list":${list}`)
      const { status, refused } = await transform(owner, judged)
      expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, [field]])
      const ratio = await ratioOf([() => transform(owner, judged), () => transform(owner, passedOver)], 2)
      expect(ratio).toBeLessThan(2)
    },
  )

  it('takes a mask of ten thousand corners in all, and not one more', async () => {
    const ring = (corners: number, size = 1) =>
      Array.from({ length: corners }, (_, n) => {
        const angle = (2 * Math.PI * n) / corners
        return [200 + 150 * size * Math.cos(angle), 150 + 100 * size * Math.sin(angle)] as [number, number]
      })
    const hole = ring(5_000, 0.5)
    const body = { ...exactPoints(400, 300), mask: [ring(5_000), hole] }
    await callApi(owner, transformMap, { params: { id }, body })
    const more = { ...body, mask: [ring(5_001), hole] }
    const refused = await refusedApi(owner, transformMap, { params: { id }, body: more })
    expect([refused.status, refused.body.errorKeys]).toEqual([
      400,
      { mask: 'errors.transform.tooManyCorners' },
    ])
  })

  it('takes no mask that shows nothing of the scan: two rings that are the same, or one beside it', async () => {
    const square = [
      [10, 10],
      [90, 10],
      [90, 90],
    ] as [number, number][]
    for (const mask of [[square, square], [square.map(([x, y]): [number, number] => [x + 1_000, y])]]) {
      const body = { ...exactPoints(400, 300), mask }
      const refused = await refusedApi(owner, transformMap, { params: { id }, body })
      expect([refused.status, refused.body.messageKey]).toEqual([400, 'errors.raster.invalidMask'])
    }
  })

  it('is refused to those who may not make it, whatever the body says', async () => {
    const answers = [await transform(stranger, '{"mapPoints":7}'), await transform(stranger, '{{{')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })

  it('takes as many points as a map may have, and leaves the server free for others while they are fitted', async () => {
    const lag = async () => {
      const text = await (await fetch(`${server.url}/api/metrics`)).text()
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)![1]) * 1000
    }
    const helper = await newUser(server.url)
    const own = await upload(helper, await drawnScan(400, 300), { title: 'Another map' })
    await untilReady(helper, own)
    let [fit, longestLag] = [Infinity, Infinity]
    for (let round = 0; round < 2; round += 1) {
      const { imagePoints, mapPoints } = manyPoints(MAX_CONTROL_POINTS, round)
      const gcps = imagePoints.map(({ pixelX, pixelY }, n) => ({
        image: [pixelX, pixelY] as const,
        map: mapPoints[n]!,
      }))
      const started = performance.now()
      await fitControlPoints({ gcps, transformationType: 'TPS', imageSize: [400, 300] })
      fit = Math.min(fit, performance.now() - started)
      // What was before this round is not of interest.
      await lag()
      await callApi(helper, transformMap, { params: { id: own }, body: { imagePoints, mapPoints } })
      longestLag = Math.min(longestLag, await lag())
    }
    expect(longestLag).toBeLessThan(fit / 2)
  })

  it('is refused past the limit of the hour before its points are fitted', async () => {
    const [few, many] = [exactPoints(400, 300), manyPoints(500, 1_000)]
    const helper = await newUser(server.url)
    const own = await upload(helper, await drawnScan(400, 300), { title: 'A third map' })
    await untilReady(helper, own)
    for (const shift of [0, 1, 2]) {
      const mapPoints = few.mapPoints.map(([x, y]): [number, number] => [x + shift, y])
      await callApi(helper, transformMap, { params: { id: own }, body: { ...few, mapPoints } })
    }
    // Points on one line are refused by the fit alone: past the limit nobody learns of it.
    const line = { imagePoints: many.imagePoints.slice(0, 20), mapPoints: many.mapPoints.slice(0, 20) }
    for (const body of [many, line]) {
      const { status, refused } = await transform(helper, JSON.stringify(body), own)
      expect([status, refused.messageKey]).toEqual([429, 'errors.transform.limitReached'])
    }
  })

  it('does not count where its points cannot be fitted', async () => {
    const helper = await newUser(server.url)
    const own = await upload(helper, await drawnScan(400, 300), { title: 'A fourth map' })
    await untilReady(helper, own)
    const points = exactPoints(400, 300)
    const line = {
      imagePoints: points.imagePoints.map((_, n) => ({ pixelX: 10 * n, pixelY: 20 * n })),
      mapPoints: points.mapPoints.map((_, n): [number, number] => [2_800_000 + 100 * n, 7_300_000 - 200 * n]),
    }
    for (let n = 0; n < 5; n += 1)
      expect(
        (await refusedApi(helper, transformMap, { params: { id: own }, body: line })).body,
      ).toMatchObject({
        messageKey: 'errors.raster.collinearControlPoints',
      })
    await callApi(helper, transformMap, { params: { id: own }, body: points })
  })
})

it('a list of a million catalogs is refused before any of them is looked at', () => {
  let looks = 0
  const addCatalogs = new Proxy(Array<string>(1_000_000).fill(''), {
    get(list, name) {
      if (/^\d+$/.test(String(name))) looks += 1
      return Reflect.get(list, name) as unknown
    },
  })
  const parsed = batchFavorites.body.safeParse({ addCatalogs })
  expect(parsed.success).toBe(false)
  expect(parsed.error!.issues).toHaveLength(1)
  expect(looks).toBe(0)
})

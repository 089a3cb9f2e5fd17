/** Bodies that are made to keep the server busy: others are answered meanwhile, and who may not transform is told so first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../../contract/constants.ts'
import { API_BASE } from '../../contract/api/define-call.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, type Caller, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CORNERS = 680_000
/** A stranger's ways to make a list long; each is as many corners, points or indices as the largest body holds. */
const LONG_LISTS: readonly (readonly [field: string, value: () => object])[] = [
  ['mask', () => Array.from({ length: 68 }, () => Array<number[]>(CORNERS / 68).fill([0, 0]))],
  ['mapPoints', () => Array<number[]>(CORNERS).fill([0, 0])],
  ['imagePoints', () => Array<number>(2_000_000).fill(0)],
  ['disabled', () => Array<number>(2_000_000).fill(0)],
  ['notes', () => Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [n, 'x']))],
]

/** The list, which calls back whenever one of its entries is read. */
const watchedList = <List extends object>(list: List, onLook: () => void): List =>
  new Proxy(list, {
    get(target, name) {
      if (/^\d+$/.test(String(name))) onLook()
      return Reflect.get(target, name) as unknown
    },
  })

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

const PER_HOUR = 2
let server: TestServer
let owner: Caller
let stranger: Caller
/** Their transforms are counted one after another by the tests. */
let helper: Caller
let id: string
let helpers: string
beforeAll(async () => {
  server = await startServer({ env: { TRANSFORMS_PER_HOUR: String(PER_HOUR) } })
  owner = await newUser(server.url)
  stranger = await newUser(server.url)
  helper = await newUser(server.url)
  id = await addConverted(owner, await drawnScan(400, 300))
  helpers = await addConverted(helper, await drawnScan(400, 300))
})
afterAll(async () => server?.stop())

describe('a transform', () => {
  const post = async (caller: Caller, path: string, body: string) => {
    const response = await fetch(server.url + API_BASE + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, refused: apiErrorSchema.parse(await response.json()) }
  }
  const transform = (caller: Caller, body: string, mapId = id) =>
    post(caller, `/map/transform/${mapId}`, body)

  it.each(LONG_LISTS)(
    'refuses a list too long to be meant as its %s, and looks at none of it',
    async (field, value) => {
      const points = exactPoints(400, 300)
      const { status, refused } = await transform(owner, JSON.stringify({ ...points, [field]: value() }))
      expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, [field]])
      let looks = 0
      const watched = <List extends object>(list: List) => watchedList(list, () => (looks += 1))
      const list = value()
      // Rings are counted with their corners, which are the list here.
      const judged = field === 'mask' ? (list as object[]).map(watched) : watched(list)
      expect(transformMap.body.safeParse({ ...points, [field]: judged }).success).toBe(false)
      expect(looks).toBe(0)
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

  it('does not count where its points cannot be fitted', async () => {
    const points = exactPoints(400, 300)
    const line = {
      imagePoints: points.imagePoints.map((_, n) => ({ pixelX: 10 * n, pixelY: 20 * n })),
      mapPoints: points.mapPoints.map((_, n): [number, number] => [2_800_000 + 100 * n, 7_300_000 - 200 * n]),
    }
    const params = { id: helpers }
    for (let n = 0; n <= PER_HOUR; n += 1)
      expect((await refusedApi(helper, transformMap, { params, body: line })).body).toMatchObject({
        messageKey: 'errors.raster.collinearControlPoints',
      })
    await callApi(helper, transformMap, { params, body: points })
  })

  it('takes as many points as a map may have, and leaves the server free for others while they are fitted', async () => {
    const params = { id: await addConverted(helper, await drawnScan(400, 300)) }
    const transformed = callApi(helper, transformMap, { params, body: manyPoints(MAX_CONTROL_POINTS) })
    // The job is there as soon as its points are fitted. A server that fitted them itself would answer nobody until then.
    let answers = 0
    while ((await callApi(helper, getMap, { params })).transformJob === null) answers += 1
    expect(answers).toBeGreaterThan(20)
    await transformed
  })

  it('is refused past the limit of the hour before its points are fitted', async () => {
    const many = manyPoints(500, 1_000)
    // Points on one line are refused by the fit alone: past the limit nobody learns of it.
    const line = { imagePoints: many.imagePoints.slice(0, 20), mapPoints: many.mapPoints.slice(0, 20) }
    for (const body of [many, line]) {
      const { status, refused } = await transform(helper, JSON.stringify(body), helpers)
      expect([status, refused.messageKey]).toEqual([429, 'errors.transform.limitReached'])
    }
  })
})

describe('a refusal', () => {
  const send = async (method: string, path: string, body: string) => {
    const response = await fetch(server.url + API_BASE + path, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
  }
  const wrongPoints = JSON.stringify({
    follows: null,
    baseVersion: null,
    transformation: {
      mapPoints: Array.from({ length: MAX_CONTROL_POINTS }, () => ['x', 'y']),
      imagePoints: Array.from({ length: MAX_CONTROL_POINTS }, () => ({})),
      mask: [Array.from({ length: 9_000 }, () => ['x', 'y'])],
      disabled: Array.from({ length: MAX_CONTROL_POINTS }, () => 'x'),
    },
  })

  it('of a draft is small, however many of its points are wrong', async () => {
    const { status, bytes } = await send('PUT', `/map/${id}/draft`, wrongPoints)
    expect(status).toBe(400)
    expect(bytes).toBeLessThan(4_000)
  })

  it('of a draft, a transform or an order comes before the body is read, where the caller may not make it', async () => {
    for (const [method, path] of [
      ['PUT', '/map/none/draft'],
      ['POST', '/map/transform/none'],
      ['PUT', '/catalogs/none/order'],
    ] as const)
      expect((await send(method, path, '{{{')).status).toBe(404)
  })

  it('ends a body that no form needs at 256 KiB', async () => {
    const description = 'x'.repeat(256 * 1024)
    const { status } = await send('PUT', `/map/update/${id}`, JSON.stringify({ description }))
    expect(status).toBe(413)
  })

  it('ends brackets that are nested deeper than any body of the API', async () => {
    const nested = `${'['.repeat(60)}${']'.repeat(60)}`
    expect((await send('PUT', `/map/update/${id}`, nested)).status).toBe(400)
  })
})

it('a list of a million catalogs is refused before any of them is looked at', () => {
  let looks = 0
  const addCatalogs = watchedList(Array<string>(1_000_000).fill(''), () => (looks += 1))
  const parsed = batchFavorites.body.safeParse({ addCatalogs })
  expect(parsed.success).toBe(false)
  expect(parsed.error!.issues).toHaveLength(1)
  expect(looks).toBe(0)
})

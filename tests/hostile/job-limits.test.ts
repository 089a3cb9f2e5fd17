/** Work that one user asks for: how long it may take, how much of it may wait, and that others need not wait for it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import {
  callApi,
  type Caller,
  fetchFile,
  newUser,
  postUpload,
  refusedApi,
  untilReady,
  upload,
} from '../support/api.ts'
import { blankTiff } from '../support/blank-tiff.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { withBytes } from '../support/with-bytes.ts'

/** The largest that is read row by row; its conversion takes a minute on two idle cores. One of fewer bytes is refused. */
const HUGE = withBytes(blankTiff(63_000, 63_000), 2_100_000)

const POLL = { interval: 50, timeout: 60_000 }
const record = (caller: Caller, id: string) => callApi(caller, getMap, { params: { id } })
const stateOf = async (caller: Caller, id: string) => (await record(caller, id)).processing.state
const transformStateOf = async (caller: Caller, id: string) => (await record(caller, id)).transformJob?.state
/** The corners of a map that was moved by so many metres. */
const movedPoints = (width: number, height: number, metres: number) => {
  const points = exactPoints(width, height)
  return { ...points, mapPoints: points.mapPoints.map(([x, y]): [number, number] => [x + metres, y]) }
}
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

describe('a job that takes longer than it may', () => {
  let server: TestServer
  let one: Caller
  let other: Caller
  beforeAll(async () => {
    server = await startServer({ env: { JOB_MINUTES: '0.15' } })
    one = await newUser(server.url)
    other = await newUser(server.url)
  })
  afterAll(async () => server?.stop())
  const workFolder = () => filesBelow(join(server.dataFolder, 'work'))
  const moved = (caller: Caller): Caller => ({ ...caller, url: server.url })

  it('is ended while it converts: the map says why, nothing but the original stays, and others go on', async () => {
    const id = await upload(one, HUGE)
    await expect.poll(() => stateOf(one, id), POLL).toBe('converting')
    await untilReady(other, await upload(other, await drawnScan(300, 200)))
    await expect.poll(() => stateOf(one, id), POLL).toBe('failed')
    expect((await record(one, id)).processing.error).toMatchObject({
      messageKey: 'errors.raster.tookTooLong',
    })
    expect(filesBelow(join(server.dataFolder, 'maps', id))).toEqual(['original/scan.tif'])
    // What was made goes a moment after the failure is told.
    await expect.poll(workFolder, POLL).toEqual([])
    // The slot is free again, and the user may go on with what takes less.
    await untilReady(one, await upload(one, await drawnScan(300, 200)))
  }, 120_000)

  it('is ended while it transforms: the caller is told, nothing of it stays, and the earlier overlay is served', async () => {
    const id = await upload(other, await drawnScan(800, 600))
    await untilReady(other, id)
    const params = { id }
    await callApi(other, transformMap, { params, body: movedPoints(800, 600, 0) })
    // Less than a process needs to start.
    await server.restart({ JOB_MINUTES: '0.0001' })
    other = moved(other)
    const body = movedPoints(800, 600, 100)
    const refused = await refusedApi(other, transformMap, { params, body })
    expect([refused.status, refused.body.messageKey]).toEqual([400, 'errors.raster.tookTooLong'])
    await expect.poll(workFolder, POLL).toEqual([])
    expect(filesBelow(join(server.dataFolder, 'maps', id, 'transformed'))).toHaveLength(1)
    const { files, transformJob } = await record(other, id)
    expect(transformJob).toMatchObject({
      state: 'failed',
      error: { messageKey: 'errors.raster.tookTooLong' },
    })
    expect((await fetchFile(other, files.transformedPath!)).status).toBe(200)

    await server.restart({ JOB_MINUTES: '0.15' })
    other = moved(other)
    await callApi(other, transformMap, { params, body })
    expect((await callApi(other, mapVersions, { params })).versions).toHaveLength(2)
  }, 120_000)
})

describe('a user of whom three jobs of a kind may wait', () => {
  let server: TestServer
  let one: Caller
  let other: Caller
  beforeAll(async () => {
    // No job is run until it is said so.
    server = await startServer({ env: { JOBS_WAITING: '3', JOB_CONCURRENCY: '0' } })
    one = await newUser(server.url)
    other = await newUser(server.url)
  })
  afterAll(async () => server?.stop())
  const restart = async (jobs: number) => {
    await server.restart({ JOB_CONCURRENCY: String(jobs) })
    one = { ...one, url: server.url }
    other = { ...other, url: server.url }
  }
  const scan = { content: TIFF_HEAD, fileName: 'map.tif' }
  const begin = (caller: Caller) =>
    beginUpload(caller, TIFF_HEAD.length, { filename: 'map.tif', title: 'A map' })
  const refusalOf = async (answer: Response) => {
    const { messageKey, message, details } = apiErrorSchema.parse(await answer.json())
    return { status: answer.status, messageKey, message, details }
  }
  const tooMany = {
    status: 429,
    messageKey: 'errors.upload.tooManyWaiting',
    details: { limit: 3 },
    message: expect.stringContaining('Upload this one when the first of them is ready') as string,
  }

  it('begins no fourth upload, by whichever way, and loses none that was begun', async () => {
    const sent = await upload(one, scan)
    const paths = [await begin(one), await begin(one)].map((answer) => answer.headers.get('location')!)
    expect(await refusalOf(await begin(one))).toEqual(tooMany)
    const refused = await postUpload(one, scan, { title: 'A fourth' })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refusalOf(refused)).toEqual(tooMany)
    // Others take no part in it.
    expect((await begin(other)).status).toBe(201)

    for (const path of paths) expect((await sendPart(one, path, 0, TIFF_HEAD)).status).toBe(204)
    const { maps } = await callApi(one, personalMaps, {})
    expect(maps).toHaveLength(3)
    expect(maps.map(({ id }) => id)).toContain(sent)
    expect(await refusalOf(await begin(one))).toEqual(tooMany)
  })

  it('begins another one once the first are done, or given up', async () => {
    const fresh = await newUser(server.url)
    const begun = [await begin(fresh), await begin(fresh), await begin(fresh)]
    expect(await refusalOf(await begin(fresh))).toEqual(tooMany)
    await askUploads(fresh, 'DELETE', begun[0]!.headers.get('location')!)
    expect((await begin(fresh)).status).toBe(201)

    await restart(2)
    const { maps } = await callApi(one, personalMaps, {})
    // What was sent is no scan: its conversion ends soon.
    for (const { id } of maps) await expect.poll(() => stateOf(one, id), POLL).toBe('failed')
    expect((await begin(one)).status).toBe(201)
  })

  it('has no fourth map waiting for its transform, but may send the points of one that waits again', async () => {
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(await upload(one, await drawnScan(100, 80)))
      await untilReady(one, ids[n]!)
    }
    const others = await upload(other, await drawnScan(100, 80))
    await untilReady(other, others)
    await restart(0)
    const ask = (caller: Caller, id: string, metres: number) =>
      refusedApi(caller, transformMap, { params: { id }, body: movedPoints(100, 80, metres) }).then(
        ({ status, body }) => ({ status, key: body.messageKey }),
      )
    const untilAsked = async (caller: Caller, id: string) => {
      await expect.poll(() => transformStateOf(caller, id), POLL).toBe('queued')
    }
    const waiting = [ids[0]!, ids[1]!, ids[2]!].map((id) => ask(one, id, 0))
    for (const id of ids.slice(0, 3)) await untilAsked(one, id)

    expect(await ask(one, ids[3]!, 0)).toEqual({ status: 429, key: 'errors.transform.tooManyWaiting' })
    expect((await record(one, ids[3]!)).transformJob).toBeNull()
    // Newer points take the place of those that wait.
    const again = ask(one, ids[0]!, 100)
    expect(await waiting[0]).toEqual({ status: 409, key: 'errors.transform.superseded' })
    const beside = ask(other, others, 0)
    await untilAsked(other, others)

    await restart(2)
    // Who waited was told to come back, and nothing that waited was lost.
    for (const asked of [...waiting.slice(1), again, beside])
      expect(await asked).toMatchObject({ status: 503 })
    for (const id of ids.slice(0, 3))
      await expect
        .poll(async () => (await callApi(one, mapVersions, { params: { id } })).versions.length, POLL)
        .toBe(1)
    const params = { id: ids[3]! }
    await callApi(one, transformMap, { params, body: movedPoints(100, 80, 0) })
  }, 120_000)
})

describe('large jobs of two users', () => {
  const [SIDE, LARGE_MEGAPIXELS] = process.env.LONG ? [15_000, 200] : [6_000, 32]
  let server: TestServer
  let large: Caller[]
  let small: Caller
  let smallId: string
  beforeAll(async () => {
    server = await startServer({ env: { LARGE_JOB_MEGAPIXELS: String(LARGE_MEGAPIXELS) } })
    large = [await newUser(server.url), await newUser(server.url)]
    small = await newUser(server.url)
    smallId = await upload(small, await drawnScan(300, 200))
    await untilReady(small, smallId)
  })
  afterAll(async () => server?.stop())

  it('that transform do not make a small map wait', async () => {
    const sheet = blankTiff(SIDE, SIDE)
    const ids = [await upload(large[0]!, sheet), await upload(large[1]!, sheet)]
    for (const [n, id] of ids.entries()) await untilReady(large[n]!, id, 120_000)
    const states = () => Promise.all(ids.map((id, n) => transformStateOf(large[n]!, id)))
    const asked = ids.map((id, n) =>
      callApi(large[n]!, transformMap, { params: { id }, body: exactPoints(SIDE, SIDE) }),
    )
    await expect.poll(async () => (await states()).toSorted(), POLL).toEqual(['queued', 'running'])
    await callApi(small, transformMap, { params: { id: smallId }, body: exactPoints(300, 200) })
    expect((await states()).toSorted()).toEqual(['queued', 'running'])
    // Both come to their turn.
    expect(await Promise.all(asked)).toMatchObject([{ version: 1 }, { version: 1 }])
  }, 240_000)

  it('that convert do not make a small map wait, however few bytes they have', async () => {
    const ids = [await upload(large[0]!, HUGE), await upload(large[1]!, HUGE)]
    const states = () => Promise.all(ids.map((id, n) => stateOf(large[n]!, id)))
    await expect.poll(states, POLL).toContain('converting')
    await untilReady(small, await upload(small, await drawnScan(300, 200)))
    await expect.poll(async () => (await states()).toSorted(), POLL).toEqual(['converting', 'queued'])
    const params = { id: smallId }
    await callApi(small, transformMap, { params, body: movedPoints(300, 200, 100) })
    expect((await states()).toSorted()).toEqual(['converting', 'queued'])
  }, 120_000)
})

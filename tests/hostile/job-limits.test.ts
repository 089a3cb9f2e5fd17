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
import { addConverted } from '../support/map-templates.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { withBytes } from '../support/with-bytes.ts'

/** The largest that is read row by row; its conversion takes a minute on two idle cores. One of fewer bytes is refused. */
const HUGE = withBytes(blankTiff(63_000, 63_000), 2_100_000)

/** From how many megapixels on a job is large, and the side of a sheet whose transform outlasts that of a small one. */
const [SIDE, LARGE_MEGAPIXELS] = process.env.LONG ? [15_000, 200] : [6_000, 4]

const POLL = { interval: 150, timeout: 60_000 }
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

// One server, started anew where a limit changes: each start costs more than most of what is tried on it.
let server: TestServer
let one: Caller
let other: Caller
/** Published once. */
let placed: string
beforeAll(async () => {
  server = await startServer({ env: { JOB_MINUTES: '0.05', LARGE_JOB_MEGAPIXELS: String(LARGE_MEGAPIXELS) } })
  one = await newUser(server.url)
  other = await newUser(server.url)
})
afterAll(async () => server?.stop())
const atServer = (caller: Caller): Caller => ({ ...caller, url: server.url })
const restart = async (env: NodeJS.ProcessEnv) => {
  await server.restart(env)
  one = atServer(one)
  other = atServer(other)
}

describe('a job that takes longer than it may', () => {
  const workFolder = () => filesBelow(join(server.dataFolder, 'work'))

  it('is ended while it converts: the map says why, nothing but the original stays, and the next one begins', async () => {
    const id = await upload(one, HUGE)
    await expect.poll(() => stateOf(one, id), POLL).toBe('converting')
    await expect.poll(() => stateOf(one, id), POLL).toBe('failed')
    expect((await record(one, id)).processing.error).toMatchObject({
      messageKey: 'errors.raster.tookTooLong',
    })
    expect(filesBelow(join(server.dataFolder, 'maps', id))).toEqual(['original/scan.tif'])
    // The slot is free again: another large one, of which one runs at a time, comes to its turn.
    const next = await upload(other, HUGE)
    await expect.poll(() => stateOf(other, next), POLL).toBe('failed')
    expect((await record(other, next)).processing.error?.messageKey).toBe('errors.raster.tookTooLong')
    // What was made goes a moment after the failure is told.
    await expect.poll(workFolder, POLL).toEqual([])
  }, 120_000)

  it('is ended while it transforms: the caller is told, nothing of it stays, and the earlier overlay is served', async () => {
    // Less than a process needs to start.
    await restart({ JOB_MINUTES: '0.0001' })
    placed = await addConverted(
      other,
      await drawnScan(300, 200),
      { title: 'Placed' },
      movedPoints(300, 200, 0),
    )
    const params = { id: placed }
    const refused = await refusedApi(other, transformMap, { params, body: movedPoints(300, 200, 100) })
    expect([refused.status, refused.body.messageKey]).toEqual([400, 'errors.raster.tookTooLong'])
    await expect.poll(workFolder, POLL).toEqual([])
    expect(filesBelow(join(server.dataFolder, 'maps', placed, 'transformed'))).toHaveLength(1)
    const { files, transformJob } = await record(other, placed)
    expect(transformJob).toMatchObject({
      state: 'failed',
      error: { messageKey: 'errors.raster.tookTooLong' },
    })
    expect((await fetchFile(other, files.transformedPath!)).status).toBe(200)
  }, 120_000)
})

describe('a user of whom two jobs of a kind may wait', () => {
  let sender: Caller
  beforeAll(async () => {
    // No job is run until it is said so.
    await restart({ JOB_MINUTES: '60', JOBS_WAITING: '2', JOB_CONCURRENCY: '0' })
  })
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
    details: { limit: 2 },
    message: expect.stringContaining('Upload this one when the first of them is ready') as string,
  }

  it('begins no third upload, by whichever way, and loses none that was begun', async () => {
    sender = await newUser(server.url)
    const sent = await upload(sender, scan)
    const begun = await begin(sender)
    expect(await refusalOf(await begin(sender))).toEqual(tooMany)
    const refused = await postUpload(sender, scan, { title: 'A third' })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refusalOf(refused)).toEqual(tooMany)
    // Others take no part in it.
    const fresh = await newUser(server.url)
    const given = await begin(fresh)
    expect(given.status).toBe(201)

    expect((await sendPart(sender, begun.headers.get('location')!, 0, TIFF_HEAD)).status).toBe(204)
    const { maps } = await callApi(sender, personalMaps, {})
    expect(maps).toHaveLength(2)
    expect(maps.map(({ id }) => id)).toContain(sent)
    expect(await refusalOf(await begin(sender))).toEqual(tooMany)

    // Another one is begun once one is given up.
    expect((await begin(fresh)).status).toBe(201)
    expect(await refusalOf(await begin(fresh))).toEqual(tooMany)
    await askUploads(fresh, 'DELETE', given.headers.get('location')!)
    expect((await begin(fresh)).status).toBe(201)
  })

  it('has no third map waiting for its transform, but may send the points of one that waits again', async () => {
    const helper = await newUser(server.url)
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push(await addConverted(helper, await drawnScan(100, 80)))
    const ask = (caller: Caller, id: string, metres: number) =>
      refusedApi(caller, transformMap, { params: { id }, body: movedPoints(100, 80, metres) }).then(
        ({ status, body }) => ({ status, key: body.messageKey }),
      )
    const untilAsked = async (caller: Caller, id: string) => {
      await expect.poll(() => transformStateOf(caller, id), POLL).toBe('queued')
    }
    const waiting = [ids[0]!, ids[1]!].map((id) => ask(helper, id, 0))
    for (const id of ids.slice(0, 2)) await untilAsked(helper, id)

    expect(await ask(helper, ids[2]!, 0)).toEqual({ status: 429, key: 'errors.transform.tooManyWaiting' })
    expect((await record(helper, ids[2]!)).transformJob).toBeNull()
    // Newer points take the place of those that wait.
    const again = ask(helper, ids[0]!, 100)
    expect(await waiting[0]).toEqual({ status: 409, key: 'errors.transform.superseded' })
    const beside = refusedApi(other, transformMap, {
      params: { id: placed },
      body: movedPoints(300, 200, 100),
    })
    await untilAsked(other, placed)

    await restart({ JOB_CONCURRENCY: '2' })
    // Who waited was told to come back, and nothing that waited was lost.
    for (const asked of [waiting[1], again, beside]) expect(await asked).toMatchObject({ status: 503 })
    const later = atServer(helper)
    const versionsOf = async (caller: Caller, id: string) =>
      (await callApi(caller, mapVersions, { params: { id } })).versions.length
    for (const id of ids.slice(0, 2)) await expect.poll(() => versionsOf(later, id), POLL).toBe(1)
    // So is the map whose transform had taken too long.
    await expect.poll(() => versionsOf(other, placed), POLL).toBe(2)
    const params = { id: ids[2]! }
    await callApi(later, transformMap, { params, body: movedPoints(100, 80, 0) })
  }, 120_000)

  it('begins another upload once the first are done', async () => {
    const later = atServer(sender)
    const { maps } = await callApi(later, personalMaps, {})
    // What was sent is no scan: its conversion ends soon.
    for (const { id } of maps) await expect.poll(() => stateOf(later, id), POLL).toBe('failed')
    expect((await begin(later)).status).toBe(201)
  })
})

describe('large jobs of two users', () => {
  let large: Caller[]
  beforeAll(async () => {
    large = [await newUser(server.url), await newUser(server.url)]
  })

  it('that transform do not make a small map wait', async () => {
    const sides = [SIDE, Math.ceil(Math.sqrt(LARGE_MEGAPIXELS * 1e6))] as const
    const ids: string[] = []
    for (const [n, side] of sides.entries()) ids.push(await addConverted(large[n]!, blankTiff(side, side)))
    const stateOfLarge = (n: number) => transformStateOf(large[n]!, ids[n]!)
    const ask = (n: 0 | 1) =>
      callApi(large[n]!, transformMap, {
        params: { id: ids[n]! },
        body: exactPoints(sides[n], sides[n]),
      })
    const first = ask(0)
    await expect.poll(() => stateOfLarge(0), POLL).toBe('running')
    const second = ask(1)
    await expect.poll(() => stateOfLarge(1), POLL).toBe('queued')
    await callApi(other, transformMap, { params: { id: placed }, body: movedPoints(300, 200, 200) })
    expect([await stateOfLarge(0), await stateOfLarge(1)]).toEqual(['running', 'queued'])
    // Both come to their turn.
    expect(await Promise.all([first, second])).toMatchObject([{ version: 1 }, { version: 1 }])
  }, 240_000)

  it('that convert do not make a small map wait, however few bytes they have', async () => {
    const ids = [await upload(large[0]!, HUGE), await upload(large[1]!, HUGE)]
    const states = () => Promise.all(ids.map((id, n) => stateOf(large[n]!, id)))
    await expect.poll(states, POLL).toContain('converting')
    await untilReady(other, await upload(other, await drawnScan(100, 80)))
    await expect.poll(async () => (await states()).toSorted(), POLL).toEqual(['converting', 'queued'])
    const params = { id: placed }
    await callApi(other, transformMap, { params, body: movedPoints(300, 200, 300) })
    expect((await states()).toSorted()).toEqual(['converting', 'queued'])
  }, 120_000)
})

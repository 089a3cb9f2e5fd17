import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { claimMap, myClaims } from '../../contract/api/assignments.ts'
import { login } from '../../contract/api/auth.ts'
import { logout, validateToken } from '../../contract/api/session.ts'
import { rateMap } from '../../contract/api/interactions.ts'
import { getMap, switchPublic } from '../../contract/api/maps.ts'
import { streamTicket } from '../../contract/api/notifications.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, fetchFile, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import type { TestDatabase } from '../support/database.ts'
import { startInstalledPostgres } from '../support/installed-postgres.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startWorker, type TestWorker } from '../support/worker.ts'
import { describeNeeding, POSTGRES } from '../support/needs.ts'

describeNeeding(POSTGRES, 'an instance on several machines', () => {
  let database: TestDatabase
  let bucket: TestBucket
  let servers: [TestServer, TestServer]
  let workers: TestWorker[]
  let env: NodeJS.ProcessEnv
  let owner: Awaited<ReturnType<typeof newUser>>
  let mapId: string

  /** The same user at one of the two API processes, which share nothing but database and bucket. */
  const at = (which: 0 | 1, caller: Caller): Caller => ({ ...caller, url: servers[which].url })
  const params = () => ({ id: mapId })

  beforeAll(async () => {
    database = await startInstalledPostgres()
    bucket = await startBucket()
    env = { DATABASE_URL: database.url, ...bucket.env }
    const api = { env: { ...env, JOB_CONCURRENCY: '0', AUTH_RATE_LIMIT: 'on' } }
    servers = [await startServer(api), await startServer(api)]
    workers = [await startWorker(env)]
    owner = await newUser(servers[0].url, 'Owner')
    mapId = await upload(owner, await drawnScan(), { title: 'A map', isPublic: 'true' })
  })
  afterAll(async () => {
    for (const worker of workers ?? []) await worker.end('SIGTERM')
    for (const server of servers ?? []) await server.stop()
    await bucket?.stop()
    await database?.stop()
  })

  it('runs on the release that is installed', async () => {
    const { rows } = await database.pool.query<{ server_version_num: string }>('show server_version_num')
    expect(Number(rows[0]!.server_version_num)).toBeGreaterThanOrEqual(150_000)
  })

  it('converts an upload to one server on the worker, and serves it from the other server', async () => {
    const map = await untilReady(at(1, owner), mapId)
    const file = await fetchFile(at(1, {} as Caller), map.files.convertedFilePath!, { range: 'bytes=0-3' })
    expect([file.status, await file.text()]).toEqual([206, 'II+\0'])
  })

  it('passes a change on one server to a stream of the other, opened by a ticket of the first', async () => {
    const { ticket } = await callApi(at(0, owner), streamTicket, {})
    const stream = await openLiveStream(servers[1].url, ticket)
    try {
      await stream.next('connected')
      await stream.next('unreadCount')
      const fan = await newUser(servers[0].url, 'Fan')
      await callApi(fan, rateMap, { params: { mapId }, body: { rating: 5 } })
      expect(await stream.next('notification')).toMatchObject({ type: 'new_rating', data: { rating: 5 } })
      expect(await stream.next('unreadCount')).toEqual({ unreadCount: 1 })
    } finally {
      stream.close()
    }
  })

  it('makes a transform that one server is asked for on the worker; the other server announces it and serves the overlay', async () => {
    const stream = await openLiveStream(servers[1].url, owner.token)
    try {
      const result = await callApi(at(0, owner), transformMap, { params: params(), body: exactPoints() })
      const states = []
      for (let state = ''; state !== 'done'; states.push(state)) {
        const { transformJob } = await stream.next('job')
        state = transformJob?.state ?? ''
      }
      expect(states.at(-1)).toBe('done')
      const overlay = await fetchFile(at(1, {} as Caller), result.transformedPath)
      expect(overlay.status).toBe(200)
      expect((await overlay.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    } finally {
      stream.close()
    }
  })

  it('opens on one server a private path that the other has signed, and nothing without it', async () => {
    await callApi(at(0, owner), switchPublic, { params: { mapId }, body: { isPublic: false } })
    const { files } = await callApi(at(0, owner), getMap, { params: params() })
    expect((await fetchFile({ url: servers[1].url }, files.convertedFilePath!)).status).toBe(200)
    expect(
      (await fetchFile({ url: servers[1].url }, `files/maps/${mapId}/converted/converted.tif`)).status,
    ).toBe(404)
    await callApi(at(1, owner), switchPublic, { params: { mapId }, body: { isPublic: true } })
  })

  it('shows a claim on both servers, and refuses a second one on the other', async () => {
    const claimant = await newUser(servers[0].url, 'Claimant')
    const ids = []
    for (const title of ['First', 'Second']) {
      const id = await upload(owner, await drawnScan(), { title, isPublic: 'true' })
      await untilReady(owner, id)
      ids.push(id)
    }
    await callApi(at(0, claimant), claimMap, { params: { id: ids[0]! } })
    const { pendingMaps } = await callApi(at(1, claimant), myClaims, {})
    expect(pendingMaps.map(({ id }) => id)).toEqual([ids[0]])
    expect(await refusedApi(at(1, claimant), claimMap, { params: { id: ids[1]! } })).toMatchObject({
      status: 409,
      body: { messageKey: 'errors.claims.pendingExists' },
    })
  })

  it('ends a session everywhere, its stream at the other one as well, and counts failed sign-ins together', async () => {
    const user = await newUser(servers[0].url, 'Leaver')
    const stream = await openLiveStream(servers[1].url, user.token)
    await stream.next('connected')
    await callApi(at(0, user), logout, {})
    expect((await refusedApi(at(1, user), validateToken, {})).status).toBe(401)
    await stream.ended

    const body = { email: user.email, password: `Wrong${randomBytes(2).readUInt16BE()}` }
    const statuses = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await refusedApi({ url: servers[(n % 2) as 0 | 1].url }, login, { body })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('hands the jobs of a killed worker to another at once', async () => {
    const large = await upload(owner, await drawnScan(5000, 4000), { title: 'Large' })
    await vi.waitUntil(
      async () => (await callApi(owner, getMap, { params: { id: large } })).processing.state === 'converting',
      { timeout: 20_000, interval: 20 },
    )
    await workers[0]!.end('SIGKILL')
    workers = [await startWorker(env)]
    expect((await untilReady(at(1, owner), large)).image).toMatchObject({ width: 5000, height: 4000 })
  })

  it('stops a worker and an API process cleanly at SIGTERM', async () => {
    expect(await workers[0]!.end('SIGTERM')).toBe(0)
    expect(await servers[1].stop()).toBe(0)
  })
})

/** Work on files whose map, account or request goes away meanwhile. Jobs run in this process, at the moments of the test's. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../contract/api/auth.ts'
import { deleteMap, getMap, restoreMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { convertMapTask } from '../../server/jobs/convert-map.ts'
import type { JobDeps } from '../../server/jobs/job-deps.ts'
import type { JobContext } from '../../server/jobs/job-runner.ts'
import { transformMapTask } from '../../server/jobs/transform-map.ts'
import { cleanUp } from '../../server/services/operation/remove-expired.ts'
import { localMapFiles } from '../../server/storage/local-map-files.ts'
import { type MapFiles, StorageError } from '../../server/storage/map-files.ts'
import { callApi, fetchFile, newUser, refusedApi, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { childrenOf } from '../support/processes.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [3000, 2400]

describe('work on files', () => {
  let database: TestDatabase
  let server: TestServer
  let workFolder: string
  let files: MapFiles
  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url, JOB_CONCURRENCY: '0' } })
    workFolder = mkdtempSync(join(tmpdir(), 'palimpsest-work-'))
    files = localMapFiles(server.dataFolder)
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
    if (workFolder) rmSync(workFolder, { recursive: true, force: true })
  })

  const deps = (changed: Partial<MapFiles> = {}): JobDeps => ({
    db: drizzle(database.pool),
    files: { ...files, ...changed },
    workFolder,
    uploadFolder: join(server.dataFolder, 'uploads'),
    freeDiskBytes: 0,
    versionsKept: 0,
    archivesBytes: 0,
    jobMs: 0,
    largeJobPixels: 0,
    letteringModels: undefined,
    outside: { hosts: [], ownAddresses: new BlockList() },
    mail: undefined,
    publicUrl: undefined,
    warn: () => undefined,
  })
  const context = (signal = new AbortController().signal): JobContext => ({
    jobId: '1',
    attempt: 1,
    maxAttempts: 5,
    signal,
    isReservedForSmall: false,
  })
  const filesOf = (id: string): string[] => {
    const folder = join(server.dataFolder, 'maps', id)
    if (!existsSync(folder)) return []
    return readdirSync(folder, { recursive: true }).map(String).sort()
  }
  const readyMap = async (owner: Awaited<ReturnType<typeof newUser>>) => {
    const id = await upload(owner, await drawnScan(WIDTH, HEIGHT))
    await convertMapTask(deps())({ mapId: id }, context())
    return id
  }
  /** Asks for an overlay without waiting for it. Returns the transform's id. */
  const askTransform = async (owner: Awaited<ReturnType<typeof newUser>>, id: string, shift: number) => {
    const points = exactPoints(WIDTH, HEIGHT)
    const mapPoints = points.mapPoints.with(4, [2_815_000 + shift, 7_289_000])
    const asked = callApi(owner, transformMap, { params: { id }, body: { ...points, mapPoints } }).catch(
      () => undefined,
    )
    for (;;) {
      const { rows } = await database.pool.query<{ id: string }>(
        `select id from transforms where map_id = $1 and state = 'queued'`,
        [id],
      )
      if (rows[0]) return { transformId: rows[0].id, asked }
      await pause(10)
    }
  }
  const untilSpooled = async () => {
    const hasJournal = () =>
      readdirSync(workFolder, { recursive: true }).some((name) => String(name).endsWith('journal'))
    while (!hasJournal()) await pause(5)
  }

  it('leaves nothing of an account that ends in the middle of a conversion', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, await drawnScan(300, 200))
    let ended: Promise<unknown> | undefined
    const adopt: MapFiles['adopt'] = async (key, path) => {
      // The account ends, and the job that removes its files has run, when the first of the new ones arrives.
      ended ??= callApi(owner, deleteAccount, { body: { password: owner.password } }).then(() =>
        files.removeAll(`maps/${id}/`),
      )
      await ended
      await files.adopt(key, path)
    }
    await convertMapTask(deps({ adopt }))({ mapId: id }, context())
    expect(filesOf(id)).toEqual([])
    expect(readdirSync(workFolder)).toEqual([])
  })

  it('refuses an upload whose account has ended meanwhile, and keeps nothing of it', async () => {
    const owner = await newUser(server.url)
    const before = readdirSync(join(server.dataFolder, 'maps'))
    const { content } = await drawnScan(60, 40)
    const sent = request(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    const answered = once(sent, 'response')
    sent.write('--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nLate\r\n')
    sent.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpeg"\r\n\r\n')
    sent.write(content)
    await expect.poll(() => readdirSync(join(server.dataFolder, 'maps')).length).toBe(before.length + 1)
    await callApi(owner, deleteAccount, { body: { password: owner.password } })
    sent.end('\r\n--x--\r\n')
    const [response] = (await answered) as [IncomingMessage]
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
      401,
      { messageKey: 'errors.unauthorized' },
    ])
    expect(readdirSync(join(server.dataFolder, 'maps'))).toEqual(before)
  })

  it('keeps a map that is taken out of the trash while the trash is emptied', async () => {
    const owner = await newUser(server.url)
    const scan = await drawnScan(60, 40)
    const ids = [await upload(owner, scan), await upload(owner, scan)]
    for (const id of ids) await callApi(owner, deleteMap, { params: { id } })
    await database.pool.query(`update maps set deleted_at = now() - interval '31 days' where id = any($1)`, [
      ids,
    ])
    const removed: string[] = []
    const removeAll = async (prefix: string) => {
      removed.push(prefix)
      // Files in a bucket take their time; the other map is taken out meanwhile.
      const other = ids.find((id) => !removed.includes(`maps/${id}/`))
      if (other) await callApi(owner, restoreMap, { params: { id: other } })
      await files.removeAll(prefix)
    }
    await cleanUp(deps({ removeAll }), new AbortController().signal)
    expect(removed).toHaveLength(1)
    const [kept, gone] = removed[0] === `maps/${ids[0]}/` ? [ids[1]!, ids[0]!] : [ids[0]!, ids[1]!]
    expect((await callApi(owner, getMap, { params: { id: kept } })).id).toBe(kept)
    expect(filesOf(kept)).toContain('original/scan.jpeg')
    expect(filesOf(gone)).toEqual([])
  })

  it('keeps nothing of an overlay that another one has superseded', async () => {
    const owner = await newUser(server.url)
    const id = await readyMap(owner)
    const first = await askTransform(owner, id, 0)
    const running = transformMapTask(deps())({ transformId: first.transformId }, context())
    await untilSpooled()
    const second = await askTransform(owner, id, 100)
    await running
    await first.asked
    expect(readdirSync(workFolder)).toEqual([])
    await transformMapTask(deps())({ transformId: second.transformId }, context())
    expect(await second.asked).toMatchObject({ version: 1 })
    expect(readdirSync(workFolder)).toEqual([])
    expect(filesOf(id).filter((name) => /^transformed\/./.test(name))).toHaveLength(1)
  })

  it('keeps what a stopped attempt has done, and nothing once the map is deleted', async () => {
    const owner = await newUser(server.url)
    const id = await readyMap(owner)
    const { transformId, asked } = await askTransform(owner, id, 0)
    const stopping = new AbortController()
    const running = transformMapTask(deps())({ transformId }, context(stopping.signal))
    const outcome = running.catch((error: unknown) => error)
    await untilSpooled()
    stopping.abort()
    expect(await outcome).toMatchObject({ code: 'cancelled' })
    expect(readdirSync(workFolder)).toEqual([`transform-${transformId}`])
    await callApi(owner, deleteMap, { params: { id } })
    await asked
    await transformMapTask(deps())({ transformId }, context())
    expect(readdirSync(workFolder)).toEqual([])
  })

  it('keeps nothing of an overlay whose scan cannot be had', async () => {
    const owner = await newUser(server.url)
    const id = await readyMap(owner)
    const { transformId, asked } = await askTransform(owner, id, 0)
    const localCopy = () => Promise.reject(new StorageError('missing', 'not there'))
    await transformMapTask(deps({ localCopy }))({ transformId }, { ...context(), attempt: 5 })
    await asked
    expect(readdirSync(workFolder)).toEqual([])
  })

  it('refuses to transform a scan before it is converted, and while it lies in the trash', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, await drawnScan(60, 40))
    const ask = () => refusedApi(owner, transformMap, { params: { id }, body: exactPoints(60, 40) })
    expect(await ask()).toMatchObject({ status: 409, body: { messageKey: 'errors.maps.notReady' } })
    await callApi(owner, deleteMap, { params: { id } })
    // It is converted in the trash as well, and there when it comes out.
    await convertMapTask(deps())({ mapId: id }, context())
    expect((await ask()).status).toBe(404)
    await callApi(owner, restoreMap, { params: { id } })
    const { image, files: paths } = await callApi(owner, getMap, { params: { id } })
    expect([image?.width, image?.height]).toEqual([60, 40])
    expect((await fetchFile(owner, paths.convertedFilePath!)).status).toBe(200)
  })

  it('says of a conversion that was given up that the upload failed, not a transform', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, await drawnScan(60, 40))
    const localCopy = () => Promise.reject(new Error('the bucket does not answer'))
    const last = { ...context(), attempt: 5 }
    await convertMapTask(deps({ localCopy }))({ mapId: id }, last)
    expect((await callApi(owner, getMap, { params: { id } })).processing).toMatchObject({
      state: 'failed',
      error: { messageKey: 'errors.upload.incomplete', message: 'Upload failed. Please try again.' },
    })
    expect(readdirSync(workFolder)).toEqual([])
  })

  it('leaves no process behind', async () => {
    for (const program of ['warp-child', 'decoder-child'])
      if (process.platform === 'linux') await expect.poll(() => childrenOf(process.pid, program)).toEqual([])
  })
})

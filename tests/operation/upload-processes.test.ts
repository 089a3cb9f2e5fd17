import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { INSTALLED_POSTGRES, startInstalledPostgres } from '../support/installed-postgres.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const BYTES = 6_000_000

describe('two API processes that share the folder of uploads', () => {
  let database: TestDatabase
  let dataFolder: string
  let servers: [TestServer, TestServer]
  let token: string
  const at = (which: 0 | 1): Caller => ({ url: servers[which].url, token })

  beforeAll(async () => {
    database = await (INSTALLED_POSTGRES ? startInstalledPostgres() : startDatabase())
    dataFolder = mkdtempSync(join(tmpdir(), 'palimpsest-test-shared-'))
    const options = { dataFolder, env: { DATABASE_URL: database.url, JOB_CONCURRENCY: '0' } }
    servers = [await startServer(options), await startServer(options)]
    token = (await newUser(servers[0].url, 'Owner')).token
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop()
    await database?.stop()
    if (dataFolder) rmSync(dataFolder, { recursive: true, force: true })
  })

  const newContent = () => {
    const content = randomBytes(BYTES)
    TIFF_HEAD.copy(content)
    return content
  }
  const beginAt = async (which: 0 | 1) => {
    const begun = await beginUpload(at(which), BYTES, { filename: 'scan.tif', title: 'Shared' })
    return begun.headers.get('location')!
  }
  const storedOf = (id: string) => readFileSync(join(dataFolder, 'maps', id, 'original', 'scan.tif'))
  const offsetAt = async (which: 0 | 1, path: string) => {
    const answer = await askUploads(at(which), 'HEAD', path)
    return [answer.status, Number(answer.headers.get('upload-offset'))] as const
  }

  /** A request whose line goes silent after a part: the process it came to waits for the rest. */
  const stallAt = async (which: 0 | 1, path: string, part: Uint8Array): Promise<ClientRequest> => {
    const stalled = request(new URL(path, servers[which].url), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': BYTES,
      },
    })
    stalled.on('error', () => undefined)
    stalled.write(part)
    const partial = join(dataFolder, 'uploads', path.split('/').at(-1)!)
    await vi.waitUntil(() => readFileSync(partial).length >= part.length, { timeout: 20_000, interval: 20 })
    return stalled
  }

  it('continue an upload that was begun at the other', async () => {
    const content = newContent()
    const path = await beginAt(0)
    expect((await sendPart(at(0), path, 0, content.subarray(0, 2_000_000))).status).toBe(204)
    expect(await offsetAt(1, path)).toEqual([200, 2_000_000])
    expect((await sendPart(at(1), path, 2_000_000, content.subarray(2_000_000, 4_000_000))).status).toBe(204)
    const last = await sendPart(at(0), path, 4_000_000, content.subarray(4_000_000))
    const id = last.headers.get('palimpsest-map-id')!
    expect(sha256(storedOf(id))).toBe(sha256(content))
    expect(await callApi(at(1), getMap, { params: { id } })).toMatchObject({ titles: { title: 'Shared' } })
    expect((await askUploads(at(1), 'HEAD', path)).headers.get('palimpsest-map-id')).toBe(id)
  })

  it('end the silent request that one holds before the other answers for the same upload', async () => {
    const content = newContent()
    const path = await beginAt(0)
    const stalled = await stallAt(0, path, content.subarray(0, 1_500_000))
    const ended = Promise.race([once(stalled, 'response'), once(stalled, 'close')])
    let isOver = false
    void ended.then(() => (isOver = true))
    expect(isOver).toBe(false)
    expect(await offsetAt(1, path)).toEqual([200, 1_500_000])
    // It was written by one alone: the request that held it has been let go.
    await ended
    const last = await sendPart(at(1), path, 1_500_000, content.subarray(1_500_000))
    expect(last.status).toBe(204)
    expect(sha256(storedOf(last.headers.get('palimpsest-map-id')!))).toBe(sha256(content))
    stalled.destroy()
  })

  it('free an upload that a killed process held', async () => {
    const content = newContent()
    const path = await beginAt(0)
    const stalled = await stallAt(0, path, content.subarray(0, 1_500_000))
    await servers[0].kill9()
    const [status, offset] = await offsetAt(1, path)
    expect([status, offset]).toEqual([200, 1_500_000])
    const last = await sendPart(at(1), path, offset, content.subarray(offset))
    expect(sha256(storedOf(last.headers.get('palimpsest-map-id')!))).toBe(sha256(content))
    stalled.destroy()
    await servers[0].restart()
  })

  it('make one map of an upload that both are asked about at once', async () => {
    const content = newContent()
    const path = await beginAt(0)
    const [last, ...lookups] = await Promise.all([
      sendPart(at(0), path, 0, content),
      ...[0, 1, 0, 1].map((which) => askUploads(at(which as 0 | 1), 'HEAD', path)),
    ])
    expect(lookups.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const ends = await Promise.all(
      ([0, 1] as const).map(async (which) => {
        let [, offset] = await offsetAt(which, path)
        if (last.status !== 204 && offset < BYTES) {
          await sendPart(at(which), path, offset, content.subarray(offset))
          offset = (await offsetAt(which, path))[1]
        }
        return offset
      }),
    )
    expect(Math.max(...ends)).toBe(BYTES)
    const ids = await Promise.all(
      ([0, 1] as const).map(async (which) =>
        (await askUploads(at(which), 'HEAD', path)).headers.get('palimpsest-map-id'),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    expect(sha256(storedOf(ids[0]!))).toBe(sha256(content))
  })
})

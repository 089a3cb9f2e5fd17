import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import { cleanUp } from '../../server/services/operation/remove-expired.ts'
import { ORPHAN_AFTER_MS } from '../../server/services/operation/check-data.ts'
import type { MapFiles } from '../../server/storage/map-files.ts'
import { s3MapFiles } from '../../server/storage/s3-map-files.ts'
import { callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { sendResumable } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const NOTHING = { missing: [], orphaned: [], damaged: [], danglingRows: [], unreferenced: [] }

describe('an instance that keeps its files in a bucket', () => {
  let database: TestDatabase
  let bucket: TestBucket
  let server: TestServer
  let files: MapFiles
  let user: Awaited<ReturnType<typeof newUser>>
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    database = await startDatabase()
    bucket = await startBucket()
    env = { DATABASE_URL: database.url, ...bucket.env }
    server = await startServer({ env })
    files = s3MapFiles({
      endpoint: bucket.env.S3_ENDPOINT,
      bucket: bucket.env.S3_BUCKET,
      accessKeyId: bucket.env.S3_ACCESS_KEY_ID,
      secretAccessKey: bucket.env.S3_SECRET_ACCESS_KEY,
    })
    user = await newUser(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    await bucket?.stop()
    await database?.stop()
  })

  const keysOf = async (id: string): Promise<string[]> => {
    const keys: string[] = []
    for await (const { key } of files.list(`maps/${id}/`)) keys.push(key.slice(`maps/${id}/`.length))
    return keys.sort()
  }
  const hashOf = async (key: string) => sha256(await buffer(await files.read(key)))
  const checkData = async () => {
    const { code, stdout } = await runProgram('check-data', [], { ...env, DATA_DIR: server.dataFolder })
    return [code, JSON.parse(stdout)] as const
  }
  const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  it('takes scans on both ways, converts them there and keeps each version of an overlay', async () => {
    const scan = await drawnScan(1200, 900)
    const whole = await upload(user, scan)
    const inParts = await sendResumable(user, scan.content, { fileName: 'scan.jpeg', chunkBytes: 50_000 })
    for (const id of [whole, inParts]) {
      await untilReady(user, id)
      expect(await keysOf(id)).toEqual([
        'converted/converted.tif',
        'original/scan.jpeg',
        'thumbnails/high-1000.webp',
        'thumbnails/small-300.webp',
      ])
      expect(await hashOf(`maps/${id}/original/scan.jpeg`)).toBe(sha256(scan.content))
    }

    const params = { id: whole }
    const points = exactPoints(1200, 900)
    const moved = { ...points, mapPoints: points.mapPoints.with(4, [2_807_000, 7_296_500]) }
    const overlays: string[] = []
    for (const body of [points, moved]) {
      const { transformedPath } = await callApi(user, transformMap, { params, body })
      overlays.push(sha256(await bodyOf(await fetchFile(user, transformedPath))))
    }
    expect(overlays[0]).not.toBe(overlays[1])
    const { versions } = await callApi(user, mapVersions, { params })
    expect(versions.map(({ n, isCurrent }) => [n, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
    const kept = (await keysOf(whole)).filter((key) => key.startsWith('transformed/'))
    const stored = await Promise.all(kept.map((key) => hashOf(`maps/${whole}/${key}`)))
    expect(stored.sort()).toEqual([...overlays].sort())
    expect((await callApi(user, getMap, { params })).files.transformedPath).toMatch(/\/transformed\/2\.tif$/)
  })

  it('serves any range of a file, byte for byte', async () => {
    const id = await upload(user, await drawnScan(900, 700))
    const map = await untilReady(user, id)
    const path = map.files.convertedFilePath!
    const content = await bodyOf(await fetchFile(user, path))
    const last = content.length - 1
    for (const [range, start, end] of [
      ['bytes=0-15', 0, 15],
      [`bytes=1000-${last - 1000}`, 1000, last - 1000],
      ['bytes=-7', last - 6, last],
      [`bytes=${last}-`, last, last],
    ] as const) {
      const part = await fetchFile(user, path, { range })
      expect([part.status, part.headers.get('content-range')], range).toEqual([
        206,
        `bytes ${start}-${end}/${content.length}`,
      ])
      expect((await bodyOf(part)).equals(content.subarray(start, end + 1)), range).toBe(true)
    }
    const beyond = await fetchFile(user, path, { range: `bytes=${content.length}-` })
    expect(beyond.status).toBe(416)
  })

  it('finds what is missing or damaged there, and clears away what no row speaks of', async () => {
    expect(await checkData()).toEqual([0, NOTHING])
    const id = await upload(user, await drawnScan(300, 200))
    await untilReady(user, id)
    const before = await keysOf(id)
    const stray = `maps/${id}/transformed/stray.tif`
    await files.write(stray, Readable.from(['II*\0 of a killed job']))
    expect(await checkData()).toEqual([0, { ...NOTHING, unreferenced: [stray] }])

    const deps = { db: drizzle(database.pool), files }
    const { signal } = new AbortController()
    await cleanUp(deps, signal, Date.now() + ORPHAN_AFTER_MS / 2)
    expect(await keysOf(id)).toContain('transformed/stray.tif')
    await cleanUp(deps, signal, Date.now() + ORPHAN_AFTER_MS + 60_000)
    expect(await keysOf(id)).toEqual(before)
    expect(await checkData()).toEqual([0, NOTHING])

    const [thumbnail, pyramid] = [
      `maps/${id}/thumbnails/small-300.webp`,
      `maps/${id}/converted/converted.tif`,
    ]
    await files.remove(thumbnail)
    await files.write(pyramid, Readable.from(['not a TIFF']))
    const [code, report] = await checkData()
    expect(code).not.toBe(0)
    expect(report).toEqual({ ...NOTHING, missing: [thumbnail], damaged: [pyramid] })
  })
})

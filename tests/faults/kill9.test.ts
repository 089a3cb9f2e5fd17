import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ROUNDS = process.env.LONG ? 20 : 2
const [WIDTH, HEIGHT] = [5000, 4000]

async function until(caller: Caller, id: string, holds: (map: MapRecord) => boolean, ms = 60_000) {
  const deadline = Date.now() + ms
  for (;;) {
    const map = await callApi(caller, getMap, { params: { id } })
    if (holds(map)) return map
    if (Date.now() > deadline)
      throw new Error(`not so after ${ms} ms: ${JSON.stringify([map.processing, map.transformJob])}`)
    await pause(20)
  }
}

describe('a server killed in the middle of a job', () => {
  let server: TestServer
  let token: string
  const owner = (): Caller => ({ url: server.url, token })

  beforeAll(async () => {
    server = await startServer()
    token = (await newUser(server.url, 'Owner')).token
  })
  afterAll(async () => server?.stop())

  it(`converts the scan after the next start, ${ROUNDS} times`, async () => {
    const scan = await drawnScan(WIDTH, HEIGHT)
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await upload(owner(), scan)
      await until(owner(), id, ({ processing }) => processing.state === 'converting')
      await server.kill9()
      await server.restart()
      const map = await untilReady(owner(), id)
      expect(map.image).toEqual({ width: WIDTH, height: HEIGHT, hasAlpha: false })
    }
  })

  it(`serves the earlier overlay and finishes the transform after the next start, ${ROUNDS} times`, async () => {
    const id = await upload(owner(), await drawnScan(WIDTH, HEIGHT))
    await untilReady(owner(), id)
    const points = exactPoints(WIDTH, HEIGHT)
    await callApi(owner(), transformMap, {
      params: { id },
      body: { ...points, transformationType: 'Affine' },
    })

    for (let round = 0; round < ROUNDS; round += 1) {
      const { versions: before } = await callApi(owner(), mapVersions, { params: { id } })
      const served = before[0]!.n
      const mapPoints = points.mapPoints.with(4, [2_830_000 + round * 50, 7_279_000])
      const body = { ...points, mapPoints }
      // The caller is cut off with the server; the job is not.
      const cut = callApi(owner(), transformMap, { params: { id }, body }).catch(() => 'cut off')
      await until(owner(), id, ({ transformJob }) => (transformJob?.percent ?? 0) > 0)
      await server.kill9()
      expect(await cut).toBe('cut off')

      await server.restart()
      const started = Date.now()
      const map = await callApi(owner(), getMap, { params: { id } })
      expect(map.files.transformedPath).toMatch(new RegExp(`/transformed/${served}\\.tif$`))
      const overlay = await fetchFile(owner(), map.files.transformedPath!)
      expect((await overlay.arrayBuffer()).byteLength).toBe(before[0]!.bytes)

      await until(owner(), id, ({ transformJob, files }) => {
        const isPublished = !files.transformedPath!.endsWith(`/${served}.tif`)
        return isPublished || (transformJob?.state === 'running' && transformJob.percent > 0)
      })
      expect(Date.now() - started).toBeLessThan(5_000)
      await until(owner(), id, ({ transformJob }) => transformJob === null)
      const { versions } = await callApi(owner(), mapVersions, { params: { id } })
      expect(versions.filter(({ isCurrent }) => isCurrent).map(({ n }) => n)).toEqual([served + 1])
    }
  })

  it('stops cleanly at SIGTERM within ten seconds', async () => {
    const started = Date.now()
    expect(await server.stop()).toBe(0)
    expect(Date.now() - started).toBeLessThan(10_000)
  })
})

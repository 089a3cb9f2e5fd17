import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import { CONVERTED_FILES } from '../../server/raster/scan/converted-scan.ts'
import { type Caller, callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { childrenOf } from '../support/processes.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ROUNDS = process.env.LONG ? 20 : 1
vi.setConfig({ testTimeout: Math.max(240_000, ROUNDS * 60_000) })
/** Ten times what it may take where nothing else runs. */
const RUNNING_AGAIN_MS = 50_000
/** What a converted map consists of; nothing else may ever lie in its folder. */
const WHOLE_FILES = new Set(['original/scan.jpeg', ...Object.values(CONVERTED_FILES)])
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

  /** Files of a map as they lie in its folder, by their paths in it. */
  const filesOf = (id: string): string[] => {
    const folder = join(server.dataFolder, 'maps', id)
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort()
  }

  /** Watches the processes that the server does a job in; Linux tells of them. Returns what was seen. */
  const watchRuns = (program: string) => {
    const started = Date.now()
    const pids = new Set<number>()
    let firstMs = Number.POSITIVE_INFINITY
    let isOver = false
    const watching = (async () => {
      for (; !isOver; await pause(20))
        for (const pid of await childrenOf(server.pid, program)) {
          firstMs = Math.min(firstMs, Date.now() - started)
          pids.add(pid)
        }
    })()
    return async () => {
      isOver = true
      await watching
      return { runs: pids.size, firstMs }
    }
  }
  const expectOneRun = ({ runs, firstMs }: { runs: number; firstMs: number }) => {
    if (process.platform !== 'linux') return
    expect(runs).toBe(1)
    expect(firstMs).toBeLessThan(RUNNING_AGAIN_MS)
    restartTimesMs.push(firstMs)
  }
  const restartTimesMs: number[] = []

  it(`converts the scan after the next start, once, ${ROUNDS} times`, async () => {
    const scan = await drawnScan(WIDTH, HEIGHT)
    let cutOff = 0
    // A scan that was converted before its server was killed is no round.
    for (let round = 0; cutOff < ROUNDS && round < ROUNDS + 5; round += 1) {
      const id = await upload(owner(), scan)
      await until(owner(), id, ({ processing }) => processing.state === 'converting')
      await pause((round * 53) % 400)
      await server.kill9()
      expect(filesOf(id).filter((name) => !WHOLE_FILES.has(name))).toEqual([])
      await server.restart()
      const runs = watchRuns('decoder-child')
      const { processing } = await callApi(owner(), getMap, { params: { id } })
      const map = await untilReady(owner(), id)
      const seen = await runs()
      if (processing.state === 'converting') {
        cutOff += 1
        expectOneRun(seen)
      }
      expect(map.image).toEqual({ width: WIDTH, height: HEIGHT, hasAlpha: false })
    }
    expect(cutOff).toBe(ROUNDS)
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
      const versionFiles = filesOf(id)
      const { versions: before } = await callApi(owner(), mapVersions, { params: { id } })
      const served = before[0]!.n
      const mapPoints = points.mapPoints.with(4, [2_830_000 + round * 50, 7_279_000])
      const body = { ...points, mapPoints }
      // The caller is cut off with the server; the job is not.
      const cut = callApi(owner(), transformMap, { params: { id }, body }).catch(() => 'cut off')
      await until(owner(), id, ({ transformJob }) => (transformJob?.percent ?? 0) > 0)
      await server.kill9()
      expect(await cut).toBe('cut off')
      expect(filesOf(id)).toEqual(versionFiles)

      await server.restart()
      const started = Date.now()
      const runs = watchRuns('warp-child')
      const map = await callApi(owner(), getMap, { params: { id } })
      expect(map.files.transformedPath).toMatch(new RegExp(`/transformed/${served}\\.tif$`))
      const overlay = await fetchFile(owner(), map.files.transformedPath!)
      expect((await overlay.arrayBuffer()).byteLength).toBe(before[0]!.bytes)

      await until(owner(), id, ({ transformJob, files }) => {
        const isPublished = !files.transformedPath!.endsWith(`/${served}.tif`)
        return isPublished || (transformJob?.state === 'running' && transformJob.percent > 0)
      })
      expect(Date.now() - started).toBeLessThan(RUNNING_AGAIN_MS)
      await until(owner(), id, ({ transformJob }) => transformJob === null)
      expectOneRun(await runs())
      const { versions } = await callApi(owner(), mapVersions, { params: { id } })
      expect(versions.filter(({ isCurrent }) => isCurrent).map(({ n }) => n)).toEqual([served + 1])
      expect(versions).toHaveLength(before.length + 1)
      expect(filesOf(id)).toHaveLength(versionFiles.length + 1)
    }
    console.log(
      `Jobs ran again ${Math.min(...restartTimesMs)} to ${Math.max(...restartTimesMs)} ms after the start.`,
    )
  })

  it('leaves data in which nothing is missing, orphaned or damaged', async () => {
    const { code, stdout } = await runProgram('check-data', [], { DATA_DIR: server.dataFolder })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { missing: [], orphaned: [], damaged: [], danglingRows: [], unreferenced: [] },
    ])
  })

  it('leaves nothing of the attempts that were killed', () => {
    expect(readdirSync(join(server.dataFolder, 'work'))).toEqual([])
  })

  it('stops cleanly at SIGTERM', async () => {
    expect(await server.stop()).toBe(0)
  })
})

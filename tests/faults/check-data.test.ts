import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { builtPrograms } from '../support/build.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the check of the data', () => {
  let dataFolder: string
  let server: TestServer
  let id: string

  beforeAll(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'palimpsest-test-'))
    server = await startServer({ dataFolder })
    const owner = await newUser(server.url)
    id = await upload(owner, await drawnScan())
    await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id }, body: exactPoints() })
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  const check = () => {
    const program = join(builtPrograms(), 'dist/server/check-data.mjs')
    const env = { ...process.env, DATA_DIR: dataFolder }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    return { status, report: JSON.parse(stdout) as Record<string, string[]> }
  }

  it('finds nothing wrong after a server was killed, beside a running one and without', async () => {
    const clean = { missing: [], orphaned: [], damaged: [], danglingRows: [], unreferenced: [] }
    expect(check()).toEqual({ status: 0, report: clean })
    await server.kill9()
    expect(check()).toEqual({ status: 0, report: clean })
    await server.restart()
  })

  it('names what is missing, damaged and orphaned', () => {
    const folder = join(dataFolder, 'maps', id)
    rmSync(join(folder, 'thumbnails/small-300.webp'))
    truncateSync(join(folder, 'converted/converted.tif'), 100)
    const stray = join(folder, 'transformed/stray.tif')
    mkdirSync(join(folder, 'transformed'), { recursive: true })
    writeFileSync(stray, 'II')
    const old = new Date(Date.now() - 2 * 86_400_000)
    utimesSync(stray, old, old)
    writeFileSync(join(folder, 'transformed/fresh.tif'), 'II')
    expect(check()).toEqual({
      status: 1,
      report: {
        missing: [`maps/${id}/thumbnails/small-300.webp`],
        damaged: [`maps/${id}/converted/converted.tif`],
        orphaned: [`maps/${id}/transformed/stray.tif`],
        danglingRows: [],
        unreferenced: [`maps/${id}/transformed/fresh.tif`],
      },
    })
  })
})

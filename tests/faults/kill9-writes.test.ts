import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalogs, createCatalog, renameCatalog } from '../../contract/api/catalogs.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { runProgram } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ROUNDS = process.env.LONG ? 100 : 5
vi.setConfig({ testTimeout: ROUNDS * 24_000 })
const WRITERS = 6

describe('a server killed in the middle of database writes', () => {
  let server: TestServer
  let token: string
  const owner = (): Caller => ({ url: server.url, token })

  beforeAll(async () => {
    server = await startServer()
    token = (await newUser(server.url, 'Owner')).token
  })
  afterAll(async () => server?.stop())

  /** Id → title of everything whose writing was acknowledged; a title whose change was not may be either. */
  const known = new Map<string, Set<string>>()
  let count = 0

  /** Writes until the server is gone. */
  const write = async (): Promise<void> => {
    for (;;) {
      count += 1
      const title = `Catalog ${count}`
      const made = await callApi(owner(), createCatalog, { body: { title } }).catch(() => undefined)
      if (!made) return
      known.set(made.id, new Set([title]))
      const renamed = `${title} renamed`
      known.set(made.id, new Set([title, renamed]))
      const changed = await callApi(owner(), renameCatalog, {
        params: { id: made.id },
        body: { title: renamed },
      }).catch(() => undefined)
      if (!changed) return
      known.set(made.id, new Set([renamed]))
    }
  }

  const killDatabase = async () => {
    const file = join(server.dataFolder, 'postgres', 'postmaster.pid')
    if (!existsSync(file)) throw new Error('the database has no process')
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => !existsSync(`/proc/${pid}`), { timeout: 10_000 })
  }

  it(`loses no row that was acknowledged, ${ROUNDS} times, the database killed as well each third time`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const writers = Array.from({ length: WRITERS }, write)
      const before = known.size
      await vi.waitUntil(() => known.size > before + 3, { timeout: 20_000, interval: 5 })
      await pause((round * 13) % 60)
      await server.kill9()
      await Promise.all(writers)
      if (round % 3 === 2) await killDatabase()
      await server.restart()
      const list = await callApi(owner(), catalogs, {})
      const titles = new Map(list.catalogs.map(({ id, title }) => [id, title]))
      const lost = [...known].filter(([id, may]) => !may.has(titles.get(id) ?? ''))
      expect(lost, `round ${round}`).toEqual([])
    }
    expect(known.size).toBeGreaterThan(ROUNDS * 3)
  })

  it('leaves data in which nothing is missing, orphaned or damaged', async () => {
    const { code, stdout } = await runProgram('check-data', [], { DATA_DIR: server.dataFolder })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { missing: [], orphaned: [], damaged: [], danglingRows: [], unreferenced: [] },
    ])
  })
})

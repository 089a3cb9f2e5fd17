/** What the programs that read strangers' files may not: know secrets, reach the network, write without end. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { startDatabase } from '../support/database.ts'
import { CONFINEMENT, describeNeeding, itNeeding, LINUX } from '../support/needs.ts'
import { childrenOf } from '../support/processes.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'a-secret-of-the-instance'

interface Seen {
  readonly environment: string
  readonly limits: string
  readonly network: string
}

/** Reads what the system says of the first child that runs a program, while `work` goes on. */
async function seen(server: TestServer, program: string, work: Promise<unknown>): Promise<Seen> {
  let isOver = false
  const end = () => (isOver = true)
  work.then(end, end)
  while (!isOver) {
    for (const pid of await childrenOf(server.pid, program)) {
      try {
        // What starts it runs under the same process id.
        if (readlinkSync(`/proc/${pid}/exe`) !== realpathSync(process.execPath)) continue
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
        const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
        const network = readlinkSync(`/proc/${pid}/ns/net`)
        if (environment !== '') return { environment, limits, network }
      } catch {
        // It ended between two looks.
      }
    }
    await pause(5)
  }
  throw new Error(`${program} was not seen`)
}

describeNeeding(LINUX, 'an instance', () => {
  let server: TestServer
  let folder: string
  let scan: Awaited<ReturnType<typeof drawnScan>>
  let children: Seen[]
  const SIZE = [3600, 3000] as const
  const watchBoth = async () => {
    const user = await newUser(server.url)
    const converting = upload(user, scan).then(async (id) => {
      await untilReady(user, id)
      return id
    })
    const decoder = await seen(server, 'decoder-child', converting)
    const id = await converting
    const warping = callApi(user, transformMap, { params: { id }, body: exactPoints(...SIZE) })
    const warp = await seen(server, 'warp-child', warping)
    await warping
    return [decoder, warp]
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-confined-'))
    scan = await drawnScan(...SIZE)
    server = await startServer({ env: { GEOCODER_URL: `http://127.0.0.1:9/?key=${SECRET}` } })
    children = await watchBoth()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('tells no secret to a program that reads strangers’ files', () => {
    for (const { environment } of children) {
      expect(environment).toContain('MALLOC_ARENA_MAX')
      expect(environment).not.toContain(SECRET)
      expect(environment).not.toMatch(/DATA_DIR|DATABASE_URL|S3_|GEOCODER/)
    }
  })

  itNeeding(CONFINEMENT, 'gives such a program no network, and has the system bound it', () => {
    for (const { limits, network } of children) {
      expect(limits).toMatch(/^Max core file size\s+0\s+0\s/m)
      expect(limits).toMatch(/^Max data size\s+8589934592\s/m)
      expect(limits).toMatch(/^Max open files\s+512\s/m)
      expect(network).not.toBe(readlinkSync('/proc/self/ns/net'))
    }
    expect(server.output()).not.toMatch(/offers no way/)
  })

  it('has data that are entered and read by nobody else', async () => {
    // Root's embedded database may run as another account, which must be able to pass through.
    expect(statSync(server.dataFolder).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
    // The conversion's own folder goes a moment after its map is ready.
    await expect.poll(() => readdirSync(join(server.dataFolder, 'work'))).toEqual([])
    const open = readdirSync(server.dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const found = lstatSync(join(server.dataFolder, name), { throwIfNoEntry: false })
      return found && (found.isFile() || found.isDirectory()) && (found.mode & 0o077) !== 0
    })
    expect(open).toEqual([])
  })

  it('works where the machine cannot confine a program, and the operator is told once', async () => {
    // The embedded database needs what is not found now: neither `unshare` nor `prlimit`.
    const database = await startDatabase()
    try {
      await server.restart({ PATH: folder, DATABASE_URL: database.url })
      for (const { environment, network } of await watchBoth()) {
        expect(environment).not.toContain('DATA_DIR')
        expect(network).toBe(readlinkSync('/proc/self/ns/net'))
      }
      expect(server.output().match(/offers no way/g)).toHaveLength(1)
    } finally {
      await server.stop()
      await database.stop()
    }
  })
})

/** What the programs that read strangers' files may not: know secrets, reach the network and the database, write without end. */
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { forkConfined, hideFromChildren } from '../../server/raster/confined-child.ts'
import { IN_OWN_DOMAIN } from '../../server/raster/own-domain.ts'
import { convertScan } from '../../server/raster/scan/convert-scan.ts'
import { startWarpProcess } from '../../server/raster/warp/warp-process.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { startDatabase } from '../support/database.ts'
import { CONFINEMENT, describeNeeding, itNeeding, LANDLOCK, LINUX } from '../support/needs.ts'
import { childrenOf } from '../support/processes.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'a-secret-of-the-instance'

/** What the system says of a child of this process that stays until it is ended. */
async function seen(program: string) {
  const pid = await vi.waitUntil(async () => (await childrenOf(process.pid, program)).find(isStarted), {
    timeout: 60_000,
  })
  return {
    environment: readFileSync(`/proc/${pid}/environ`, 'latin1'),
    limits: readFileSync(`/proc/${pid}/limits`, 'utf8'),
    network: readlinkSync(`/proc/${pid}/ns/net`),
    rights: readFileSync(`/proc/${pid}/status`, 'utf8'),
  }
}

/** What starts it runs under the same process id. */
function isStarted(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.execPath)
  } catch {
    return false
  }
}

describeNeeding(LINUX, 'a program that reads strangers’ files', () => {
  let folder: string
  let children: Awaited<ReturnType<typeof seen>>[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-confined-'))
    process.env.GEOCODER_URL = `http://127.0.0.1:9/?key=${SECRET}`
    // A scan that never comes, and a warp that is never told what to do: both stay until they are ended.
    const scanPath = join(folder, 'pipe')
    execFileSync('mkfifo', [scanPath])
    const ended = new AbortController()
    const converting = convertScan({ scanPath, outFolder: folder, signal: ended.signal }).catch(
      () => undefined,
    )
    const decoder = await seen('decoder-child')
    ended.abort()
    await converting
    const warp = startWarpProcess(1)
    children = [decoder, await seen('warp-child')]
    await warp.end()
  })
  afterAll(async () => {
    delete process.env.GEOCODER_URL
    await rm(folder, { recursive: true, force: true })
  })

  it('knows no secret', () => {
    for (const { environment } of children) {
      expect(environment).toContain('MALLOC_ARENA_MAX')
      expect(environment).not.toContain(SECRET)
      expect(environment).not.toMatch(/DATA_DIR|DATABASE_URL|S3_|GEOCODER/)
    }
  })

  itNeeding(CONFINEMENT, 'has no network and no rights, and is bounded by the system', () => {
    for (const { limits, network, rights } of children) {
      expect(limits).toMatch(/^Max core file size\s+0\s+0\s/m)
      expect(limits).toMatch(/^Max data size\s+8589934592\s/m)
      expect(limits).toMatch(/^Max open files\s+512\s/m)
      expect(limits).toMatch(/^Max cpu time\s+86400\s/m)
      expect(network).not.toBe(readlinkSync('/proc/self/ns/net'))
      expect(rights).toMatch(/^CapEff:\t0+$/m)
      expect(rights).toMatch(/^CapBnd:\t0+$/m)
      expect(rights).toMatch(/^NoNewPrivs:\t1$/m)
    }
  })
})

/** Says what it finds of an instance: its folder, its scans, its database. */
const PROBE = `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
process.once('message', ({ dataFolder, socket, scan, other, out }) => {
  const found = (look) => { try { return look() } catch (error) { return error.code } }
  const files = {
    scan: found(() => readFileSync(scan, 'utf8')),
    other: found(() => readFileSync(other, 'utf8')),
    written: found(() => writeFileSync(out, 'result')),
    cluster: found(() => readdirSync(dataFolder + '/postgres').length > 0),
    environment: found(() => readFileSync('/proc/' + process.ppid + '/environ').length > 0),
  }
  const asked = connect(socket)
  asked.on('error', ({ code }) => process.send({ ...files, database: code }))
  asked.on('connect', () => process.send({ ...files, database: 'reached' }))
})`

describeNeeding(CONFINEMENT, 'a program that reads strangers’ files of an instance', () => {
  let dataFolder: string
  let postgres: EmbeddedPostgres
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'palimpsest-hidden-'))
    postgres = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
    hideFromChildren({ dataFolder, database: postgres.folders })
    for (const name of ['maps', 'work']) mkdirSync(join(dataFolder, name))
    for (const name of ['scan', 'other']) writeFileSync(join(dataFolder, 'maps', name), name, { mode: 0o600 })
  })
  afterAll(async () => {
    hideFromChildren({ dataFolder: '/nonexistent', database: [] })
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })

  async function probed(sees?: readonly [string, string]): Promise<Record<string, unknown>> {
    const program = join(tmpdir(), `palimpsest-probe-${process.pid}.mjs`)
    writeFileSync(program, PROBE)
    const child = forkConfined(program, sees ? { sees } : {})
    try {
      return await new Promise((resolve, reject) => {
        child.once('message', (found) => resolve(found as Record<string, unknown>))
        child.once('error', reject)
        child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
        child.send({
          dataFolder,
          socket: join(postgres.connection.host, '.s.PGSQL.5432'),
          scan: join(dataFolder, 'maps', 'scan'),
          other: join(dataFolder, 'maps', 'other'),
          out: join(dataFolder, 'work', 'result'),
        })
      })
    } finally {
      child.kill('SIGKILL')
      await rm(program, { force: true })
    }
  }

  it('sees its scan and its folder, no other scan, neither the database nor what the server knows', async () => {
    const found = await probed([join(dataFolder, 'maps', 'scan'), join(dataFolder, 'work')])
    expect(found).toEqual({
      scan: 'scan',
      other: 'ENOENT',
      cluster: 'ENOENT',
      database: 'ENOENT',
      environment: 'EACCES',
    })
    expect(readFileSync(join(dataFolder, 'work', 'result'), 'utf8')).toBe('result')
  })

  it('reaches no database though it may see the scans', async () => {
    expect(await probed()).toMatchObject({ other: 'other', cluster: false, database: 'ENOENT' })
  })
})

/** What a confined program finds of its parent where this machine's programs of confinement are those in `path`. */
async function foundIn(path: string): Promise<Record<string, string>> {
  const program = join(path, 'probe.mjs')
  writeFileSync(
    program,
    `
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const found = (look) => { try { look(); return 'reached' } catch (error) { return error.code } }
const parent = '/proc/' + process.ppid
process.once('message', ({ folder, port }) => {
  const own = {
    memory: found(() => readFileSync(parent + '/mem')),
    moved: found(() => {
      mkdirSync(folder + '/a'); mkdirSync(folder + '/b'); writeFileSync(folder + '/a/x', '')
      renameSync(folder + '/a/x', folder + '/b/x')
    }),
  }
  const asked = connect(port, '127.0.0.1')
  asked.on('error', ({ code }) => process.send({ ...own, tcp: code }))
  asked.on('connect', () => process.send({ ...own, tcp: 'reached' }))
})`,
  )
  const before = process.env.PATH
  process.env.PATH = path
  // Which programs there are is looked up once a process.
  vi.resetModules()
  try {
    const anew = await import('../../server/raster/confined-child.ts')
    const child = anew.forkConfined(program, {})
    try {
      return await new Promise((resolve, reject) => {
        child.once('message', (found) => resolve(found as Record<string, string>))
        child.once('error', reject)
        child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
        // Nobody listens on this port.
        child.send({ folder: path, port: 9 })
      })
    } finally {
      child.kill('SIGKILL')
    }
  } finally {
    process.env.PATH = before
    vi.resetModules()
  }
}

itNeeding(
  LANDLOCK,
  'keeps the memory of the server from a reader with its account and rights, where namespaces are refused',
  async () => {
    const path = await mkdtemp(join(tmpdir(), 'palimpsest-refused-'))
    try {
      // As in a container: no unshare, and of setpriv only what needs no rights.
      const setpriv = `case "$1 $2" in "--no-new-privs perl") exec ${pathOf('setpriv')} "$@";; *) exit 1;; esac`
      writeFileSync(join(path, 'setpriv'), `#!/bin/sh\n${setpriv}\n`, { mode: 0o755 })
      for (const name of ['perl', 'prlimit']) symlinkSync(pathOf(name), join(path, name))
      writeFileSync(join(path, 'true'), '#!/bin/sh\n', { mode: 0o755 })
      const { tcp, ...found } = await foundIn(path)
      expect(found).toEqual({ memory: 'EACCES', moved: 'reached' })
      // Before Linux 6.7 it can ask, and nobody answers.
      expect(['EACCES', 'ECONNREFUSED']).toContain(tcp)
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  },
)

itNeeding(LANDLOCK, 'keeps the environment of a process from a reader of the same ordinary account', () => {
  const ordinary =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const environmentSeen = (confined: readonly string[]) => {
    const [command, ...args] = [
      ...ordinary,
      'sh',
      '-c',
      '"$@" /proc/$$/environ; true',
      'sh',
      ...confined,
      'cat',
    ]
    return execFileSync(command, args, { env: { PATH: process.env.PATH, SECRET }, stdio: 'pipe' }).toString()
  }
  expect(environmentSeen([])).toContain(SECRET)
  expect(environmentSeen(IN_OWN_DOMAIN)).toBe('')
})

const pathOf = (program: string): string =>
  realpathSync(execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' }).trim())

describeNeeding(LINUX, 'an instance', () => {
  let server: TestServer
  let folder: string
  const SIZE = [800, 600] as const
  const publishOne = async () => {
    const user = await newUser(server.url)
    const id = await upload(user, await drawnScan(...SIZE))
    await untilReady(user, id)
    await callApi(user, transformMap, { params: { id }, body: exactPoints(...SIZE) })
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-confined-'))
    server = await startServer()
    await publishOne()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  itNeeding(CONFINEMENT, 'says nothing of confinement where all of it holds', () => {
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
      await publishOne()
      expect(server.output().match(/offers no way/g)).toHaveLength(1)
    } finally {
      await server.stop()
      await database.stop()
    }
  })
})

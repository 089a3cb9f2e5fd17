import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { builtPrograms } from '../support/build.ts'
import {
  INSTALLED_PASSWORD,
  INSTALLED_POSTGRES,
  startInstalledPostgres,
} from '../support/installed-postgres.ts'
import { describeNeeding, POSTGRES, SYSTEM_PYTHON, YAML } from '../support/needs.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
/** The instructions of the last stage of the image. */
const lastStage = dockerfile.slice(dockerfile.findLastIndex((line) => line.startsWith('FROM')))

describe('the image', () => {
  const copies = lastStage.flatMap((line) => {
    const [, from, to] = /^COPY --from=build \/app\/(\S+) \.\/(\S+)$/.exec(line) ?? []
    return from && to ? [[from, to] as const] : []
  })
  const command = JSON.parse(/^CMD (.+)$/m.exec(lastStage.join('\n'))![1]!) as string[]

  it('holds all that a server needs to convert, warp and serve', async () => {
    builtPrograms()
    const image = mkdtempSync(join(tmpdir(), 'palimpsest-test-image-'))
    try {
      for (const [from, to] of copies) {
        mkdirSync(dirname(join(image, to)), { recursive: true })
        if (from === 'node_modules') symlinkSync(join(ROOT, from), join(image, to))
        else cpSync(join(ROOT, from), join(image, to), { recursive: true })
      }
      expect(command[0]).toBe('node')
      const server = await startServer({ program: join(image, command[1]!) })
      try {
        const owner = await newUser(server.url)
        const id = await upload(owner, await drawnScan(), { title: 'A map' })
        await untilReady(owner, id)
        const { transformedPath } = await callApi(owner, transformMap, {
          params: { id },
          body: exactPoints(),
        })
        expect((await fetchFile(owner, transformedPath)).status).toBe(200)
        for (const path of [
          '/',
          '/locales/lt/errors.json',
          '/api/base-map/0/0/0.mvt',
          '/api/geocode?q=Vilnius&polygon_geojson=1',
        ]) {
          const answer = await fetch(server.url + path, {
            headers: { authorization: `Bearer ${owner.token}` },
          })
          expect([path, answer.status]).toEqual([path, 200])
          expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
        }
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(image, { recursive: true, force: true })
    }
  })

  it('is made from what is there, and leaves out what is made anew', () => {
    expect(copies.map(([from]) => from).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(copies.every(([from, to]) => from === to)).toBe(true)
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['node_modules', 'dist', '.git', 'data', '.env', '.env.*']),
    )
  })
})

const yaml = spawnSync(
  SYSTEM_PYTHON,
  ['-c', 'import sys,json,yaml; print(json.dumps(yaml.safe_load(sys.stdin)))'],
  {
    input: read('compose.yaml'),
    encoding: 'utf8',
  },
)

interface Service {
  image?: string
  build?: string
  mem_limit?: string
  read_only?: boolean
  pids_limit?: number
  cap_drop?: string[]
  security_opt?: string[]
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, object>
  volumes?: string[]
  networks?: string[] | { default: { ipv4_address: string } }
}

describeNeeding(YAML, 'the compose file', () => {
  const { services, volumes, networks } = (yaml.status === 0 ? JSON.parse(yaml.stdout) : {}) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
    networks: Record<string, { internal?: boolean }>
  }
  const addressOf = (name: string) => {
    const { networks: joined } = services[name]!
    return joined && !Array.isArray(joined) ? joined.default.ipv4_address : undefined
  }

  it('starts two API processes that leave the jobs to a worker', () => {
    expect(Object.keys(services).sort()).toEqual(['api-1', 'api-2', 'database', 'proxy', 'store', 'worker'])
    for (const api of ['api-1', 'api-2']) expect(services[api]!.environment!.JOB_CONCURRENCY).toBe('0')
    expect(services.worker!.environment).not.toHaveProperty('JOB_CONCURRENCY')
    const [program, file] = services.worker!.command!
    expect(program).toBe('node')
    expect(existsSync(join(builtPrograms(), file!))).toBe(true)
  })

  it('takes from each container what it does not need, and gives the programs no account of the operator', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.cap_drop, name).toEqual(['ALL'])
      expect(service.security_opt, name).toContain('no-new-privileges:true')
      expect(service.mem_limit, name).toMatch(/^\d+[gm]$/)
      if (!service.build) expect(service.image, name).toMatch(/:(?!latest@)[\w.-]+@sha256:[0-9a-f]{64}$/)
      expect([service.read_only, service.pids_limit], name).toEqual([true, expect.any(Number)])
    }
    expect(networks['inside']?.internal).toBe(true)
    // Who keeps the data has no way out; who fetches scans has one of its own.
    for (const name of ['database', 'store']) expect(services[name]!.networks, name).toEqual(['inside'])
    expect(services.worker!.networks).toEqual(['inside', 'outward'])
    for (const name of ['api-1', 'api-2', 'worker'])
      expect(JSON.stringify(services[name]!.environment), name).not.toMatch(/ADMIN|ROOT|operator/)
    expect(lastStage).toContain('USER node')
  })

  it('names only services, volumes and settings that there are', () => {
    const known = new Set(
      read('server/settings.ts')
        .match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm)
        ?.map((name) => name.trim()),
    )
    for (const { depends_on, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on ?? {})) expect(services).toHaveProperty(name)
      for (const mount of mounted) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('./')) expect(existsSync(join(ROOT, source))).toBe(true)
        else expect(volumes).toHaveProperty(source)
      }
    }
    for (const name of ['api-1', 'worker'])
      for (const setting of Object.keys(services[name]!.environment!)) expect(known).toContain(setting)
  })

  it('gives the API processes the addresses that the proxy sends to, and has them believe it alone', () => {
    const addresses = ['api-1', 'api-2'].map(addressOf)
    const named = [...read('deploy/nginx.conf').matchAll(/server ([\d.]+):8080;/g)].map(
      ([, address]) => address,
    )
    expect(named).toEqual([...addresses, ...addresses])
    expect(services['api-1']!.environment!.TRUSTED_PROXIES).toBe(addressOf('proxy'))
  })
})

describeNeeding(POSTGRES, 'the account that the database is given for the programs', () => {
  it('suffices for an instance, and may make neither accounts nor databases', async () => {
    const database = await startInstalledPostgres('operator')
    try {
      await database.pool.query('create database palimpsest')
      const { hostname, port } = new URL(database.url)
      // With what means something to a shell, to SQL or to psql.
      const password = `it's "a" \\ $HOME :password`
      const made = spawnSync(join(ROOT, 'deploy/database-role.sh'), {
        encoding: 'utf8',
        env: {
          PATH: `${INSTALLED_POSTGRES}:${process.env.PATH}`,
          PGHOST: hostname,
          PGPORT: port,
          PGPASSWORD: INSTALLED_PASSWORD,
          POSTGRES_USER: 'operator',
          PALIMPSEST_PASSWORD: password,
        },
      })
      expect([made.status, made.stderr]).toEqual([0, ''])
      const url = `postgres://palimpsest:${encodeURIComponent(password)}@${hostname}:${port}/palimpsest`
      const server = await startServer({ env: { DATABASE_URL: url } })
      try {
        const owner = await newUser(server.url)
        await untilReady(owner, await upload(owner, await drawnScan(300, 200)))
      } finally {
        await server.stop()
      }
      const programs = new pg.Pool({ connectionString: url, max: 1 })
      // Its connection may still be closing when the database stops.
      programs.on('error', () => undefined)
      try {
        for (const more of ['create role another', 'create database another', `copy maps to program 'cat'`])
          await expect(programs.query(more)).rejects.toMatchObject({ code: '42501' })
      } finally {
        await programs.end()
      }
    } finally {
      await database.stop()
    }
  })
})

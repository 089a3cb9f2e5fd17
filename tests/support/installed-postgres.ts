import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import type { TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

/** Where Debian, Red Hat and Homebrew put the programs; `POSTGRES_BIN` names another folder. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const releases = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(a) - Number(b)) : []
  const folders = [
    process.env.POSTGRES_BIN,
    ...releases.filter((release) => Number(release) >= 15).map((release) => join(debian, release, 'bin')),
    '/usr/pgsql-15/bin',
    '/opt/homebrew/opt/postgresql@15/bin',
  ]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')))
}

/** Folder of an installed PostgreSQL's programs, 15 before later releases; undefined where there is none. */
export const INSTALLED_POSTGRES = findPrograms()

/** The account that a cluster is made by needs it. */
export const INSTALLED_PASSWORD = 'a secret of the test'

const NOBODY = 65_534

/**
 * An installed PostgreSQL with a cluster of the test's own, as an operator has it: over TCP on the loopback, with a
 * password, run by an unprivileged account.
 *
 * @param administrator name of the account that the cluster is made by
 */
export async function startInstalledPostgres(administrator = 'palimpsest'): Promise<TestDatabase> {
  const programs = INSTALLED_POSTGRES
  if (!programs) throw new Error('there is no PostgreSQL here')
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-pg-'))
  chmodSync(folder, 0o755)
  const [cluster, password] = [join(folder, 'cluster'), join(folder, 'password')]
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(password, INSTALLED_PASSWORD)
  if (isRoot) for (const path of [folder, cluster, password]) chownSync(path, NOBODY, NOBODY)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { cwd: folder, stdio: 'ignore', ...account })

  run(
    'initdb',
    '-D',
    cluster,
    '-U',
    administrator,
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
  )
  // Asked for at last: what is free now may be taken by the time a cluster is made.
  const port = await freePort()
  const start = () => {
    const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=`
    run('pg_ctl', 'start', '-w', '-D', cluster, '-l', join(folder, 'log'), '-o', options)
  }
  start()
  const url = `postgres://${administrator}:${encodeURIComponent(INSTALLED_PASSWORD)}@127.0.0.1:${port}/postgres`
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  pool.on('error', () => undefined)
  return {
    url,
    pool,
    crash: async () => {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', cluster)
      await Promise.resolve()
    },
    start: async () => {
      start()
      await Promise.resolve()
    },
    stop: async () => {
      await pool.end()
      run('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', cluster)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresPrograms } from './postgres-programs.ts'

/** What a PostgreSQL program ended with. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** How PostgreSQL's programs are run, given that they refuse to run as root. */
export interface PostgresAccount {
  readonly programs: PostgresPrograms
  /** Folder that holds the cluster; differs from the one asked for where the account cannot reach that. */
  readonly home: string
  /** A sentence for the operator where the home had to move. */
  readonly notice?: string
  /** Makes a private folder that the account may write to. */
  makeFolder(path: string): void
  run(program: string, args: readonly string[]): Promise<Ended>
}

interface SpawnAs {
  readonly prefix: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

function runAs(as: SpawnAs, program: string, args: readonly string[]): Promise<Ended> {
  const [command = program, ...rest] = [...as.prefix, program, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      // A working folder that every account can enter; PostgreSQL warns where it cannot.
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.gid }),
    })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    // `exit`, not `close`: the server that pg_ctl leaves behind may hold the pipes open.
    child.once('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code, output: output.trim() })
    })
  })
}

const succeeds = (as: SpawnAs, program: string, args: readonly string[]) =>
  runAs(as, program, args).then(
    ({ code }) => code === 0,
    () => false,
  )

function account(as: SpawnAs, programs: PostgresPrograms, home: string, notice?: string): PostgresAccount {
  return {
    programs,
    home,
    ...(notice ? { notice } : {}),
    makeFolder: (path) => {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      if (as.uid !== undefined) chownSync(path, as.uid, as.gid ?? as.uid)
    },
    run: (program, args) => runAs(as, program, args),
  }
}

/** User and group id of `nobody`, from /etc/passwd. */
function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

/**
 * Chooses how to run PostgreSQL's programs for a cluster below `home`. An ordinary user runs them as himself. Root
 * enters a user namespace, in which it is an ordinary user that still owns its files; where that is not allowed, the
 * programs run as `nobody`, with everything it must reach moved to where it can.
 */
export async function choosePostgresAccount(
  programs: PostgresPrograms,
  home: string,
): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return account({ prefix: [] }, programs, home)
  const namespace: SpawnAs = { prefix: ['unshare', '--user', '--map-user=1000'] }
  const refusesNamespace = process.env.PALIMPSEST_NO_USER_NAMESPACE === '1'
  if (!refusesNamespace && (await succeeds(namespace, programs.initdb, ['--version'])))
    return account(namespace, programs, home)
  return accountOfNobody(programs, home)
}

/** What `nobody` must reach is made for everyone to enter, whatever is made for this account alone. */
async function accountOfNobody(programs: PostgresPrograms, home: string): Promise<PostgresAccount> {
  const umask = process.umask(0o022)
  try {
    return await reachableForNobody(programs, home)
  } finally {
    process.umask(umask)
  }
}

async function reachableForNobody(programs: PostgresPrograms, home: string): Promise<PostgresAccount> {
  const as: SpawnAs = { prefix: [], ...nobody() }
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const reachesPrograms = await succeeds(as, programs.initdb, ['--version'])
  const reachesHome = await succeeds(as, 'test', ['-x', home])
  if (reachesPrograms && reachesHome) return account(as, programs, home)

  const moved = join('/var/lib/palimpsest', createHash('sha256').update(home).digest('hex').slice(0, 16))
  mkdirSync(moved, { recursive: true, mode: 0o755 })
  const copied = reachesPrograms ? programs : copyPrograms(programs, join(moved, 'programs'))
  const notice = `PostgreSQL runs as nobody, who cannot reach ${home}; its files are in ${moved}.`
  return account(as, copied, moved, notice)
}

function copyPrograms(programs: PostgresPrograms, folder: string): PostgresPrograms {
  const inCopy = (path: string) => join(folder, path.slice(programs.folder.length))
  const copy = { initdb: inCopy(programs.initdb), pgCtl: inCopy(programs.pgCtl), folder }
  if (!existsSync(copy.pgCtl)) cpSync(programs.folder, folder, { recursive: true, verbatimSymlinks: true })
  return copy
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

/** A server that a test file has started: what must be gone when the run has ended. */
interface StartedServer {
  readonly pid: number
  readonly dataFolder: string
  /** The folder was made for this server. */
  readonly isTemporary: boolean
}

const PREFIX = 'palimpsest-run-'
/** Set for the run's workers by its main process. */
const NAME = 'PALIMPSEST_TEST_RUN'
const END_TIMEOUT_MS = 10_000

/** Begins a run: servers that its workers start are recorded in a folder that names the process of the run. */
export async function beginRun(): Promise<void> {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
      await endServersOf(join(tmpdir(), name))
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.env[NAME] = folder
}

/** Ends what the workers of this run have left, be it because they were killed. */
export async function endRun(): Promise<void> {
  const folder = process.env[NAME]
  if (folder) await endServersOf(folder)
  delete process.env[NAME]
}

const recordOf = (pid: number) => join(process.env[NAME]!, `${pid}.json`)

export function recordServer(server: StartedServer): void {
  if (process.env[NAME]) writeFileSync(recordOf(server.pid), JSON.stringify(server))
}

export function forgetServer(pid: number): void {
  if (process.env[NAME]) rmSync(recordOf(pid), { force: true })
}

async function endServersOf(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const server = JSON.parse(readFileSync(join(folder, name), 'utf8')) as StartedServer
    // The number of a process that has ended may belong to another one by now.
    if (environmentOf(server.pid).includes(`DATA_DIR=${server.dataFolder}`)) await end(server.pid, 'SIGKILL')
    const database = databaseIn(server.dataFolder)
    if (database !== undefined) await end(database, 'SIGQUIT')
    if (server.isTemporary) rmSync(server.dataFolder, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
  for (const deadline = Date.now() + END_TIMEOUT_MS; isAlive(pid) && Date.now() < deadline;) await pause(20)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that has ended and whose parent has not looked yet is answered for as well.
    return !/^\d+ \(.*\) Z/.test(textOf(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

const environmentOf = (pid: number): readonly string[] => textOf(`/proc/${pid}/environ`).split('\0')

/** Process of the PostgreSQL that runs on the cluster in a data folder. */
function databaseIn(dataFolder: string): number | undefined {
  const cluster = join(dataFolder, 'postgres')
  const [pid, folder] = textOf(join(cluster, 'postmaster.pid')).split('\n')
  const isIts = folder === cluster && textOf(`/proc/${pid}/cmdline`).includes(cluster)
  return isIts ? Number(pid) : undefined
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

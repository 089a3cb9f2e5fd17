import { createHash, randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ADMIN_ROLE, APP_ROLE, findPasswords, setUpRoles } from './database-roles.ts'
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts'
import { findPostgresPrograms } from './postgres-programs.ts'

/** Major release of the programs that the platform's package carries; a cluster belongs to one major release. */
const MAJOR = '17'
const DATABASE = 'palimpsest'
const STOPPER = 'palimpsest-stop'
/** PostgreSQL's limit is 107 bytes for the folder and `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 85
const START_TIMEOUT_MS = 60_000
const RETRY_MS = 20_000

export interface EmbeddedPostgresOptions {
  /** The instance's data folder; the cluster lies below it. */
  readonly dataFolder: string
  readonly log: (line: string) => void
}

interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface EmbeddedPostgres {
  /** How to connect, as an ordinary role: over a Unix socket in a private folder. */
  readonly connection: Readonly<Connection>
  /** The cluster, with its passwords, and the folder of the socket. */
  readonly folders: readonly string[]
  /** True when a server that an earlier process left running was found. */
  readonly adopted: boolean
  /** Stops the server, unless another process still uses it. Close your own connections first. */
  stop(): Promise<void>
}

/**
 * Starts the instance's own PostgreSQL, making its cluster at the first start and adopting a server that a killed
 * process left running.
 *
 * Decision: docs/decisions/2026-11-21-foundations.md
 *
 * @throws Error with instructions where the platform, the account or the cluster's release does not allow it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder)
  const account = await choosePostgresAccount(await findPostgresPrograms(), dataFolder)
  if (account.notice) options.log(account.notice)
  const cluster = join(account.home, 'postgres')
  await makeCluster(account, cluster)
  const socketFolder = makeSocketFolder(account, dataFolder)
  const { passwords, isNew } = findPasswords(cluster)
  const place = { host: socketFolder, port: 5432, database: DATABASE }
  const admin = { ...place, user: ADMIN_ROLE, password: passwords.admin }
  // A server that was left running asks for a password that is lost until it reads its rules again.
  if (isNew && (await refusesPassword(admin)))
    await account.run(account.programs.pgCtl, ['reload', `--pgdata=${cluster}`])

  const adopted = await answers(admin)
  if (adopted) options.log('Found the database running from an earlier start.')
  else await startServer(account, cluster, admin)
  await makeDatabase(admin)
  await setUpRoles(admin, cluster, DATABASE, passwords)
  const connection = { ...place, user: APP_ROLE, password: passwords.app }
  return {
    connection,
    folders: [cluster, socketFolder],
    adopted,
    stop: () => stopServer(account, cluster, admin),
  }
}

/** Makes the cluster under another name first, so that a killed first start leaves nothing half made. */
async function makeCluster(account: PostgresAccount, cluster: string): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (version === MAJOR) return
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, this program brings ${MAJOR}. ` +
        `Dump it with pg_dump ${version}, move the folder away, start again and restore the dump, ` +
        'or set DATABASE_URL to a server of that release.',
    )
  }
  mkdirSync(account.home, { recursive: true, mode: 0o755 })
  const unfinished = `${cluster}.new-${randomUUID()}`
  account.makeFolder(unfinished)
  const { code, output } = await account.run(account.programs.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${ADMIN_ROLE}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ])
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(`The database could not be made: ${output}`)
  }
  try {
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process made it in the meantime.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** A private folder with a short path: everyone who can enter it may connect. */
function makeSocketFolder(account: PostgresAccount, dataFolder: string): string {
  const beside = join(account.home, 'socket')
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER) {
    account.makeFolder(beside)
    return beside
  }
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `palimpsest-${hash}`)
  account.makeFolder(short)
  // The temporary folder is everyone's: a folder that someone else laid there must not be trusted.
  const { mode } = lstatSync(short)
  const owner = lstatSync(short).uid
  const mine = process.getuid?.() === 0 || owner === process.getuid?.()
  if (!lstatSync(short).isDirectory() || !mine || (mode & 0o077) !== 0)
    throw new Error(`${short} belongs to someone else; remove it or choose a DATA_DIR with a shorter path.`)
  return short
}

async function answers(admin: Connection): Promise<boolean> {
  return (await complaintOf(admin)) === undefined
}

async function refusesPassword(admin: Connection): Promise<boolean> {
  const complaint = await complaintOf(admin)
  return complaint instanceof pg.DatabaseError && complaint.code === '28P01'
}

/** Why nobody can connect; undefined: it works. */
async function complaintOf(admin: Connection): Promise<unknown> {
  const client = new pg.Client({ ...admin, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function startServer(account: PostgresAccount, cluster: string, admin: Connection): Promise<void> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: admin.host,
    unix_socket_permissions: '0700',
    // A hundred thousand maps and what a search reads of their indices stay in it.
    shared_buffers: '256MB',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
  }
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${quoteForShell(value)}`)
    .join(' ')
  const logFile = join(cluster, 'server.log')
  const args = ['start', '--wait', `--timeout=${START_TIMEOUT_MS / 1000}`, `--pgdata=${cluster}`]
  let complaint = ''
  // More than one attempt: a second process may be starting it at this moment, in which case that one's server will
  // answer; or the operating system has not yet cleared away a server that was killed a moment ago.
  for (const started = Date.now(); Date.now() - started < RETRY_MS; await pause(500)) {
    const { code, output } = await account.run(account.programs.pgCtl, [
      ...args,
      `--log=${logFile}`,
      '-o',
      options,
    ])
    if (code === 0 || (await answers(admin))) return
    complaint = output
  }
  const tail = existsSync(logFile)
    ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
    : ''
  throw new Error(`The database did not start: ${complaint}\n${tail}`)
}

/** pg_ctl hands its options to a shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

async function makeDatabase(admin: Connection): Promise<void> {
  const client = new pg.Client({ ...admin, database: 'postgres' })
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (known.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // 42P04 and 23505: another process made it between the question and the order.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}

/** Stops the server where no other client is left; those that are themselves stopping do not count. */
async function stopServer(account: PostgresAccount, cluster: string, admin: Connection): Promise<void> {
  const client = new pg.Client({ ...admin, database: 'postgres', application_name: STOPPER })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const others = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and application_name <> $1`,
      [STOPPER],
    )
    if ((others.rows[0]?.count ?? 0) > 0) return
  } catch {
    // It does not answer, so it is stopping or stopped already.
    return
  } finally {
    await client.end().catch(() => undefined)
  }
  await account.run(account.programs.pgCtl, ['stop', '--wait', '--mode=fast', `--pgdata=${cluster}`])
}

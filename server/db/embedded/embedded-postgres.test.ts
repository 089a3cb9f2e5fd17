import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { itNeeding, ROOT_USER } from '../../../tests/support/needs.ts'
import { choosePostgresAccount } from './postgres-account.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []
const running: EmbeddedPostgres[] = []

function temporaryFolder(...below: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-pg-'))
  folders.push(folder)
  const path = join(folder, ...below)
  mkdirSync(path, { recursive: true })
  return path
}

async function start(dataFolder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
  running.push(server)
  return server
}

async function ask<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A cluster as earlier releases made it: everything is the superuser's, and nobody is asked for a password. */
async function earlierCluster(folder: string): Promise<{ stop: () => Promise<unknown> }> {
  const account = await choosePostgresAccount(await findPostgresPrograms(), folder)
  const cluster = join(folder, 'postgres')
  const socket = join(folder, 'socket')
  for (const path of [cluster, socket]) account.makeFolder(path)
  const { initdb, pgCtl } = account.programs
  await account.run(initdb, [
    `--pgdata=${cluster}`,
    '--username=palimpsest',
    '--auth=trust',
    '--encoding=UTF8',
  ])
  await account.run(pgCtl, [
    'start',
    '--wait',
    `--pgdata=${cluster}`,
    `--log=${join(cluster, 'server.log')}`,
    '-o',
    `-c listen_addresses= -c unix_socket_directories=${socket}`,
  ])
  const asSuperuser = async (database: string, sql: string) => {
    const client = new pg.Client({ host: socket, port: 5432, user: 'palimpsest', database })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await asSuperuser('postgres', 'create database palimpsest')
  await asSuperuser(
    'palimpsest',
    `create extension pg_trgm;
     create type place as enum ('north');
     create table sheets (id serial primary key, title text, place place default 'north');
     insert into sheets (title) values ('Dubysa');
     create view titles as select title from sheets;
     create schema worker;
     create table worker.jobs (id bigint primary key generated always as identity, task text);
     create function twice(n int) returns int language sql as 'select 2 * n'`,
  )
  return { stop: () => account.run(pgCtl, ['stop', '--wait', '--mode=fast', `--pgdata=${cluster}`]) }
}

const serverPid = (dataFolder: string) =>
  Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded PostgreSQL', () => {
  it('makes its cluster at the first start, folds case in Unicode and writes with fsync', async () => {
    const server = await start(temporaryFolder())
    const [row] = await ask<{ folded: string; fsync: string; checksums: string }>(
      server,
      `select lower('ŽEMĖLAPIS') as folded, current_setting('fsync') as fsync,
              current_setting('data_checksums') as checksums`,
    )
    expect(row).toEqual({ folded: 'žemėlapis', fsync: 'on', checksums: 'on' })
  })

  it('brings the extensions and the Lithuanian collation that the schema needs', async () => {
    const server = await start(temporaryFolder())
    await ask(server, 'create extension pg_trgm; create extension unaccent; create extension btree_gist')
    const sorted = await ask<{ title: string }>(
      server,
      `select title from (values ('Zarasai'), ('Čekiškė'), ('Dubysa')) as map (title)
       order by title collate "lt-x-icu"`,
    )
    expect(sorted.map((row) => row.title)).toEqual(['Čekiškė', 'Dubysa', 'Zarasai'])
  })

  it('keeps what was written across a stop and a start', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    await ask(first, 'create table kept as select 7 as number')
    await first.stop()
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    const second = await start(folder)
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select number from kept')).toEqual([{ number: 7 }])
  })

  it('adopts a server that a killed process left running', async () => {
    const folder = temporaryFolder()
    await start(folder)
    const pid = serverPid(folder)
    const second = await start(folder)
    expect(second.adopted).toBe(true)
    expect(serverPid(folder)).toBe(pid)
  })

  it('stays up while another process uses it, and stops with the last', async () => {
    const folder = temporaryFolder()
    const server = await start(folder)
    const other = new pg.Client(server.connection)
    await other.connect()
    await server.stop()
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.end()
    await server.stop()
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it('recovers after the server itself was killed', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    await ask(first, 'create table acknowledged as select 1 as number')
    process.kill(serverPid(folder), 'SIGKILL')
    const second = await start(folder)
    expect(await ask(second, 'select number from acknowledged')).toEqual([{ number: 1 }])
  })

  it('works below a path that is too long for a Unix socket', async () => {
    const server = await start(temporaryFolder('a'.repeat(120)))
    expect(server.connection.host.length).toBeLessThan(100)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a cluster of another release with instructions', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '16\n')
    await expect(start(folder)).rejects.toThrow(/PostgreSQL 16.*DATABASE_URL/s)
  })

  it('lets two processes start at the same moment', async () => {
    const folder = temporaryFolder()
    const servers = await Promise.all([start(folder), start(folder)])
    for (const server of servers) expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('gives the application a role that is no superuser, and lets nobody in without its password', async () => {
    const server = await start(temporaryFolder())
    const [role] = await ask(
      server,
      'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false })
    await expect(ask(server, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/)
    for (const user of ['palimpsest', server.connection.user]) {
      const stranger = new pg.Client({ ...server.connection, user, password: 'guessed' })
      await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
    }
  })

  it.each(['stopped', 'left running'])(
    'takes over the cluster of an earlier release that was %s',
    async (state) => {
      const folder = temporaryFolder()
      const { stop } = await earlierCluster(folder)
      if (state === 'stopped') await stop()
      const server = await start(folder)
      expect(await ask(server, 'select title, place from sheets')).toEqual([
        { title: 'Dubysa', place: 'north' },
      ])
      // What belongs to the application can be changed by its migrations.
      await ask(
        server,
        `alter table sheets add column year int; alter type place add value 'south'; drop function twice(int);
       insert into sheets (title) values ('Zarasai'); create table worker.more (); drop view titles;
       insert into worker.jobs (task) values ('clean-up')`,
      )
      expect(await ask(server, 'select id from sheets order by id')).toEqual([{ id: 1 }, { id: 2 }])
      const open = new pg.Client({ ...server.connection, user: 'palimpsest', password: 'guessed' })
      await expect(open.connect()).rejects.toThrow(/password authentication failed/)
    },
  )

  it.each(['stopped', 'left running'])('makes new passwords where they were lost, %s', async (state) => {
    const folder = temporaryFolder()
    const first = await start(folder)
    await ask(first, 'create table acknowledged as select 1 as number')
    if (state === 'stopped') await first.stop()
    rmSync(join(folder, 'postgres', 'palimpsest-passwords.json'))
    const second = await start(folder)
    expect(second.connection.password).not.toBe(first.connection.password)
    expect(await ask(second, 'select number from acknowledged')).toEqual([{ number: 1 }])
  })

  itNeeding(ROOT_USER, 'runs as nobody where root may not enter a user namespace', async () => {
    process.env.PALIMPSEST_NO_USER_NAMESPACE = '1'
    try {
      const folder = temporaryFolder('open')
      execFileSync('chmod', ['755', join(folder, '..')])
      const server = await start(folder)
      const [row] = await ask<{ one: number }>(server, 'select 1 as one')
      expect(row).toEqual({ one: 1 })
      const owner = execFileSync('stat', ['-c', '%U', `/proc/${serverPid(folder)}`], { encoding: 'utf8' })
      expect(owner.trim()).toBe('nobody')
    } finally {
      delete process.env.PALIMPSEST_NO_USER_NAMESPACE
    }
  })
})

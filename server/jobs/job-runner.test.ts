import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { listenToMessages, sendMessage } from '../db/jobs/messages.ts'
import { type JobContext, type JobRunner, startJobRunner } from './job-runner.ts'

let folder: string
let server: EmbeddedPostgres
let pool: pg.Pool
const runners: JobRunner[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-jobs-'))
  server = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined })
  pool = new pg.Pool({ ...server.connection, max: 10 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await runMigrations({ pgPool: pool })
}, 60_000)

afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await pool.query('delete from graphile_worker._private_jobs')
})

afterAll(async () => {
  await pool.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  tasks: Record<string, (payload: unknown, context: JobContext) => Promise<void>>,
  concurrency = 2,
) {
  const runner = await startJobRunner({ pool, tasks, concurrency, log: () => undefined })
  runners.push(runner)
  return runner
}

async function until(condition: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  for (const started = Date.now(); !(await condition()); await pause(20))
    if (Date.now() - started > withinMs) throw new Error('the condition did not come true in time')
}

async function cutConnections(): Promise<void> {
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await admin.end()
}

describe('the job runner', () => {
  it('runs a job that was enqueued in a transaction once it commits, and not when it rolls back', async () => {
    const seen: unknown[] = []
    await start({ note: (payload) => Promise.resolve(void seen.push(payload)) })
    for (const end of ['rollback', 'commit']) {
      const client = await pool.connect()
      await client.query('begin')
      await enqueueJob(client, 'note', { end })
      await client.query(end)
      client.release()
    }
    await until(() => seen.length > 0)
    await pause(200)
    expect(seen).toEqual([{ end: 'commit' }])
  })

  it('runs the jobs of one queue one after another, and another queue’s beside them', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    await start({
      work: (payload) => {
        begun.push((payload as { name: string }).name)
        return new Promise((resolve) => ends.push(resolve))
      },
    })
    for (const name of ['a1', 'a2', 'a3', 'b1']) await enqueueJob(pool, 'work', { name }, { queue: name[0]! })
    await until(() => begun.length === 2)
    expect(begun.sort()).toEqual(['a1', 'b1'])
    for (let n = 0; n < 4; n += 1) {
      await until(() => ends.length > 0)
      ends.shift()!()
    }
    await until(() => begun.length === 4)
    expect(begun.slice(2)).toEqual(['a2', 'a3'])
  })

  it.each([
    [1, ['large 1', 'large 2', 'small']],
    [2, ['large 1', 'small', 'large 2']],
    [3, ['large 1', 'large 2', 'small', 'large 3']],
  ])('of %i slots keeps one for small jobs, where there are several', async (concurrency, order) => {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const reserved: boolean[] = []
    const names = order.toSorted()
    for (const name of names) await enqueueJob(pool, 'work', { name }, { isLarge: name !== 'small' })
    await start(
      {
        work: (payload, { isReservedForSmall }) => {
          const { name } = payload as { name: string }
          begun.push(name)
          if (isReservedForSmall) reserved.push(name !== 'small')
          return new Promise((resolve) => ends.set(name, resolve))
        },
      },
      concurrency,
    )
    await until(() => begun.length === concurrency)
    expect(begun.toSorted()).toEqual(order.slice(0, concurrency).toSorted())
    // Each that ends, as they were begun, lets another one begin; small ones in the slot that is theirs.
    for (const name of order) {
      await until(() => ends.has(name))
      ends.get(name)!()
    }
    expect(begun.at(-1)).toBe(order.at(-1))
    expect(reserved).toEqual(concurrency === 1 ? [] : [false])
  })

  it('gives a stopped job back at once without counting the attempt', async () => {
    const attempts: number[] = []
    const first = await start({
      long: (_payload, { attempt, signal }) => {
        attempts.push(attempt)
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cut off')))
        })
      },
    })
    await enqueueJob(pool, 'long', {}, { maxAttempts: 1, queue: 'of-a-user' })
    await until(() => attempts.length === 1)
    await first.stop()
    let ended = false
    await start({
      long: (_payload, { attempt }) => {
        attempts.push(attempt)
        ended = true
        return Promise.resolve()
      },
    })
    await until(() => ended, 5_000)
    expect(attempts).toEqual([1, 1])
  })

  it('gives back a job that a worker is handed after the stop, without beginning it', async () => {
    const slow = new pg.Pool({ ...server.connection, max: 10 })
    const connect = slow.connect.bind(slow)
    let asked = false
    let open: Promise<void> | undefined
    // What asks for a connection from now on gets it when the gate opens.
    slow.connect = (async (...parameters: []) => {
      if (open) asked = true
      await open
      return connect(...parameters)
    }) as typeof slow.connect
    let begun = 0
    const runner = await startJobRunner({
      pool: slow,
      tasks: {
        deaf: () => {
          begun += 1
          return new Promise(() => undefined)
        },
      },
      concurrency: 1,
      log: () => undefined,
    })
    let openGate = (): void => undefined
    open = new Promise((resolve) => (openGate = resolve))
    await enqueueJob(pool, 'deaf', {}, { maxAttempts: 1 })
    await until(() => asked)
    const stopped = runner.stop()
    openGate()
    await stopped
    await slow.end()
    const { rows } = await pool.query('select attempts, locked_by from graphile_worker.jobs')
    expect({ begun, rows }).toEqual({ begun: 0, rows: [{ attempts: 0, locked_by: null }] })
  })

  it('runs the job of a killed process again within five seconds, once, without counting the attempt', async () => {
    const program = `
      import pg from 'pg'
      import { run } from 'graphile-worker'
      import { EventEmitter } from 'node:events'
      const pool = new pg.Pool(JSON.parse(process.argv[1]))
      const events = new EventEmitter()
      events.once('pool:create', async ({ workerPool }) => {
        const client = await pool.connect()
        await client.query("select pg_advisory_lock(hashtext('palimpsest-pool:' || $1))", [workerPool.id])
      })
      await run({ pgPool: pool, events, concurrency: 1, noHandleSignals: true,
        taskList: { stuck: () => { process.send('taken'); return new Promise(() => undefined) } } })
    `
    const child = fork('-e', [], {
      execArgv: ['--input-type=module', '-e', program, JSON.stringify(server.connection)],
    })
    children.push(child)
    await enqueueJob(pool, 'stuck', {}, { maxAttempts: 1, queue: 'of-a-user' })
    await new Promise((resolve) => child.once('message', resolve))

    const attempts: number[] = []
    await start({ stuck: (_payload, { attempt }) => Promise.resolve(void attempts.push(attempt)) })
    await pause(3_500)
    expect(attempts, 'a living process keeps its job').toEqual([])
    child.kill('SIGKILL')
    const killedAt = Date.now()
    await until(() => attempts.length > 0)
    expect(Date.now() - killedAt).toBeLessThan(5_000)
    await pause(1_500)
    expect(attempts).toEqual([1])
  })

  it('aborts its jobs and starts other workers when the database cuts its connections', async () => {
    let cut = false
    let attempts = 0
    await start({
      tough: (_payload, { signal }) => {
        attempts += 1
        if (attempts > 1) return Promise.resolve()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            cut = true
            reject(new Error('cut off'))
          })
        })
      },
    })
    await enqueueJob(pool, 'tough', {})
    await until(() => attempts === 1)
    await cutConnections()
    await until(() => cut)
    await until(() => attempts === 2, 15_000)
  })

  it('leaves nothing behind of workers whose lock fails, and starts others', async () => {
    let failures = 0
    const mayFail = (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...values: unknown[]) => unknown
      const cutOff = (...values: unknown[]) =>
        failures > 0 && String(values[0]).includes('pg_advisory_lock(') && failures-- > 0
          ? query('select pg_terminate_backend(pg_backend_pid())')
          : query(...values)
      client.query = cutOff as typeof client.query
    }
    pool.on('connect', mayFail)
    const attempts: number[] = []
    const runner = await start({
      note: (_payload, { attempt }) => Promise.resolve(void attempts.push(attempt)),
    })
    failures = 2
    await cutConnections()
    await until(() => failures === 0)
    await enqueueJob(pool, 'note', {}, { maxAttempts: 1 })
    await until(() => attempts.length > 0, 15_000)
    await pause(500)
    expect(attempts).toEqual([1])
    await runner.stop()
    pool.off('connect', mayFail)
    await until(() => pool.totalCount === pool.idleCount)
  })

  it('outlives a connection that is cut while the workers stop', async () => {
    let cuts = 0
    const mayCut = (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...values: unknown[]) => unknown
      let fail: ((error: Error) => void) | undefined
      // What the workers ask to listen for is not answered, and fails as they stop.
      const cutAtStop = (...values: unknown[]) => {
        const text = String(values[0])
        if (text.startsWith('LISTEN')) return new Promise((_resolve, reject) => (fail = reject))
        if (text.startsWith('UNLISTEN') && fail) {
          fail(new Error('the connection is cut'))
          cuts += 1
        }
        return query(...values)
      }
      client.query = cutAtStop as typeof client.query
    }
    await cutConnections()
    await until(() => pool.totalCount === 0)
    pool.on('connect', mayCut)
    const runner = await start({})
    await runner.stop()
    pool.off('connect', mayCut)
    await until(() => pool.totalCount === pool.idleCount)
    expect(cuts).toBeGreaterThan(0)
    await cutConnections()
  })

  it.each([0, 5, 20, 50, 150])(
    'leaves no worker behind when it stops %i ms after such a cut',
    async (waitMs) => {
      const runner = await start({})
      await cutConnections()
      await pause(waitMs)
      await runner.stop()
      // A connection that was asked for before the stop is given back as soon as it is there, and PostgreSQL lets go of
      // the lock of a closed one within a moment.
      await until(() => pool.totalCount === pool.idleCount)
      const locks = `select 1 from pg_locks where locktype = 'advisory'`
      // The connection that asks may be one of those that were cut, and not know it yet.
      await until(async () => (await pool.query(locks).catch(() => undefined))?.rowCount === 0)
    },
  )
})

describe('messages between processes', () => {
  it('arrive within a moment, and again after the connection was cut', async () => {
    const heard: unknown[] = []
    let listening = 0
    const listener = await listenToMessages({
      connection: { ...server.connection, application_name: 'listener' },
      channels: ['talk'],
      onMessage: (_channel, message) => heard.push(message),
      onListening: () => (listening += 1),
    })
    await sendMessage(pool, 'talk', { word: 'Žemaitija' })
    await until(() => heard.length === 1, 2_000)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`,
    )
    await until(() => listening === 2)
    await sendMessage(pool, 'talk', 2)
    await until(() => heard.length === 2, 2_000)
    expect(heard).toEqual([{ word: 'Žemaitija' }, 2])
    await listener.stop()
  })
})

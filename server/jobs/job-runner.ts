import { type Runner, Logger, run } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import {
  type DatabasePool,
  freeJobsOfDeadPools,
  holdPoolLock,
  type PoolLock,
  runAgain,
} from '../db/jobs/dead-pools.ts'
import { LARGE } from '../db/jobs/enqueue-job.ts'
import { withoutQueries } from '../db/database-errors.ts'
import { releasingOnce } from './release-once.ts'

/** What a task gets beside its payload. */
export interface JobContext {
  readonly jobId: string
  /** 1 at the first attempt. Attempts that a restart cut off do not count. */
  readonly attempt: number
  readonly maxAttempts: number
  /** Aborts when the process stops or when another process may take the job over: publish nothing after that. */
  readonly signal: AbortSignal
  /** Runs in a slot that is reserved for small jobs: what turns out large is to be queued anew as such. */
  readonly isReservedForSmall: boolean
}

/** A restartable step: it may be cut off anywhere and run again. */
export type Task = (payload: unknown, context: JobContext) => Promise<void>

export interface JobRunnerOptions {
  readonly pool: DatabasePool
  readonly tasks: Readonly<Record<string, Task>>
  /** Jobs that run at once; of two and more slots one is reserved for small jobs. */
  readonly concurrency: number
  readonly log: (level: 'error' | 'warning' | 'info' | 'debug', line: string) => void
}

export interface JobRunner {
  /** Lets running jobs stop at their signal and hands them back. Further calls wait for the same end. */
  stop(): Promise<void>
}

const JANITOR_PERIOD_MS = 1_000
const ABORT_AFTER_MS = 500
const RESTART_PAUSE_MS = 1_000
/** Time to write down that a job has ended, which opens its queue. What takes longer is found by the regular look. */
const QUEUE_OPENS_AFTER_MS = 100

/** Slots of a process, and whether large jobs stay out of them. */
interface Slots {
  readonly count: number
  readonly areReservedForSmall: boolean
}

/** A single slot must take everything. */
function slotsOf(concurrency: number): Slots[] {
  const forAll = { count: Math.max(1, concurrency - 1), areReservedForSmall: false }
  return concurrency === 1 ? [forAll] : [forAll, { count: 1, areReservedForSmall: true }]
}

/**
 * Runs jobs in this process. Whether a pool of workers lives is told by a session lock in PostgreSQL, so the jobs of a
 * killed process run again within seconds, and a job never runs twice at once.
 *
 * Decision: docs/decisions/2026-11-22-turns-of-jobs.md
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const bell: Bell = new Set()
  const pools: JobRunner[] = []
  const stopAll = () => Promise.all(pools.map((pool) => pool.stop()))
  try {
    for (const slots of slotsOf(options.concurrency)) pools.push(await maintainPool(options, slots, bell))
  } catch (error) {
    await stopAll()
    throw error
  }

  const janitor = setInterval(() => {
    freeJobsOfDeadPools(options.pool)
      .then((freed) => freed > 0 && options.log('info', `${freed} jobs of a stopped process run again.`))
      .catch((error: unknown) =>
        options.log('debug', withoutQueries(`The search for dead workers failed: ${String(error)}`)),
      )
  }, JANITOR_PERIOD_MS)

  return {
    stop: async () => {
      clearInterval(janitor)
      await stopAll()
    },
  }
}

/** A pool of workers that is replaced whenever its connection is lost. */
async function maintainPool(options: JobRunnerOptions, slots: Slots, bell: Bell): Promise<JobRunner> {
  let current = await startPool(options, slots, bell)
  let replacing: Promise<void> | undefined
  let isStopping = false
  let stopped: Promise<void> | undefined

  const watch = (pool: RunningPool) => {
    const start = () => void (replacing = replace(pool))
    // Workers may be lost before anybody watches them.
    if (pool.lost.aborted) start()
    else pool.lost.addEventListener('abort', start, { once: true })
  }
  const replace = async (pool: RunningPool) => {
    options.log('warning', 'The connection that shows these workers alive is lost; starting others.')
    await pool.stop()
    while (!isStopping) {
      try {
        current = await startPool(options, slots, bell)
        watch(current)
        return
      } catch (error) {
        options.log('warning', withoutQueries(`The workers cannot start yet: ${String(error)}`))
        await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS))
      }
    }
  }
  watch(current)

  const stop = async () => {
    isStopping = true
    // Workers that are just being started in place of others are stopped too.
    await replacing
    await current.stop()
  }
  return { stop: () => (stopped ??= stop()) }
}

/** Wakes a worker of each pool of this process. */
type Bell = Set<() => void>

/**
 * Has the workers look for the next job of a queue whose job has ended: the worker that ran it looks before its end is
 * written down, and would find the queue still taken. The next one may be for another pool than the last.
 */
function wakeForQueues(events: EventEmitter, bell: Bell, ended: AbortSignal): void {
  events.once('pool:create', ({ workerPool }: { workerPool: { nudge(count: number): void } }) => {
    const wake = () => {
      if (ended.aborted) return
      try {
        workerPool.nudge(1)
      } catch {
        // A worker that has just ended refuses; its jobs are another pool's by then.
      }
    }
    bell.add(wake)
    ended.addEventListener('abort', () => bell.delete(wake), { once: true })
  })
  events.on('job:complete', ({ job }: { job: { job_queue_id: number | null } }) => {
    if (job.job_queue_id === null) return
    setTimeout(() => {
      for (const wake of bell) wake()
    }, QUEUE_OPENS_AFTER_MS).unref()
  })
}

interface RunningPool {
  readonly lost: AbortSignal
  stop(): Promise<void>
}

async function startPool(
  options: JobRunnerOptions,
  { count, areReservedForSmall }: Slots,
  bell: Bell,
): Promise<RunningPool> {
  const lost = new AbortController()
  const stopping = new AbortController()
  const cutOff = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const events = new EventEmitter()
  const locked = new Promise<PoolLock>((resolve, reject) => {
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      holdPoolLock(options.pool, workerPool.id).then(resolve, reject)
    })
  })
  wakeForQueues(events, bell, AbortSignal.any([lost.signal, stopping.signal]))

  const wrap =
    (task: Task) =>
    async (
      payload: unknown,
      helpers: { job: { id: string; attempts: number; max_attempts: number }; abortSignal: AbortSignal },
    ) => {
      const { id, attempts, max_attempts: maxAttempts } = helpers.job
      // A job begins only under the lock: otherwise it could be taken for a dead pool's.
      await locked.catch((error: unknown) => {
        cutOff.set(id, attempts)
        throw error
      })
      const signal = AbortSignal.any([helpers.abortSignal, lost.signal, stopping.signal])
      // A worker may be handed a job that it asked for before the stop: it is given back without being begun.
      if (signal.aborted) {
        cutOff.set(id, attempts)
        throw signal.reason
      }
      const context = {
        jobId: id,
        attempt: attempts,
        maxAttempts,
        signal,
        isReservedForSmall: areReservedForSmall,
      }
      const work = task(payload, context)
      const settled = work.then(
        () => undefined,
        () => undefined,
      )
      running.add(settled)
      try {
        await work
      } catch (error) {
        if (signal.aborted) cutOff.set(id, attempts)
        throw error
      } finally {
        running.delete(settled)
      }
    }

  // A lock that fails is looked at below, once the workers run.
  locked.catch(() => undefined)
  const runner: Runner = await run({
    pgPool: releasingOnce(options.pool),
    events,
    concurrency: count,
    ...(areReservedForSmall && { forbiddenFlags: [LARGE] }),
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
    pollInterval: 2_000,
    // Without batches the library leaves a failed acknowledgement unhandled, which would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => options.log(level, withoutQueries(message))),
    taskList: Object.fromEntries(Object.entries(options.tasks).map(([name, task]) => [name, wrap(task)])),
  })
  // A pool that ends by itself (its database went away) must not end the process.
  runner.promise.catch((error: unknown) => lost.abort(error))
  const end = async (reason: unknown) => {
    stopping.abort(reason)
    await Promise.all(running)
    await runner.stop().catch(() => undefined)
    await runner.promise.catch(() => undefined)
    const jobs = [...cutOff].map(([id, attempts]) => ({ id, attempts }))
    await runAgain(options.pool, jobs).catch(() => undefined)
  }
  const lock = await locked.catch(async (error: unknown) => {
    await end(error)
    throw error
  })
  const lose = () => lost.abort(lock.lost.reason)
  if (lock.lost.aborted) lose()
  else lock.lost.addEventListener('abort', lose, { once: true })

  const stop = async () => {
    await end(new Error('the process is stopping'))
    await lock.release()
  }
  let stopped: Promise<void> | undefined
  return { lost: lost.signal, stop: () => (stopped ??= stop()) }
}

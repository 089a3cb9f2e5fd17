import type pg from 'pg'

/** A pool of connections to the instance's database. */
export type DatabasePool = pg.Pool

/** A worker pool is alive as long as its session holds this lock; PostgreSQL lets go of it when the process dies. */
const LOCK_OF_POOL = `hashtext('palimpsest-pool:' || $1)`

/** A job that was taken this long ago must belong to a pool that had the time to take its lock. */
const GRACE = '2 seconds'

export interface PoolLock {
  /** Aborts when the connection that holds the lock is lost: the pool may be taken for dead from then on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Holds the session lock that tells the pool is alive. Where it fails, its connection is closed. */
export async function holdPoolLock(pool: pg.Pool, poolId: string): Promise<PoolLock> {
  const client = await pool.connect()
  const lost = new AbortController()
  let released = false
  const lose = () => {
    if (!released) lost.abort(new Error(`the lock of the worker pool ${poolId} is lost`))
  }
  client.on('error', lose)
  client.once('end', lose)
  try {
    await client.query(`select pg_advisory_lock(${LOCK_OF_POOL})`, [poolId])
  } catch (error) {
    released = true
    client.release(true)
    throw error
  }
  return {
    lost: lost.signal,
    release: async () => {
      if (released) return
      released = true
      // The connection is closed rather than given back: that frees the lock even where it has gone silent.
      client.release(true)
      await Promise.resolve()
    },
  }
}

interface TakenJobs {
  pool: string
  jobs: { id: string; attempts: number }[]
}

/**
 * Hands back the jobs of pools that died: they become available again at once, and the attempt that was cut off does
 * not count. Safe to run in several processes at the same time. Returns the number of jobs handed back.
 */
export async function freeJobsOfDeadPools(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<TakenJobs>(
      `select locked_by as pool, json_agg(json_build_object('id', id::text, 'attempts', attempts)) as jobs
       from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - interval '${GRACE}'
       group by locked_by`,
    )
    let freed = 0
    for (const taken of rows) freed += await freeJobsOf(client, taken)
    return freed
  } finally {
    client.release()
  }
}

async function freeJobsOf(client: pg.PoolClient, { pool, jobs }: TakenJobs): Promise<number> {
  const lock = await client.query<{ dead: boolean }>(`select pg_try_advisory_lock(${LOCK_OF_POOL}) as dead`, [
    pool,
  ])
  if (!lock.rows[0]?.dead) return 0
  try {
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [[pool]])
    await runAgain(client, jobs)
    return jobs.length
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK_OF_POOL})`, [pool])
  }
}

/** Makes jobs that were cut off available now, without counting the attempt, and wakes the workers. */
export async function runAgain(
  client: pg.Pool | pg.PoolClient,
  jobs: readonly { id: string; attempts: number }[],
): Promise<void> {
  for (const { id, attempts } of jobs)
    await client.query(
      'select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := $2)',
      [id, Math.max(0, attempts - 1)],
    )
  if (jobs.length > 0)
    await client.query(`select pg_notify('jobs:insert', $1)`, [JSON.stringify({ count: jobs.length })])
}

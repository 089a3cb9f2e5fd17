import type pg from 'pg'

export interface EnqueueOptions {
  /** A job of the same key that has not started yet is replaced. */
  readonly key?: string
  /** Jobs of one queue run one after another. */
  readonly queue?: string
  readonly runAt?: Date
  readonly maxAttempts?: number
  /** Smaller runs first; default 0. */
  readonly priority?: number
  /** Stays out of the slots that are reserved for small jobs. */
  readonly isLarge?: boolean
}

/** The flag of large jobs. */
export const LARGE = 'large'

/** The queue of a user's heavy jobs: whoever asks for many of them keeps nobody else waiting. */
export const queueOfUser = (userId: string) => `user:${userId}`

/** What can run a query: a pool, a client, or a transaction's client. */
export interface Queryable {
  query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>
}

/**
 * Adds a job. Call it with the client of the transaction that writes the row the job is about, so that there is never
 * a row without its job nor a job without its row.
 */
export async function enqueueJob(
  client: Queryable,
  task: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await client.query(
    `select graphile_worker.add_job(
       $1, payload := $2::json, queue_name := $3, run_at := $4::timestamptz, max_attempts := $5::int,
       job_key := $6, priority := $7::int, flags := case when $8::boolean then array['${LARGE}'] end)`,
    [
      task,
      JSON.stringify(payload),
      options.queue ?? null,
      options.runAt ?? null,
      options.maxAttempts ?? null,
      options.key ?? null,
      options.priority ?? null,
      options.isLarge ?? false,
    ],
  )
}

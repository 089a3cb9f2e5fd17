import { newId } from '../db/new-id.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { tookTooLong } from './job-failure.ts'
import type { JobContext } from './job-runner.ts'
import { throttledProgress } from './progress.ts'
import { beginTimeBudget } from './time-budget.ts'

/** One attempt at a job that has a row of its own, from the moment it is the attempt that counts. */
export interface Attempt<Begun> {
  readonly id: string
  /** What `begin` returned. */
  readonly begun: Begun
  /** Aborts when the process stops, when a newer attempt counts or when the time is used up. */
  readonly signal: AbortSignal
  /** Leaves at most so many milliseconds of its time from now on. */
  readonly limitTime: (ms: number) => void
  /** Reports the percentage done; few of the reports are written. */
  readonly report: (percent: number) => void
  /**
   * To be awaited before anything is published: waits for the last report, which may find the attempt superseded.
   *
   * @throws the signal's reason where the attempt has ended
   */
  readonly settle: () => Promise<void>
}

/** What one kind of job does at each step of an attempt. */
export interface AttemptSteps<Begun> {
  /** Makes this attempt the only one that may publish. Undefined: there is nothing to do any more. */
  begin(attempt: string): Promise<Begun | undefined>
  /** Writes the percentage done; false where the attempt no longer counts. */
  report(attempt: Attempt<Begun>, percent: number): Promise<boolean>
  work(attempt: Attempt<Begun>): Promise<void>
  /** The failure that ends the job; undefined: another attempt may succeed, and the error is thrown on to the queue. */
  failureOf(error: unknown, isLast: boolean): StoredError | undefined
  /** Writes down that the job has failed. */
  fail(attempt: Attempt<Begun>, failure: StoredError, error: unknown): Promise<void>
  /** There was nothing to begin: removes what earlier attempts left. */
  forget(): Promise<void>
  /** A newer attempt counts, or the job was cancelled. */
  onSuperseded(error: unknown): Promise<void>
}

/**
 * Runs one attempt: it begins, works within its time, reports its progress, and fails only where trying again would not
 * help. An attempt that the end of the process cut off throws, so that the queue runs it again.
 *
 * @param budgetMs time that the attempt may take; 0: no limit
 */
export async function runAttempt<Begun>(
  { signal: stopping, attempt: number, maxAttempts }: JobContext,
  budgetMs: number,
  steps: AttemptSteps<Begun>,
): Promise<void> {
  const id = newId()
  const begun = await steps.begin(id)
  if (begun === undefined) return steps.forget()
  const superseded = new AbortController()
  const budget = beginTimeBudget(budgetMs)
  const signal = AbortSignal.any([stopping, superseded.signal, budget.signal])
  const progress = throttledProgress(
    (percent) => steps.report(attempt, percent),
    () => superseded.abort(),
  )
  const attempt: Attempt<Begun> = {
    id,
    begun,
    signal,
    limitTime: (ms) => budget.shorten(ms),
    report: (percent) => progress.report(percent),
    settle: async () => {
      await progress.settle()
      signal.throwIfAborted()
    },
  }
  try {
    await steps.work(attempt)
  } catch (error) {
    if (stopping.aborted) throw error
    if (superseded.signal.aborted) return await steps.onSuperseded(error)
    const failure = budget.signal.aborted ? tookTooLong() : steps.failureOf(error, number >= maxAttempts)
    if (!failure) throw error
    await steps.fail(attempt, failure, error)
  } finally {
    budget.end()
  }
}

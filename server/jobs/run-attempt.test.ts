import { describe, expect, it, vi } from 'vitest'
import type { StoredError } from '../db/schema/stored-json.ts'
import { type Attempt, type AttemptSteps, runAttempt } from './run-attempt.ts'

const FAILURE: StoredError = { messageKey: 'errors.diskFull', message: 'full' }
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** Runs an attempt whose steps note what they are called with. */
function attemptOf(
  steps: Partial<AttemptSteps<{ readonly name: string }>>,
  { attempt = 1, maxAttempts = 3, budgetMs = 0, stopping = new AbortController().signal } = {},
) {
  const calls: string[] = []
  const run = runAttempt(
    { jobId: '1', attempt, maxAttempts, signal: stopping, isReservedForSmall: false },
    budgetMs,
    {
      begin: () => Promise.resolve({ name: 'map' }),
      report: () => Promise.resolve(true),
      work: () => Promise.resolve(),
      failureOf: (_error, isLast) => (isLast ? FAILURE : undefined),
      fail: (_attempt, failure) => {
        calls.push(`failed: ${failure.messageKey}`)
        return Promise.resolve()
      },
      forget: () => {
        calls.push('forgotten')
        return Promise.resolve()
      },
      onSuperseded: () => {
        calls.push('superseded')
        return Promise.resolve()
      },
      ...steps,
    },
  )
  return { run, calls }
}

describe('runAttempt', () => {
  it('works with what was begun, under the id that began it', async () => {
    const begin = vi.fn((_id: string) => Promise.resolve({ name: 'Vilnius' }))
    const work = vi.fn((_attempt: Attempt<{ readonly name: string }>) => Promise.resolve())
    const { run, calls } = attemptOf({ begin, work })
    await run
    const [attempt] = work.mock.calls[0]!
    expect(attempt.begun.name).toBe('Vilnius')
    expect(begin.mock.calls).toEqual([[attempt.id]])
    expect(calls).toEqual([])
  })

  it('forgets earlier attempts, and does not work, where there is nothing to begin', async () => {
    const work = vi.fn(() => Promise.resolve())
    const { run, calls } = attemptOf({ begin: () => Promise.resolve(undefined), work })
    await run
    expect(work).not.toHaveBeenCalled()
    expect(calls).toEqual(['forgotten'])
  })

  it('throws an error on to the queue while attempts are left', async () => {
    const { run, calls } = attemptOf({ work: () => Promise.reject(new Error('unlucky')) })
    await expect(run).rejects.toThrow('unlucky')
    expect(calls).toEqual([])
  })

  it('writes the failure of the last attempt, and ends without an error', async () => {
    const { run, calls } = attemptOf(
      { work: () => Promise.reject(new Error('unlucky')) },
      { attempt: 3, maxAttempts: 3 },
    )
    await run
    expect(calls).toEqual(['failed: errors.diskFull'])
  })

  it('fails for good at the first attempt that takes longer than its time', async () => {
    const { run, calls } = attemptOf({ work: ({ signal }) => untilAborted(signal) }, { budgetMs: 1 })
    await run
    expect(calls).toEqual(['failed: errors.raster.tookTooLong'])
  })

  it('throws without a failure when the process stops, even at the last attempt', async () => {
    const stopping = new AbortController()
    const { run, calls } = attemptOf(
      {
        work: ({ signal }) => {
          const end = untilAborted(signal)
          stopping.abort(new Error('stopping'))
          return end
        },
      },
      { attempt: 3, maxAttempts: 3, stopping: stopping.signal },
    )
    await expect(run).rejects.toThrow('stopping')
    expect(calls).toEqual([])
  })

  it('aborts, and writes no failure, once a report finds the attempt superseded', async () => {
    const { run, calls } = attemptOf(
      {
        report: () => Promise.resolve(false),
        work: ({ signal, report }) => {
          report(10)
          return untilAborted(signal)
        },
      },
      { attempt: 3, maxAttempts: 3 },
    )
    await run
    expect(calls).toEqual(['superseded'])
  })

  it('waits for the last report before anything is published', async () => {
    const publish = vi.fn()
    const { run, calls } = attemptOf({
      report: () => Promise.resolve(false),
      work: async ({ report, settle }) => {
        report(100)
        await settle()
        publish()
      },
    })
    await run
    expect(publish).not.toHaveBeenCalled()
    expect(calls).toEqual(['superseded'])
  })

  it('leaves it to the job whether a superseded attempt throws', async () => {
    const { run } = attemptOf({
      report: () => Promise.resolve(false),
      work: ({ signal, report }) => {
        report(10)
        return untilAborted(signal)
      },
      onSuperseded: () => Promise.reject(new Error('superseded')),
    })
    await expect(run).rejects.toThrow('superseded')
  })
})

/** Writes progress at most so often: every write is a row version and a message to all processes. */
const PERIOD_MS = 500

export interface ProgressReport {
  /** Takes the newest percentage; a write under way is not waited for. */
  report(percent: number): void
  /** Waits for the last write. */
  settle(): Promise<void>
}

/**
 * Passes progress on in a bounded number of writes. When a write says that the attempt no longer counts, `superseded`
 * is called once.
 */
export function throttledProgress(
  write: (percent: number) => Promise<boolean>,
  superseded: () => void,
  now: () => number = Date.now,
): ProgressReport {
  let writing: Promise<void> | undefined
  let last = -Infinity
  return {
    report: (percent) => {
      if (writing || now() - last < PERIOD_MS) return
      last = now()
      writing = write(percent)
        .then(
          (counts) => {
            if (!counts) superseded()
          },
          // A lost write of progress is no reason to stop the work; losing the database is noticed elsewhere.
          () => undefined,
        )
        .finally(() => {
          writing = undefined
        })
    },
    settle: async () => {
      await writing
    },
  }
}

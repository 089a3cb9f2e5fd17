/** The time that one attempt at a job may take. */
export interface TimeBudget {
  /** Aborts when the time is used up. */
  readonly signal: AbortSignal
  /** The attempt is over. */
  end(): void
}

/** Begins to count. @param ms 0: no limit */
export function beginTimeBudget(ms: number): TimeBudget {
  const usedUp = new AbortController()
  const timer = ms === 0 ? undefined : setTimeout(() => usedUp.abort(), ms)
  return { signal: usedUp.signal, end: () => clearTimeout(timer) }
}

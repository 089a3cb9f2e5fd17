/** The time that one attempt at a job may take. */
export interface TimeBudget {
  /** Aborts when the time is used up. */
  readonly signal: AbortSignal
  /** Leaves at most so much of it from now on. */
  shorten(ms: number): void
  /** The attempt is over. */
  end(): void
}

/** Begins to count. @param ms 0: no limit */
export function beginTimeBudget(ms: number): TimeBudget {
  const usedUp = new AbortController()
  const startedAt = Date.now()
  const begin = (rest: number) => setTimeout(() => usedUp.abort(), rest)
  let timer = ms === 0 ? undefined : begin(ms)
  return {
    signal: usedUp.signal,
    shorten(rest) {
      if (timer === undefined || startedAt + ms <= Date.now() + rest) return
      clearTimeout(timer)
      timer = begin(rest)
    },
    end: () => clearTimeout(timer),
  }
}

/** For what does not depend on a scan's size, and for a machine that is busy with others. */
const LEAST_DECODING_MS = 5 * 60_000
/** A twentieth of what one core does. */
const PIXELS_A_SECOND = 1_000_000
/** As slow as a scan is decoded of which each byte stands for many pixels. */
const BYTES_A_SECOND = 10_000

/**
 * Time that the conversion of a scan may take at most: the less of what its pixels and its bytes ask for, as a file of a
 * few bytes may claim any number of pixels.
 */
export function decodingMs(pixels: number, bytes: number): number {
  return LEAST_DECODING_MS + 1000 * Math.min(pixels / PIXELS_A_SECOND, bytes / BYTES_A_SECOND)
}

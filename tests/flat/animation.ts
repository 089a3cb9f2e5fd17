/** A camera move under way. */
export interface Animation {
  /** Ends where it stands; `onEnd` is not called. */
  stop(): void
}

/**
 * Calls `step` with the share of the time that has passed, once a frame and for the last time with 1, then `onEnd`.
 * @param durationMs - more than 0
 */
export function animate(durationMs: number, step: (share: number) => void, onEnd: () => void): Animation {
  const start = performance.now()
  const next = () => {
    const share = Math.min(1, (performance.now() - start) / durationMs)
    frame = share < 1 ? requestAnimationFrame(next) : 0
    step(share)
    if (share === 1) onEnd()
  }
  let frame = requestAnimationFrame(next)
  return { stop: () => cancelAnimationFrame(frame) }
}

/** The value between two. */
export const between = (from: number, to: number, share: number) => from + (to - from) * share

/** Work that an answer does not wait for, so that its duration tells nothing of what was found. */
export interface BackgroundWork {
  /** Begins work; what it throws is reported, not thrown. */
  begin(work: () => Promise<void>): void
  /** Waits for what has begun. */
  settle(): Promise<void>
}

export function backgroundWork(onFailure: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    begin: (work) => {
      const done = work()
        .catch(onFailure)
        .finally(() => running.delete(done))
      running.add(done)
    },
    settle: async () => {
      await Promise.all(running)
    },
  }
}

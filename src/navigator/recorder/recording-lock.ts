import { recordingLockName } from '../../session/leaving-losses.ts'

/** Tells the windows of a browser whether one of them records. The browser lets go when a window is closed or killed. */
export interface RecordingLock {
  readonly hold: () => void
  readonly letGo: () => void
  /** To be asked before `hold`. False where the browser cannot say. */
  readonly isHeldElsewhere: () => Promise<boolean>
}

export function recordingLock(
  userId: string,
  locks: Pick<LockManager, 'request' | 'query'> | undefined = globalThis.navigator?.locks,
): RecordingLock {
  const name = recordingLockName(userId)
  let release: (() => void) | null = null
  return {
    hold() {
      if (release || !locks) return
      const held = new Promise<void>((resolve) => (release = resolve))
      // Shared: whoever starts a second recording by hand may have it.
      locks.request(name, { mode: 'shared' }, () => held).catch(() => undefined)
    },
    letGo() {
      release?.()
      release = null
    },
    async isHeldElsewhere() {
      try {
        const { held = [] } = (await locks?.query()) ?? {}
        return held.some((lock) => lock.name === name)
      } catch {
        return false
      }
    },
  }
}

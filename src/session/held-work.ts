import { useEffect } from 'react'

const held = { all: 0, unkept: 0 }

/** Whether work stands open on this page that the end of a session must not throw away. */
export const holdsWork = (): boolean => held.all > 0

/** Whether some of it is kept nowhere: it goes with the page. */
export const wouldLoseWork = (): boolean => held.unkept > 0

interface HeldWork {
  /** It is kept elsewhere too, as a draft or a track is: leaving the page loses nothing. */
  readonly isKept?: boolean
}

/** Keeps the page open when the session ends, as long as `isHeld`: signing in is offered over it. */
export function useHeldWork(isHeld = true, { isKept = false }: HeldWork = {}): void {
  useEffect(() => {
    if (!isHeld) return
    const unkept = isKept ? 0 : 1
    held.all += 1
    held.unkept += unkept
    return () => {
      held.all -= 1
      held.unkept -= unkept
    }
  }, [isHeld, isKept])
}

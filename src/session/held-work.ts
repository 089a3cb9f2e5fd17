import { useEffect } from 'react'

let count = 0

/** Whether work stands open on this page that the end of a session must not throw away. */
export const holdsWork = (): boolean => count > 0

/** Keeps the page open when the session ends, as long as `isHeld`: signing in is offered over it. */
export function useHeldWork(isHeld = true): void {
  useEffect(() => {
    if (!isHeld) return
    count += 1
    return () => {
      count -= 1
    }
  }, [isHeld])
}

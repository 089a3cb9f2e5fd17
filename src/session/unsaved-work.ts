import { useEffect } from 'react'

const open = { all: 0, unrecoverable: 0 }

/** Whether there is work on this page that the end of a session must not discard. */
export const hasUnsavedWork = (): boolean => open.all > 0

/** Whether some of it is stored nowhere: it is lost with the page. */
export const hasUnrecoverableWork = (): boolean => open.unrecoverable > 0

interface UnsavedWork {
  /** It is stored elsewhere too, as a draft or a track is: leaving the page loses nothing. */
  readonly isRecoverable?: boolean
}

/** Keeps the page open when the session ends, as long as `isUnsaved`: signing in is offered over it. */
export function useUnsavedWork(isUnsaved = true, { isRecoverable = false }: UnsavedWork = {}): void {
  useEffect(() => {
    if (!isUnsaved) return
    const unrecoverable = isRecoverable ? 0 : 1
    open.all += 1
    open.unrecoverable += unrecoverable
    return () => {
      open.all -= 1
      open.unrecoverable -= unrecoverable
    }
  }, [isUnsaved, isRecoverable])
}

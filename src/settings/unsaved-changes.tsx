import { useBlocker } from '@tanstack/react-router'
import { useUnsavedWork } from '../session/unsaved-work.ts'
import { DiscardQuestion } from '../ui/discard-question.tsx'

/**
 * Asks before a page is left by a link, by Back or by closing the window while it holds what was entered and not saved.
 * Who signs out has been asked by then.
 */
export function UnsavedChanges({ isFilled }: { readonly isFilled: boolean }) {
  useUnsavedWork(isFilled)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isFilled && next.pathname !== '/login',
    enableBeforeUnload: isFilled,
    withResolver: true,
  })
  return status === 'blocked' ? <DiscardQuestion onKeep={reset} onDiscard={proceed} /> : null
}

import { useSyncExternalStore } from 'react'
import { storedValue } from './stored-value.ts'

const stored = storedValue('editorNavigation', (value) => value === true)
const listeners = new Set<() => void>()

/** Shows or hides the navigation beside pages that open without it; this browser remembers it. */
export function showNavigation(isShown: boolean): void {
  stored.write(isShown)
  for (const listener of listeners) listener()
}

/** Whether the navigation stands beside pages that open without it. */
export const useNavigationShown = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => stored.read() ?? false,
  )

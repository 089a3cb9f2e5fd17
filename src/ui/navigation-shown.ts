import { useSyncExternalStore } from 'react'
import { storedValue } from './stored-value.ts'
import { valueStore } from './value-store.ts'

const stored = storedValue('editorNavigation', (value) => value === true)
const changes = valueStore(0)

/** Shows or hides the navigation beside pages that open without it; this browser remembers it. */
export function showNavigation(isShown: boolean): void {
  stored.write(isShown)
  changes.set(changes.get() + 1)
}

/** Whether the navigation stands beside pages that open without it. */
export const useNavigationShown = () => useSyncExternalStore(changes.subscribe, () => stored.read() ?? false)

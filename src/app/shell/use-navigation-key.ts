import { useEffect, useEffectEvent } from 'react'
import { showNavigation } from '../../ui/navigation-shown.ts'

/** Ctrl/Cmd+B is the sidebar's own key. */
export const isSidebarKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'b' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Calls `run` when the key of the sidebar is pressed. */
export function useSidebarKey(run: () => void): void {
  const onPress = useEffectEvent(run)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSidebarKey(event)) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Brings the navigation where it is hidden, by the key that opens it elsewhere. */
export const useNavigationKey = (isHidden: boolean): void =>
  useSidebarKey(() => {
    if (isHidden) showNavigation(true)
  })

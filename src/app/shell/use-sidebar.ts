import { useCallback, useEffect, useState } from 'react'
import { readSidebarState, storeSidebarState } from './sidebar-state.ts'

interface SidebarState {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/**
 * The desktop sidebar: open or icon-only, kept for seven days; over the editor it starts icon-only and nothing is
 * kept. Ctrl/Cmd+B toggles. Its owner is mounted anew (by key) where `isEditor` changes.
 */
export function useSidebar(isEditor: boolean): SidebarState {
  const [isOpen, setIsOpen] = useState(() => !isEditor && readSidebarState())

  const toggle = useCallback(() => {
    if (!isEditor) storeSidebarState(!isOpen)
    setIsOpen(!isOpen)
  }, [isEditor, isOpen])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggle])

  return { isOpen, toggle }
}

import { useCallback, useEffect, useState } from 'react'
import { readSidebarState, storeSidebarState } from './sidebar-state.ts'

interface SidebarState {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/**
 * The desktop sidebar: open or icon-only, kept for seven days; over a page with a bar of its own, and on a phone on its side, it
 * starts icon-only and nothing is kept. Ctrl/Cmd+B toggles. Its owner is mounted anew (by key) where `isNarrow` changes.
 */
export function useSidebar(isNarrow: boolean): SidebarState {
  const [isOpen, setIsOpen] = useState(() => !isNarrow && readSidebarState())

  const toggle = useCallback(() => {
    if (!isNarrow) storeSidebarState(!isOpen)
    setIsOpen(!isOpen)
  }, [isNarrow, isOpen])

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

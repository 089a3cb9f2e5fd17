import { useState } from 'react'
import { readSidebarState, storeSidebarState } from './sidebar-state.ts'
import { useSidebarKey } from './use-navigation-key.ts'

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

  const toggle = () => {
    if (!isNarrow) storeSidebarState(!isOpen)
    setIsOpen(!isOpen)
  }

  useSidebarKey(toggle)

  return { isOpen, toggle }
}

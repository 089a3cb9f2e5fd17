import { useSyncExternalStore } from 'react'
import { shownTheme } from './lay-themes.ts'
import type { ThemeName } from './tokens.ts'

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

/** The theme that the page is shown in, whoever sets it. */
export function useShownTheme(): ThemeName {
  return useSyncExternalStore(onThemeChange, shownTheme)
}

import type { PaneTheme } from './pane-props.ts'

/** What lies beneath a scan. */
export const PANE_GROUNDS: Record<PaneTheme, string> = { light: '#E8E9EB', dark: '#101216' }

/** The themes that a person chooses from; `auto` is the device's. */
export const THEMES = ['light', 'dark', 'auto'] as const

export type ThemeChoice = (typeof THEMES)[number]

/** A theme of this name; the device's where there is none. */
export const asTheme = (name: string): ThemeChoice => THEMES.find((theme) => theme === name) ?? 'auto'

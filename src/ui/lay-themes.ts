import { themeVariables, type ThemeName } from './tokens.ts'

const rule = (theme: ThemeName): string => {
  const variables = Object.entries(themeVariables(theme)).map(([name, value]) => `${name}:${value}`)
  return `:root[data-mantine-color-scheme='${theme}']{${variables.join(';')}}`
}

/** Puts both themes on a page that stands without the UI kit, which does so elsewhere. */
export function layThemes(): void {
  const style = document.createElement('style')
  style.textContent = rule('light') + rule('dark')
  document.head.append(style)
}

/** The theme that the page is shown in. */
export const shownTheme = (): ThemeName =>
  document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light'

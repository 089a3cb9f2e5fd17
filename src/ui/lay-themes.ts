import { storedText } from './stored-value.ts'
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

/** As public/boot.js decides before the first paint. */
const chosenTheme = storedText('mantine-color-scheme-value')

/** Follows the device's theme on a page that stands without the UI kit, unless one was chosen. */
export function followDeviceTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const choice = chosenTheme.read()
    if (choice !== 'light' && choice !== 'dark')
      document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')
  }
  dark.addEventListener('change', follow)
}

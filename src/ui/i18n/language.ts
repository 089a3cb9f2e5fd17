import { storedText } from '../stored-value.ts'

/** Languages of the interface, each named in its own words. */
export const LANGUAGE_NAMES = { en: 'English', lt: 'Lietuvių' } as const
export type InterfaceLanguage = keyof typeof LANGUAGE_NAMES

function isLanguage(text: string): text is InterfaceLanguage {
  return Object.hasOwn(LANGUAGE_NAMES, text)
}

const stored = storedText('language', (text) => (isLanguage(text) ? text : undefined))

/** The language that was chosen in this browser, else the first of the browser's own that there is, else null. */
export function preferredLanguage(): InterfaceLanguage | null {
  const named = navigator.languages.map((name) => name.slice(0, 2).toLowerCase())
  return stored.read() ?? named.find(isLanguage) ?? null
}

/** What the interface begins in. The server begins the page of a public map by the same rule. */
export const firstLanguage = (): InterfaceLanguage => preferredLanguage() ?? 'en'

/** Where storage is refused, the choice lasts as long as the page. */
export const storeLanguage = (language: InterfaceLanguage): void => void stored.write(language)

/** Narrows the language that i18next reports. */
export function asLanguage(text: string): InterfaceLanguage {
  return isLanguage(text) ? text : 'en'
}

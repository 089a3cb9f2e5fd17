/** Languages of the interface, each named in its own words. */
export const LANGUAGE_NAMES = { en: 'English', lt: 'Lietuvių' } as const
export type InterfaceLanguage = keyof typeof LANGUAGE_NAMES

const STORAGE_KEY = 'language'

function isLanguage(text: string | null): text is InterfaceLanguage {
  return text !== null && Object.hasOwn(LANGUAGE_NAMES, text)
}

/** The language chosen in this browser, or null where none was chosen yet. */
export function storedLanguage(): InterfaceLanguage | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return isLanguage(stored) ? stored : null
  } catch {
    return null // Storage is refused in some private windows; the choice then lasts as long as the page.
  }
}

/**
 * What the interface begins in: the language that was chosen in this browser, else the first of the browser's own that
 * there is, else English. The server begins the page of a public map by the same rule.
 */
export function firstLanguage(): InterfaceLanguage {
  const named = navigator.languages.map((name) => name.slice(0, 2).toLowerCase())
  return storedLanguage() ?? named.find(isLanguage) ?? 'en'
}

export function storeLanguage(language: InterfaceLanguage): void {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // As above.
  }
}

/** Narrows the language that i18next reports. */
export function asLanguage(text: string): InterfaceLanguage {
  return isLanguage(text) ? text : 'en'
}

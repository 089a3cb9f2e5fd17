import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { firstLanguage, LANGUAGE_NAMES, storeLanguage, type InterfaceLanguage } from './language.ts'
import { servedTexts } from './served-texts.ts'

export const i18n: I18n = i18next.createInstance()

/**
 * Loads the texts of the chosen language from `/locales/{lang}/{ns}.json`. `common` and `errors` come first: pages
 * that say that the server is away need them when nothing more can be loaded.
 *
 * @param language to begin in, instead of `firstLanguage`
 */
export async function startI18n(
  first: readonly ('common' | 'errors' | 'explore' | 'maps' | 'public')[] = ['common', 'errors'],
  language?: InterfaceLanguage,
): Promise<void> {
  await i18n
    .use(servedTexts(showLate))
    .use(initReactI18next)
    .init({
      lng: language ?? firstLanguage(),
      // Both languages say everything: the other one would only be downloaded for nothing.
      fallbackLng: false,
      supportedLngs: Object.keys(LANGUAGE_NAMES),
      load: 'languageOnly',
      ns: [...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      // A text that has not come says nothing, and not its name.
      parseMissingKeyHandler: (_name, text) => (text as string | undefined) ?? '…',
      react: { useSuspense: true },
    })
  const showLanguage = (language: string) => {
    document.documentElement.lang = language
    // A public map's own page says of itself what it shows, and comes without these texts.
    if (first.includes('common'))
      document.querySelector('meta[name="description"]')?.setAttribute('content', i18n.t('description'))
  }
  showLanguage(i18n.language)
  i18n.on('languageChanged', showLanguage)
}

function showLate(language: string, namespace: string, texts: object): void {
  i18n.addResourceBundle(language, namespace, texts, true, true)
  // What stands without them is drawn anew.
  i18n.emit('languageChanged', i18n.language)
}

/** Changes the language of the interface and keeps the choice in this browser. */
export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  storeLanguage(language)
  await i18n.changeLanguage(language)
}

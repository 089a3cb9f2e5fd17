import { useTranslation } from 'react-i18next'
import { changeLanguage } from './i18n/i18n.ts'
import { asLanguage, LANGUAGE_NAMES, type InterfaceLanguage } from './i18n/language.ts'
import classes from './language-switch.module.css'

interface LanguageSwitchProps {
  /** The language shown; that of the interface unless a page has its own. */
  readonly current?: InterfaceLanguage
}

/** Both languages side by side, for pages without the user menu. */
export function LanguageSwitch({ current }: LanguageSwitchProps) {
  const { t, i18n } = useTranslation()
  const shown = current ?? asLanguage(i18n.language)
  return (
    <div role="group" aria-label={t('language.label')} className={classes.group}>
      {(['en', 'lt'] as const).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shown}
          aria-label={LANGUAGE_NAMES[language]}
          className={classes.choice}
          onClick={() => void changeLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

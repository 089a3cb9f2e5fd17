import { useTranslation } from 'react-i18next'
import { changeLanguage } from './i18n/i18n.ts'
import { asLanguage, LANGUAGE_NAMES, type InterfaceLanguage } from './i18n/language.ts'
import classes from './language-switch.module.css'

interface LanguageSwitchProps {
  /** The language shown, where a page has its own; else that of the interface. */
  readonly current?: InterfaceLanguage
  /** Told besides the interface, which follows the choice in any case. */
  readonly onChoose?: (language: InterfaceLanguage) => void
}

/** Both languages side by side, for pages without the user menu. */
export function LanguageSwitch({ current, onChoose }: LanguageSwitchProps) {
  const { i18n } = useTranslation()
  const shown = current ?? asLanguage(i18n.language)
  const { t } = useTranslation('common', { lng: shown })
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
          onClick={() => {
            onChoose?.(language)
            void changeLanguage(language)
          }}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

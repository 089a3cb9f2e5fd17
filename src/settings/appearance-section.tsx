import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../ui/i18n/i18n.ts'
import { asLanguage, LANGUAGE_NAMES } from '../ui/i18n/language.ts'
import { setSingleKeys, useSingleKeys } from '../ui/shortcut-key.ts'
import { asTheme, THEMES } from '../ui/theme-choice.ts'
import classes from './settings.module.css'
import { ExplainedSwitch } from '../ui/explained-switch.tsx'

/** Language and theme of the interface, as in the user menu, and whether single letters are shortcuts. */
export function AppearanceSection() {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const areSingleKeysOn = useSingleKeys()
  return (
    <section className={classes.section}>
      <h3>{t('appearance.title')}</h3>
      <NativeSelect
        label={t('common:language.label')}
        value={asLanguage(i18n.language)}
        data={(['en', 'lt'] as const).map((language) => ({
          value: language,
          label: LANGUAGE_NAMES[language],
        }))}
        onChange={({ currentTarget: { value } }) => void changeLanguage(asLanguage(value))}
      />
      <NativeSelect
        label={t('common:theme.label')}
        value={colorScheme}
        data={THEMES.map((theme) => ({ value: theme, label: t(`common:theme.${theme}`) }))}
        onChange={({ currentTarget: { value } }) => setColorScheme(asTheme(value))}
      />
      <ExplainedSwitch
        label={t('appearance.singleKeys')}
        description={t('appearance.singleKeysHint')}
        checked={areSingleKeysOn}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </section>
  )
}

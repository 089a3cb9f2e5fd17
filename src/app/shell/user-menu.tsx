import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconCreditCard,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSparkles,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logout, useSession } from '../../session/session.ts'
import { changeLanguage } from '../../ui/i18n/i18n.ts'
import { asLanguage, LANGUAGE_NAMES } from '../../ui/i18n/language.ts'
import { MenuItemLink } from '../../ui/menu-item-link.tsx'
import { userCard } from './navigation.ts'
import classes from './sidebar.module.css'

const THEMES = [
  { name: 'light', icon: IconSun },
  { name: 'dark', icon: IconMoon },
  { name: 'auto', icon: IconDeviceDesktop },
] as const

const ICON = { size: 18, stroke: 1.75 }

function LanguageItems() {
  const { t, i18n } = useTranslation()
  const current = asLanguage(i18n.language)
  return (
    <>
      <Menu.Label>{t('language.label')}</Menu.Label>
      {(['en', 'lt'] as const).map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          role="menuitemradio"
          aria-checked={language === current}
          closeMenuOnClick={false}
          rightSection={language === current ? <IconCheck {...ICON} /> : null}
          onClick={() => void changeLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </Menu.Item>
      ))}
    </>
  )
}

function ThemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('theme.label')}</Menu.Label>
      {THEMES.map(({ name, icon: Icon }) => (
        <Menu.Item
          key={name}
          role="menuitemradio"
          aria-checked={name === colorScheme}
          closeMenuOnClick={false}
          leftSection={<Icon {...ICON} />}
          rightSection={name === colorScheme ? <IconCheck {...ICON} /> : null}
          onClick={() => setColorScheme(name)}
        >
          {t(`theme.${name}`)}
        </Menu.Item>
      ))}
    </>
  )
}

/** The user's card at the foot of the sidebar, and the menu that it opens. */
export function UserMenu({ isIconOnly }: { readonly isIconOnly: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const { name, email } = userCard(user, {
    guest: t('user.guest'),
    fallbackName: t('user.fallbackName'),
    fallbackEmail: t('user.fallbackEmail'),
  })
  const leave = () => {
    logout()
    void navigate({ to: '/login' })
  }
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`${t('user.menu')}: ${name}`}>
          <span className={classes.avatar} aria-hidden>
            {Array.from(name)[0]?.toUpperCase()}
          </span>
          {isIconOnly ? null : (
            <>
              <span className={classes.userText}>
                <span className={classes.userName}>{name}</span>
                <span className={classes.userEmail}>{email}</span>
              </span>
              <IconSelector {...ICON} aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink to="/landing" hash="kainos" leftSection={<IconSparkles {...ICON} />}>
          {t('user.upgrade')}
        </MenuItemLink>
        <MenuItemLink
          to="/settings/$tab"
          params={{ tab: 'general' }}
          leftSection={<IconUserCircle {...ICON} />}
        >
          {t('user.account')}
        </MenuItemLink>
        <MenuItemLink
          to="/settings/$tab"
          params={{ tab: 'billing' }}
          leftSection={<IconCreditCard {...ICON} />}
        >
          {t('user.billing')}
        </MenuItemLink>
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={leave}>
          {t('user.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

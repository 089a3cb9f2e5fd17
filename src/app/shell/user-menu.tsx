import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCreditCard, IconLogout, IconSelector, IconSparkles, IconUserCircle } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LeavingLosses, leavingLosses } from '../../session/leaving-losses.ts'
import { logout, useSession } from '../../session/session.ts'
import { changeLanguage, i18n } from '../../ui/i18n/i18n.ts'
import { asLanguage, LANGUAGE_NAMES } from '../../ui/i18n/language.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { MenuItemLink } from '../../ui/menu-item-link.tsx'
import { asTheme, THEMES } from '../../ui/theme-choice.ts'
import { useIsShort } from '../../ui/use-is-mobile.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { userCard } from './navigation.ts'
import classes from './sidebar.module.css'

/** Few are asked. */
const LeaveQuestion = lazyOverlay(async () => {
  const [part] = await Promise.all([import('./leave-question.tsx'), i18n.loadNamespaces('auth')])
  return part.LeaveQuestion
})

/** What the page itself needs comes first, in milliseconds. */
const LOGIN_PAUSE_MS = 4_000

const ICON = { size: 18, stroke: 1.75 }

function LanguageItems() {
  const { t } = useTranslation()
  return (
    <>
      <Menu.Label>{t('language.label')}</Menu.Label>
      <Menu.RadioGroup
        value={asLanguage(i18n.language)}
        onChange={(language) => void changeLanguage(asLanguage(language))}
      >
        {(['en', 'lt'] as const).map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick={false}>
            {LANGUAGE_NAMES[language]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function ThemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('theme.label')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(name) => setColorScheme(asTheme(name))}>
        {THEMES.map((name) => (
          <Menu.RadioItem key={name} value={name} closeMenuOnClick={false}>
            {t(`theme.${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** The user's card at the foot of the sidebar, and the menu that it opens. */
export function UserMenu({ isIconOnly }: { readonly isIconOnly: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const isShort = useIsShort()
  const { name, email } = userCard(user, {
    guest: t('user.guest'),
    fallbackName: t('user.fallbackName'),
    fallbackEmail: t('user.fallbackEmail'),
  })
  const [losses, setLosses] = useState<LeavingLosses | null>(null)
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const router = useRouter()
  useEffect(() => {
    // Where one is when the session has ended: there also where the connection is lost by then.
    const timer = setTimeout(() => {
      void router.preloadRoute({ to: '/login' })
      void i18n.loadNamespaces('auth')
    }, LOGIN_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [router])
  const leave = (wasAsked: boolean) => {
    setLosses(null)
    setOpen(false)
    // First the way, then the end of the session: the page that is left must not ask to come back to it.
    void navigate({ to: '/login' })
    void logout(wasAsked ? user?.id : undefined)
  }
  const ask = async () => {
    const found = await leavingLosses(user?.id)
    if (!found) return leave(false)
    setOpen(false)
    setLosses(found)
  }
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="top-start" width={isShort ? 300 : 240} withinPortal>
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
          <div className={classes.choices}>
            <div>
              <LanguageItems />
            </div>
            <div className={classes.theme}>
              <ThemeItems />
            </div>
            <div className={classes.out}>
              {/* Closed earlier, its step back could come after the step to the login page, and lead back here. */}
              <Menu.Item
                leftSection={<IconLogout {...ICON} />}
                closeMenuOnClick={false}
                onClick={() => void ask()}
              >
                {t('user.logOut')}
              </Menu.Item>
            </div>
          </div>
        </Menu.Dropdown>
      </Menu>
      {losses ? (
        <LeaveQuestion losses={losses} onClose={() => setLosses(null)} onLeave={() => leave(true)} />
      ) : null}
    </>
  )
}

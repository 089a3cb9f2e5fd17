import { Burger } from '@mantine/core'
import '@mantine/core/styles/Burger.layer.css'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NotificationBell } from '../../notifications/notification-bell.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import classes from './headers.module.css'
import { MapSearch } from './map-search.tsx'
import type { Crumb } from './screen.ts'
import { useScreen, useScreenAddress } from './use-screen.ts'

function useTrail(): readonly Crumb[] {
  return breadcrumbTrail(useScreen(), useScreenAddress())
}

function Breadcrumbs() {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('breadcrumbs.label')} className={classes.breadcrumbs}>
      <ol>
        {useTrail().map(({ title, to }) => (
          <li key={title}>
            {to ? (
              <>
                <Link to={to}>{t(title)}</Link>
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </>
            ) : (
              <span aria-current="page">{t(title)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function NewMapButton() {
  const { t } = useTranslation()
  return (
    <ButtonLink
      from="/main"
      to="/main"
      search={(last) => ({ ...last, dialog: 'new' as const })}
      state={{ isDialogStep: true }}
      className={classes.newMap}
    >
      <IconPlus size={18} stroke={1.75} aria-hidden />
      <span className={classes.newMapText}>{t('newMap')}</span>
    </ButtonLink>
  )
}

/** The head of the desktop layout: breadcrumbs; over one's own maps also the search and the New map button. */
export function DesktopHeader() {
  const { hasMapSearch } = useScreen()
  return (
    <header className={classes.desktop}>
      <Breadcrumbs />
      <div className={classes.tools}>
        {hasMapSearch ? (
          <>
            <MapSearch />
            <NewMapButton />
          </>
        ) : null}
        <NotificationBell />
      </div>
    </header>
  )
}

interface MobileHeaderProps {
  readonly isMenuOpen: boolean
  readonly onOpenMenu: () => void
}

/** The head of the mobile layout: the menu button and the page's title; the search beneath scrolls with the page. */
export function MobileHeader({ isMenuOpen, onOpenMenu }: MobileHeaderProps) {
  const { t } = useTranslation()
  const title = useTrail().at(-1)?.title ?? 'page.main'
  const { hasMapSearch } = useScreen()
  return (
    <>
      <header className={classes.mobile}>
        <Burger
          opened={isMenuOpen}
          onClick={onOpenMenu}
          aria-label={t('nav.openMenu')}
          aria-expanded={isMenuOpen}
          size="sm"
          lineSize={1.75}
          color="var(--p-ink)"
          className="touch-target"
        />
        <span className={classes.mobileTitle}>{t(title)}</span>
        <NotificationBell />
        {hasMapSearch ? <NewMapButton /> : null}
      </header>
      {hasMapSearch ? (
        <div className={classes.mobileSearch}>
          <MapSearch />
        </div>
      ) : null}
    </>
  )
}

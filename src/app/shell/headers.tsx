import { Burger } from '@mantine/core'
import '@mantine/core/styles/Burger.layer.css'
import { IconChevronRight, IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotificationBell } from '../../notifications/notification-bell.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import classes from './headers.module.css'
import { MapSearch } from './map-search.tsx'
import type { Crumb } from './screen.ts'
import { useScreen, useScreenAddress } from './use-screen.ts'

const FindBox = lazyNeeded(async () => (await import('./find-box.tsx')).FindBox)

/** Pages that fill the window have a search of their own. */
function useHasFindBox(): boolean {
  const { frame = 'page', hasMapSearch, hasOwnSearch } = useScreen()
  return frame === 'page' && !hasMapSearch && !hasOwnSearch
}

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

/** The head of the desktop layout: breadcrumbs and search; over one's own maps their own search and the New map button. */
export function DesktopHeader() {
  const { hasMapSearch } = useScreen()
  const hasFindBox = useHasFindBox()
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
        {hasFindBox ? (
          <Suspense>
            <FindBox />
          </Suspense>
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
  const { frame = 'page', hasMapSearch, hasOwnSearch } = useScreen()
  const [isFinding, setFinding] = useState(false)
  if (isFinding)
    return (
      <header className={classes.mobile}>
        <div className={classes.mobileFind}>
          <Suspense>
            <FindBox takesFocus onDone={() => setFinding(false)} />
          </Suspense>
        </div>
        <IconButton label={t('find.close')} variant="subtle" size={44} onClick={() => setFinding(false)}>
          <IconX size={20} stroke={1.75} />
        </IconButton>
      </header>
    )
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
        {hasOwnSearch || frame !== 'page' ? null : (
          <IconButton label={t('find.open')} variant="subtle" size={44} onClick={() => setFinding(true)}>
            <IconSearch size={20} stroke={1.75} />
          </IconButton>
        )}
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

import '../../ui/mantine-shell.css.ts'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionState, onConnectionChange } from '../../api/connection.ts'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { useSession } from '../../session/session.ts'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { ConnectionPage } from '../pages/connection-page.tsx'
import { ServerDownPage } from '../pages/server-down-page.tsx'
import { DesktopHeader, MobileHeader } from './headers.tsx'
import classes from './shell-layout.module.css'
import { Sidebar } from './sidebar.tsx'

/** Opened by hand only, so it comes when it is wanted. */
const MobileSidebar = lazy(async () => ({ default: (await import('./mobile-sidebar.tsx')).MobileSidebar }))
const CatalogDialogs = lazy(async () => ({
  default: (await import('../../catalogs/catalog-dialogs.tsx')).CatalogDialogs,
}))

/** Pages that fill the window and bring their own bars. */
const FULL_BLEED = ['/map-editor', '/navigator', '/public-maps']

/** Moves the focus to the content when the page changes, so that keyboards and screen readers start there. */
function useContentFocus(pathname: string) {
  const content = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) content.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname])
  return content
}

/** Sends the user to the sign-in page when the session ends while a page is open. */
function useSignInWhenEnded(status: string, href: string): void {
  const navigate = useNavigate()
  const isEnded = status === 'anonymous'
  useEffect(() => {
    if (isEnded) void navigate({ to: '/login', search: { redirect: href }, replace: true })
  }, [isEnded, href, navigate])
}

/** The frame around the signed-in pages: sidebar, head, content. */
export function ShellLayout() {
  const { t } = useTranslation()
  const { pathname, href } = useLocation()
  const { status } = useSession()
  const isMobile = useIsMobile()
  const isEditor = pathname === '/map-editor'
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [catalogDialog, setCatalogDialog] = useState<CatalogDialog | null>(null)
  const content = useContentFocus(pathname)
  const isLost = useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
  useSignInWhenEnded(status, href)

  if (status === 'loading' && isLost)
    return navigator.onLine ? <ServerDownPage /> : <ConnectionPage target={href} />
  if (status === 'loading') return <LoadingIndicator />
  if (status === 'anonymous') return null
  const isFullBleed = FULL_BLEED.includes(pathname)
  const hasFrame = pathname !== '/navigator'
  return (
    <div className={classes.shell}>
      <a href="#content" className="skip-link">
        {t('skipToContent')}
      </a>
      {hasFrame && !isMobile ? (
        <Sidebar key={String(isEditor)} isEditor={isEditor} onCatalog={setCatalogDialog} />
      ) : null}
      {isMobile && isMenuOpen ? (
        <Suspense>
          <MobileSidebar isOpen onClose={() => setIsMenuOpen(false)} onCatalog={setCatalogDialog} />
        </Suspense>
      ) : null}
      {catalogDialog ? (
        <Suspense>
          <CatalogDialogs dialog={catalogDialog} onClose={() => setCatalogDialog(null)} />
        </Suspense>
      ) : null}
      <div className={classes.column}>
        {hasFrame && !isEditor && !isMobile ? <DesktopHeader /> : null}
        {hasFrame && !isEditor && isMobile ? (
          <MobileHeader isMenuOpen={isMenuOpen} onOpenMenu={() => setIsMenuOpen(true)} />
        ) : null}
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className={isFullBleed ? classes.fullBleed : classes.content}
        >
          <Suspense fallback={<LoadingIndicator />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
